; A ring holds one key, which is the chosen one and opens one of three doors.
; Why: ring {5} with key = 5 and doors {4,5,6}.
(set-logic ALL)
(set-info :status sat)
(declare-const ring (Set Int))
(declare-const doors (Set Int))
(declare-const key Int)
(assert (and (set.is_singleton ring) (= key (set.choose ring))))
(assert (= doors (set.insert 4 5 (set.singleton 6))))
(assert (or (set.subset ring doors) (< key 0)))
(assert (not (set.member 6 (set.union ring (set.singleton key)))))
(assert (=> (set.member 4 ring) (= (set.card doors) 2)))
(check-sat)
