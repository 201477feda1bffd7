; A byte is on no block list, and an allow list without the blocked bytes has one element.
; Why: allow {#x10}, block {#x00} and b = #xff.
(set-logic ALL)
(set-info :status sat)
(declare-const allow (Set (_ BitVec 8)))
(declare-const block (Set (_ BitVec 8)))
(declare-const b (_ BitVec 8))
(assert (set.member #x10 allow))
(assert (not (set.member b (set.union allow block))))
(assert (or (bvugt b #x80) (set.member (bvnot b) block)))
(assert (= (set.minus allow block) (set.singleton #x10)))
(assert (distinct block (as set.empty (Set (_ BitVec 8)))))
(check-sat)
