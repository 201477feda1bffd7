; A Boolean expression tree evaluates to true although its top is a negation.
(set-logic QF_DT)
(set-info :status sat)
(declare-datatypes ((Expr 0)) (((lit (value Bool)) (neg (arg Expr)) (conj (lhs Expr) (rhs Expr)))))
(declare-const e Expr)
(declare-const f Expr)
(define-fun eval0 ((x Expr)) Bool (match x (((lit b) b) ((neg y) false) ((conj y z) false))))
(define-fun eval1 ((x Expr)) Bool
  (match x (((lit b) b) ((neg y) (not (eval0 y))) ((conj y z) (and (eval0 y) (eval0 z))))))
(assert (and ((_ is neg) e) (eval1 e)))
(assert (and ((_ is conj) f) (eval1 f)))
(assert (or (= (arg e) f) (= (arg e) (lit false))))
(assert (not (= (lhs f) (neg (lit true)))))
(check-sat)
