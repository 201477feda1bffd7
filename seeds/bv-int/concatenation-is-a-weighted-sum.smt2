; The number of two joined nibbles is sixteen times the first plus the second.
(set-logic ALL)
(set-info :status unsat)
(declare-const hi (_ BitVec 4))
(declare-const lo (_ BitVec 4))
(assert (or (distinct (bv2nat (concat hi lo)) (+ (* 16 (bv2nat hi)) (bv2nat lo)))
  (< (bv2nat hi) 0) (> (bv2nat lo) 15)))
(check-sat)
