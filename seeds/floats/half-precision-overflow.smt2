; The largest half-precision number doubles to infinity or stays, as the rounding mode says.
; Why: x = 65504 and m = RTZ give x + x = 65504, and with m = RNE the sum is infinite.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x (_ FloatingPoint 5 11))
(declare-const y Float16)
(declare-const m RoundingMode)
(assert (= x (fp #b0 #b11110 #b1111111111)))
(assert (= y (fp.add m x x)))
(assert (or (= y x) (fp.isNegative y)))
(assert (xor (= m RTZ) (= m RTN)))
(assert (and (= (fp.min x (fp.neg x)) (fp.neg y)) (not (fp.lt y (fp.max x y)))))
(check-sat)
