; Thirteen is no product of two numbers above one.
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const p Int)
(declare-const q Int)
(assert (and (> p 1) (> q 1)))
(assert (and (<= p 13) (<= q 13)))
(assert (or (= (* p q) 13) (and (= (* p p) 13) (< p q))))
(check-sat)
