; The factorial of four is neither odd nor different from twenty-four.
(set-logic ALL)
(set-info :status unsat)
(define-fun-rec fact ((n Int)) Int (ite (<= n 1) 1 (* n (fact (- n 1)))))
(declare-const f Int)
(assert (= f (fact 4)))
(assert (or (= (mod f 2) 1) (distinct f 24) (< f (fact 3))))
(check-sat)
