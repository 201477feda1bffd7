; The element chosen from a set of one is that element.
; Why: is_singleton forces s = {choose s}, and {x} chooses x.
(set-logic ALL)
(set-info :status unsat)
(declare-const s (Set Int))
(declare-const x Int)
(assert (set.is_singleton s))
(assert (set.member x s))
(assert (or (distinct (set.choose s) x) (distinct s (set.singleton x)) (= (set.card s) 2)))
(check-sat)
