; A ball thrown at speed four never rises above height one.
(set-logic QF_NRA)
(set-info :status unsat)
(declare-const t Real)
(declare-const h Real)
(assert (>= t 0.0))
(assert (= h (- (* 4.0 t) (* 5.0 t t))))
(assert (or (> h 1.0) (and (> t 1.0) (>= h 0.0))))
(check-sat)
