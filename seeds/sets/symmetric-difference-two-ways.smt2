; What is in exactly one of two sets is their union without their meet.
; Why: x is in (a\b) u (b\a) exactly if it is in one of a, b and not in both.
(set-logic ALL)
(set-info :status unsat)
(declare-const a (Set Int))
(declare-const b (Set Int))
(declare-const x Int)
(define-fun sym () (Set Int) (set.union (set.minus a b) (set.minus b a)))
(assert (or (distinct sym (set.minus (set.union a b) (set.inter a b)))
  (xor (set.member x sym) (distinct (set.member x a) (set.member x b)))
  (and (= sym (as set.empty (Set Int))) (not (set.subset a b)))))
(check-sat)
