; The difference of two squares is the sum times the difference.
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const x Int)
(declare-const y Int)
(declare-const d Int)
(assert (= d (- (* x x) (* y y))))
(assert (or (distinct d (* (+ x y) (- x y))) (and (= x (+ y 1)) (distinct d (+ x y)))))
(check-sat)
