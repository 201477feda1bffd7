; Signed overflow of an addition shows exactly when both sign bits differ from that of the sum.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 16))
(declare-const y (_ BitVec 16))
(declare-const s (_ BitVec 16))
(define-fun sign ((v (_ BitVec 16))) (_ BitVec 1) ((_ extract 15 15) v))
(assert (= s (bvadd x y)))
(define-fun wide () (_ BitVec 17) (bvadd ((_ sign_extend 1) x) ((_ sign_extend 1) y)))
(define-fun overflow () Bool (distinct wide ((_ sign_extend 1) s)))
(assert (xor overflow
  (= (bvand (bvxor (sign x) (sign s)) (bvxor (sign y) (sign s))) #b1)))
(check-sat)
