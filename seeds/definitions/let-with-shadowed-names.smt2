; An inner binding hides an outer one of the same name.
(set-logic QF_LIA)
(set-info :status sat)
(declare-const x Int)
(declare-const y Int)
(assert (let ((x (+ x 1)) (y x)) (let ((x (* 2 x)) (z (- x y))) (and (= z 1) (= x 8)))))
(assert (let ((t (> y x)) (u (< y 10))) (and t u (=> (and t u) (let ((t (= y 7)) (w (= y 8))) (or t w))))))
(assert (not (= (+ x y) 10)))
(check-sat)
