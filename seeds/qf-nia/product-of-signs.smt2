; The product of two negative numbers is positive, and a square is never negative.
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const x Int)
(declare-const y Int)
(assert (or (and (< x 0) (< y 0) (<= (* x y) 0))
  (< (* x x) 0)
  (and (> x 0) (< y 0) (not (< (* x y) 0)))))
(check-sat)
