; The lowest bit of a byte is the remainder of its number by two.
(set-logic ALL)
(set-info :status unsat)
(declare-const b (_ BitVec 8))
(define-fun n () Int (bv2nat b))
(assert (or (xor (= ((_ extract 0 0) b) #b1) (= (mod n 2) 1))
  (and (= b #x09) (distinct n 9))))
(check-sat)
