; No odd number is twice a number, and no number lies between its double and itself if it is positive.
(set-logic LIA)
(set-info :status unsat)
(declare-const k Int)
(assert (exists ((n Int)) (or (= (* 2 n) (+ 1 (* 2 k)))
  (and (> n 0) (< (* 2 n) n))
  (forall ((m Int)) (xor (< m n) (> m n))))))
(assert (or (> k 0) (<= k 0)))
(check-sat)
