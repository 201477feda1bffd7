; Writing both cells of a memory of two addresses leaves nothing of what was there.
(set-logic ALL)
(set-info :status unsat)
(declare-const m (Array (_ BitVec 1) (_ BitVec 4)))
(declare-const n (Array (_ BitVec 1) (_ BitVec 4)))
(declare-const x (_ BitVec 4))
(assert (distinct (store (store m #b0 x) #b1 x) (store (store n #b1 x) #b0 x)))
(assert (or (= m ((as const (Array (_ BitVec 1) (_ BitVec 4))) #b0110)) (bvult (select m #b0) (select n #b1)) (= m n)))
(check-sat)
