; Cutting a list at any place inside and joining the parts gives the list.
(set-logic ALL)
(set-info :status unsat)
(declare-const l (Seq Bool))
(declare-const k Int)
(assert (and (<= 0 k) (<= k (seq.len l))))
(assert (let ((a (seq.extract l 0 k)) (b (seq.extract l k (- (seq.len l) k))))
  (or (distinct (seq.++ a b) l) (not (= (seq.len a) k)) (not (seq.suffixof b l)))))
(check-sat)
