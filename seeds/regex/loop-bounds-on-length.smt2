; Two to four repetitions of "ab" have an even length between four and eight.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const s String)
(assert (str.in_re s ((_ re.loop 2 4) (str.to_re "ab"))))
(assert (or (< (str.len s) 4) (> (str.len s) 8)
  (= (str.len s) 5) (str.in_re s (re.++ (str.to_re "b") re.all))
  (not (str.prefixof "abab" s))))
(check-sat)
