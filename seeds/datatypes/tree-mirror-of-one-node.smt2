; Mirroring a node twice gives the same tree, so it cannot differ in a child.
(set-logic QF_DT)
(set-info :status unsat)
(declare-sort Key 0)
(declare-datatypes ((Tree 0)) (((leaf) (node (left Tree) (key Key) (right Tree)))))
(declare-const t Tree)
(declare-const u Tree)
(define-fun mirror ((a Tree)) Tree
  (ite ((_ is node) a) (node (right a) (key a) (left a)) leaf))
(assert (= u (mirror t)))
(assert (or (distinct (mirror u) t) (and ((_ is leaf) u) ((_ is node) t))
  (and ((_ is node) t) (distinct (left t) (right u)))))
(check-sat)
