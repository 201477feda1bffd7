; Every amount from some start up to 12 can be paid with threes and fives.
(set-logic LIA)
(set-info :status sat)
(declare-const least Int)
(assert (and (<= 7 least) (<= least 9)))
(assert (forall ((n Int)) (=> (and (>= n least) (<= n 12))
  (exists ((a Int) (b Int)) (and (>= a 0) (>= b 0) (= n (+ (* 3 a) (* 5 b))))))))
(assert (or (= least 8) (not (= (mod least 2) 1))))
(check-sat)
