; Games pair a home team with a guest, and no team ever meets itself.
; Why: home {(1)}, away {(2)}, games {(1,2)} with h = 1 and g = 2.
(set-logic ALL)
(set-info :status sat)
(declare-const home (Set (Tuple Int)))
(declare-const away (Set (Tuple Int)))
(declare-const h Int)
(declare-const g Int)
(assert (and (set.member (tuple h) home) (set.member (tuple g) away)))
(assert (not (set.member (tuple h h) (rel.product home away))))
(assert (set.member (tuple 1 2) (rel.product home away)))
(assert (or (= h 1) (< g h)))
(assert (= (set.inter home away) (as set.empty (Set (Tuple Int)))))
(check-sat)
