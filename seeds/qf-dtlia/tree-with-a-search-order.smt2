; A search tree of three nodes holds the number 5 in its left part.
(set-logic QF_UFDTLIA)
(set-info :status sat)
(declare-datatypes ((Tree 0)) (((leaf) (node (left Tree) (key Int) (right Tree)))))
(declare-const t Tree)
(define-fun in-order ((x Tree)) Bool (and
  (=> ((_ is node) (left x)) (< (key (left x)) (key x)))
  (=> ((_ is node) (right x)) (> (key (right x)) (key x)))))
(assert (and ((_ is node) t) (in-order t)))
(assert (= (left t) (node leaf 5 leaf)))
(assert (or (= (key t) 4) (< (key t) 8)))
(assert (not ((_ is leaf) (right t))))
(assert (=> (= (key t) 6) (= (key (right t)) 9)))
(check-sat)
