; Two neighbours in Gray code differ in exactly one bit.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const n (_ BitVec 8))
(define-fun gray ((x (_ BitVec 8))) (_ BitVec 8) (bvxor x (bvlshr x #x01)))
(define-fun diff () (_ BitVec 8) (bvxor (gray n) (gray (bvadd n #x01))))
(assert (or (= diff #x00) (distinct (bvand diff (bvadd diff #xff)) #x00)
  (xor (= (bvurem n #x02) #x00) (= diff #x01))))
(check-sat)
