; Some journey needs one stop, and no flight goes both ways.
; Why: flights {(1,2),(2,3)} joined give (1,3), and the transpose holds (2,1) and (3,2).
(set-logic ALL)
(set-info :status sat)
(declare-const flights (Set (Tuple Int Int)))
(declare-const a Int)
(declare-const b Int)
(assert (set.subset (set.insert (tuple 1 2) (set.singleton (tuple 2 3))) flights))
(assert (set.member (tuple a b) (rel.join flights flights)))
(assert (= (set.inter flights (rel.transpose flights)) (as set.empty (Set (Tuple Int Int)))))
(assert (or (= a 1) (set.member (tuple b a) (rel.tclosure flights))))
(assert (not (set.member (tuple a b) flights)))
(check-sat)
