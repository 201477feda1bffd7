; A committee of three includes the chair and shares one member with the board.
; Why: committee {1,2,3}, board {1,4} and chair 1 meet all the demands.
(set-logic ALL)
(set-info :status sat)
(declare-const committee (Set Int))
(declare-const board (Set Int))
(declare-const chair Int)
(assert (= (set.card committee) 3))
(assert (set.member chair committee))
(assert (= (set.card (set.inter committee board)) 1))
(assert (or (set.member chair board) (set.subset board committee)))
(assert (not (set.subset board (set.insert chair (as set.empty (Set Int))))))
(assert (=> (> chair 5) (set.member 0 board)))
(check-sat)
