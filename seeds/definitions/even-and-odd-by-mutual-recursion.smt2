; Evenness and oddness defined by each other give the right answers for two, three and four.
(set-logic UFLIA)
(set-info :status unsat)
(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool))
  ((ite (<= n 0) true (odd (- n 1))) (ite (<= n 0) false (even (- n 1)))))
(declare-const k Int)
(assert (or (= k 3) (= k 4)))
(assert (or (and (= k 4) (odd 4)) (and (= k 3) (not (odd 3))) (= (even 2) (odd 2))))
(check-sat)
