; Turning one voter from no to yes never turns the majority of three from yes to no.
(set-logic QF_UF)
(set-info :status unsat)
(declare-const v1 Bool)
(declare-const v2 Bool)
(declare-const v3 Bool)
(declare-const w1 Bool)
(define-fun majority ((a Bool) (b Bool) (c Bool)) Bool
  (or (and a b) (and c (or a b))))
(assert (=> v1 w1))
(assert (let ((before (majority v1 v2 v3)) (after (majority w1 v2 v3)))
  (not (=> before after))))
(assert (or (xor v2 v3) (= v1 v2 v3)))
(check-sat)
