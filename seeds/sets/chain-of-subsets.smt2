; A chain of inclusions that returns to its start makes all the sets equal.
; Why: mutual inclusion is equality, so no element can be in one set and not in another.
(set-logic ALL)
(set-info :status unsat)
(declare-const a (Set Int))
(declare-const b (Set Int))
(declare-const c (Set Int))
(declare-const x Int)
(assert (and (set.subset a b) (set.subset b c) (set.subset c a)))
(assert (or (distinct a c) (xor (set.member x a) (set.member x b))
  (not (= (set.union a b) (set.inter b c)))))
(check-sat)
