; A nibble and its negation add up to sixteen unless it is zero.
(set-logic ALL)
(set-info :status unsat)
(declare-const b (_ BitVec 4))
(define-fun n () Int (bv2nat b))
(define-fun m () Int (bv2nat (bvneg b)))
(assert (ite (= b #x0) (distinct m 0) (or (distinct (+ n m) 16) (= n 16))))
(assert (or (< n 20) (= ((_ int2bv 4) 17) #x2)))
(check-sat)
