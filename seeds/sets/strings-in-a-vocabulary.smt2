; A vocabulary has two words of which one is a prefix of the other.
; Why: words {"art", "artist"} with short = "art" and long = "artist".
(set-logic ALL)
(set-info :status sat)
(declare-const words (Set String))
(declare-const short String)
(declare-const long String)
(assert (= words (set.union (set.singleton short) (set.singleton long))))
(assert (= (set.card words) 2))
(assert (str.prefixof short long))
(assert (and (= (str.len short) 3) (not (set.member "" words))))
(assert (or (set.member "art" words) (set.member "arts" words)))
(assert (=> (= short "art") (= (str.len long) 6)))
(check-sat)
