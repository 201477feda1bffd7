; A function rising at each of three steps rises by at least three over all.
(set-logic QF_UFLIA)
(set-info :status unsat)
(declare-fun f (Int) Int)
(declare-const a Int)
(assert (and (< (f a) (f (+ a 1))) (< (f (+ a 1)) (f (+ a 2)))))
(assert (not (>= (f (+ a 2)) (f (+ 1 a 2)))))
(assert (or (< (- (f (+ a 3)) (f a)) 3) (= (f (+ a 3)) (f (+ 1 a)))))
(check-sat)
