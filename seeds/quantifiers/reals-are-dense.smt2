; Between two different reals there is always a third.
(set-logic LRA)
(set-info :status unsat)
(declare-const a Real)
(declare-const b Real)
(assert (< a b))
(assert (or (forall ((m Real)) (or (<= m a) (>= m b)))
  (not (exists ((m Real)) (= (+ m m) (+ a b))))))
(check-sat)
