; A half-precision number survives the way to single precision and back unchanged.
; Why: every Float16 value is exactly a Float32 value, so widening is exact and narrowing gives it back.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const h Float16)
(declare-const m RoundingMode)
(define-fun s () Float32 ((_ to_fp 8 24) m h))
(assert (not (fp.isNaN h)))
(assert (or (distinct ((_ to_fp 5 11) RNE s) h)
  (xor (fp.isInfinite h) (fp.isInfinite s))
  (and (fp.isSubnormal h) (not (fp.isNormal s)))))
(check-sat)
