; Inserting two numbers into a singleton gives a set of two if one was there.
; Why: x = 1, y = 2 and s = {1,2} satisfy every assertion.
(set-logic ALL)
(set-info :status sat)
(declare-const s (Set Int))
(declare-const x Int)
(declare-const y Int)
(assert (= s (set.insert x y (set.singleton 1))))
(assert (= (set.card s) 2))
(assert (or (= x 1) (= x y)))
(assert (distinct x y))
(assert (not (set.member 0 s)))
(assert (xor (set.subset (set.singleton 3) s) (set.member 2 s)))
(check-sat)
