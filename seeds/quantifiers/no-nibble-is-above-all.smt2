; No nibble is strictly above every other in both the signed and the unsigned order.
(set-logic BV)
(set-info :status unsat)
(declare-const t (_ BitVec 4))
(assert (forall ((x (_ BitVec 4))) (or (= x t) (and (bvult x t) (bvslt x t)))))
(assert (not (exists ((y (_ BitVec 4))) (and (= (bvadd y #x1) t) (bvugt t y) (= t #x0)))))
(check-sat)
