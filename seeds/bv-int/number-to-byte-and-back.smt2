; A number from 0 to 15 goes to a nibble and back unchanged.
(set-logic ALL)
(set-info :status unsat)
(declare-const n Int)
(declare-const b (_ BitVec 4))
(assert (and (<= 0 n) (< n 16)))
(assert (= b ((_ int2bv 4) n)))
(assert (or (distinct (bv2nat b) n) (and (> n 7) (bvsge b #x0))))
(check-sat)
