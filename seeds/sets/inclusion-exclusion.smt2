; Two sets of four elements with a union of six share exactly two.
; Why: 4 + 4 - 6 = 2, so the meet has two elements and is not empty.
(set-logic ALL)
(set-info :status unsat)
(declare-const s (Set Int))
(declare-const t (Set Int))
(assert (and (= (set.card s) 4) (= (set.card t) 4)))
(assert (= (set.card (set.union s t)) 6))
(assert (or (distinct (set.card (set.inter s t)) 2) (= (set.inter s t) (as set.empty (Set Int)))))
(check-sat)
