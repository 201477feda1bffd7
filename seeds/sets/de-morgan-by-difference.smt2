; What is in a but not in b or c is what is in both differences.
; Why: x is in a\(b u c) exactly if it is in a\b and in a\c, and the other cases deny plain inclusions.
(set-logic ALL)
(set-info :status unsat)
(declare-const a (Set Int))
(declare-const b (Set Int))
(declare-const c (Set Int))
(declare-const x Int)
(assert (or (distinct (set.minus a (set.union b c)) (set.inter (set.minus a b) (set.minus a c)))
  (and (set.member x (set.inter a b)) (not (set.member x a)))
  (not (set.subset (set.minus a b) a))))
(check-sat)
