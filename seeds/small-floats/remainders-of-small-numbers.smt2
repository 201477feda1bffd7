; A remainder is at most half of the divisor.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x (_ FloatingPoint 3 4))
(declare-const y (_ FloatingPoint 3 4))
(assert (and (fp.isNormal y) (not (fp.isInfinite x)) (not (fp.isNaN x))))
(assert (fp.leq (fp.abs (fp.add RNE (fp.rem x y) (fp.rem x y))) (fp.abs y)))
(assert (or (fp.isNegative (fp.rem x y)) (fp.eq (fp.sqrt RNE (fp.abs x)) y) (fp.gt (fp.min x y) (fp.max y x))))
(check-sat)
