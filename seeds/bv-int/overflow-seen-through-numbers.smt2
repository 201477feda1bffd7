; An unsigned sum wraps exactly when the numbers add up to at least sixteen.
(set-logic ALL)
(set-info :status unsat)
(declare-const a (_ BitVec 4))
(declare-const b (_ BitVec 4))
(define-fun total () Int (+ (bv2nat a) (bv2nat b)))
(assert (or (xor (bvult (bvadd a b) a) (>= total 16))
  (and (< total 16) (distinct (bv2nat (bvadd a b)) total))))
(check-sat)
