; No integer is at least as large as every integer, or as every even one.
(set-logic LIA)
(set-info :status unsat)
(declare-const top Int)
(assert (or (forall ((x Int)) (<= x top))
  (forall ((x Int)) (=> (= (mod x 2) 0) (>= top x)))
  (not (exists ((y Int)) (and (> y top) (distinct y (+ top 1)))))))
(check-sat)
