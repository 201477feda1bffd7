; No text of four letters reads the same with "a" put before it as with "b" put behind it.
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (= (str.len x) 4))
(assert (= y (str.++ "a" x)))
(assert (or (= y (str.++ x "b")) (and (str.prefixof "b" y) (str.suffixof x y))))
(check-sat)
