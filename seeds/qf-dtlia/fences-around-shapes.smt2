; A strip as wide as two sides of a square needs a fence of the same length as the square.
(set-logic QF_UFDTLIA)
(set-info :status unsat)
(declare-datatypes ((Shape 0)) (((square (side Int)) (strip (width Int)) (dot))))
(declare-const s Shape)
(declare-const t Shape)
(define-fun fence ((x Shape)) Int
  (match x (((square a) (* 4 a)) ((strip w) (* 2 w)) (dot 0))))
(assert (and ((_ is square) s) (= t (strip (* 2 (side s))))))
(assert (or (distinct (fence s) (fence t)) (= s t) (and (> (side s) 0) (<= (width t) (side s)))))
(check-sat)
