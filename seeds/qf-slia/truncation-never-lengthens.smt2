; A title cut to five letters and three dots is at most eight letters long and keeps its start.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const title String)
(declare-const shown String)
(assert (= shown (ite (> (str.len title) 8) (str.++ (str.substr title 0 5) "...") title)))
(assert (or (> (str.len shown) 8) (> (str.len shown) (str.len title))
  (and (= title "mathematics") (distinct shown "mathe..."))))
(check-sat)
