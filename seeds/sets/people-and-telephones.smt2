; A relation joined with its transpose relates everybody with a telephone to himself.
; Why: (p,n) in calls and (n,p) in its transpose give (p,p) in the join.
(set-logic ALL)
(set-info :status unsat)
(declare-const calls (Set (Tuple Int Int)))
(declare-const p Int)
(declare-const n Int)
(assert (set.member (tuple p n) calls))
(assert (or (not (set.member (tuple p p) (rel.join calls (rel.transpose calls))))
  (and (< p n) (not (set.member (tuple n p) (rel.transpose calls))))))
(check-sat)
