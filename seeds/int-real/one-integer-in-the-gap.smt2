; Three is the only integer between one third and one half of seven.
(set-logic QF_LIRA)
(set-info :status unsat)
(declare-const n Int)
(declare-const a Real)
(declare-const b Real)
(assert (and (= (* 3.0 a) 7.0) (= (* 2.0 b) 7.0)))
(assert (or (and (< a (to_real n)) (< (to_real n) b) (not (= n 3))) (is_int (+ a b))))
(check-sat)
