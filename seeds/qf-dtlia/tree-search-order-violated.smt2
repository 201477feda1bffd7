; A search tree cannot have a smaller key on the right than on the left.
(set-logic QF_UFDTLIA)
(set-info :status unsat)
(declare-datatypes ((Tree 0)) (((leaf) (node (left Tree) (key Int) (right Tree)))))
(declare-const t Tree)
(declare-const u Tree)
(define-fun in-order ((x Tree)) Bool (and
  (=> ((_ is node) (left x)) (< (key (left x)) (key x)))
  (=> ((_ is node) (right x)) (> (key (right x)) (key x)))))
(assert (and ((_ is node) t) (in-order t)))
(assert (or (= u (left t)) (= u (node leaf (- (key t) 1) leaf))))
(assert (and ((_ is node) u) (= u (right t))))
(assert (=> (= u (left t)) (= (left t) (right t))))
(check-sat)
