; The sum and the carry of a full adder are the same with xor gates as with multiplexers.
(set-logic QF_UF)
(set-info :status unsat)
(declare-const x Bool)
(declare-const y Bool)
(declare-const cin Bool)
(declare-const sum Bool)
(declare-const carry Bool)
(assert (= sum (xor x y cin)))
(assert (= carry (or (and x y) (and cin (xor x y)))))
(assert (not (and
  (= sum (ite x (= y cin) (not (= y cin))))
  (= carry (ite (= x y) x cin)))))
(check-sat)
