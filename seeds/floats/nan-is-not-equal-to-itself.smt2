; A number that differs from itself is a NaN, and no comparison with it holds.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float32)
(declare-const y Float32)
(assert (not (fp.eq x x)))
(assert (or (not (fp.isNaN x)) (distinct x (_ NaN 8 24)) (fp.lt x y) (fp.leq x y) (fp.gt x y) (fp.geq y x)
  (and (fp.isZero x) (fp.isInfinite y)) (not (= (fp.abs x) (fp.neg x)))))
(check-sat)
