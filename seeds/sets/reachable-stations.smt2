; A station two stops away is reachable by the transitive closure of the line.
; Why: (1,2) and (2,x) are in the line, so (1,x) is in its closure, and (3,4) is in the product.
(set-logic ALL)
(set-info :status unsat)
(declare-const line (Set (Tuple Int Int)))
(declare-const x Int)
(assert (and (set.member (tuple 1 2) line) (set.member (tuple 2 x) line)))
(assert (or (not (set.member (tuple 1 x) (rel.tclosure line)))
  (not (set.member (tuple 3 4) (rel.product (set.singleton (tuple 3)) (set.singleton (tuple 4)))))
  (not (set.subset (rel.join line line) (rel.tclosure line)))))
(check-sat)
