; The successor on a clock of four hours differs from the hour itself.
(set-logic QF_UFLIA)
(set-info :status unsat)
(declare-fun succ (Int) Int)
(declare-const h Int)
(assert (and (= (succ 0) 1) (= (succ 1) 2) (= (succ 2) 3) (= (succ 3) 0)))
(assert (and (>= h 0) (< h 4)))
(assert (or (= (succ h) h) (= (succ (succ (succ h))) h) (not (= (succ (succ (succ (succ h)))) h))))
(check-sat)
