; A match found from a place on is at or after that place and inside the text.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const s String)
(declare-const k Int)
(declare-const i Int)
(assert (and (>= k 0) (= i (str.indexof s "xy" k)) (>= i 0) (= (str.len s) 4)))
(assert (or (< i k) (> (+ i 2) (str.len s)) (distinct (str.at s (+ i 1)) "y")))
(check-sat)
