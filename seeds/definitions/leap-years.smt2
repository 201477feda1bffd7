; A year between 1890 and 1910 is divisible by four and yet no leap year.
(set-logic QF_LIA)
(set-info :status sat)
(declare-const year Int)
(define-fun congruent ((n Int) (k Int)) Bool (= (mod n 4) (mod k 4)))
(define-fun leap ((y Int)) Bool
  (and (= (mod y 4) 0) (or (not (= (mod y 100) 0)) (= (mod y 400) 0))))
(assert (and (<= 1890 year) (<= year 1910)))
(assert (! (congruent year 0) :named by-four))
(assert (! (not (leap year)) :named no-leap))
(assert (=> (leap (+ year 4)) (xor (leap (- year 4)) (= year 1904))))
(check-sat)
