; Joining a text twice gives an even length and contains the text.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const s String)
(declare-const d String)
(assert (= d (str.++ s s)))
(assert (or (= (mod (str.len d) 2) 1) (not (str.contains d s))
  (< (str.len d) (str.len s)) (and (= (str.len s) 0) (distinct d ""))))
(check-sat)
