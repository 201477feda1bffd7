; A value found at no place of a list is not contained in it.
(set-logic ALL)
(set-info :status unsat)
(declare-const l (Seq Int))
(declare-const x Int)
(assert (and (= (seq.len l) 2) (distinct (seq.nth l 0) x) (distinct (seq.nth l 1) x)))
(assert (or (seq.contains l (seq.unit x)) (= l (seq.++ (seq.unit x) (seq.unit 3)))
  (>= (seq.indexof l (seq.unit x) 0) 0)))
(check-sat)
