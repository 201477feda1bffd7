; The unit circle has no point on the line x + y = 2.
(set-logic QF_NRA)
(set-info :status unsat)
(declare-const x Real)
(declare-const y Real)
(assert (<= (+ (* x x) (* y y)) 1.0))
(assert (or (= (+ x y) 2.0) (> x 1.0) (and (< y (- 1.0)) (= x 0.0))))
(check-sat)
