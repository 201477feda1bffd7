; Neither seven nor a third of seven is a sum of two small squares.
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const a Int)
(declare-const b Int)
(assert (and (<= 0 a 3) (<= 0 b 3)))
(assert (or (= (+ (* a a) (* b b)) 7) (= (* 3 (+ (* a a) (* b b))) 7)
  (and (> (* a b) 9) (< a 3))))
(check-sat)
