; A function from three values to two sends two of them to one value.
(set-logic QF_UFDT)
(set-info :status unsat)
(declare-datatypes ((Three 0) (Two 0)) (((a) (b) (c)) ((zero) (one))))
(declare-fun f (Three) Two)
(declare-const x Three)
(assert (and (distinct (f a) (f b)) (distinct (f b) (f c))))
(assert (or (not (= (f a) (f c))) (and ((_ is zero) (f x)) ((_ is one) (f x)))))
(check-sat)
