; The value of a sum of two numbers does not depend on their order.
(set-logic QF_UFDTLIA)
(set-info :status unsat)
(declare-datatypes ((Expr 0)) (((num (val Int)) (plus (lhs Expr) (rhs Expr)))))
(declare-const x Expr)
(declare-const y Expr)
(define-fun leaf-value ((e Expr)) Int (ite ((_ is num) e) (val e) 0))
(define-fun value ((e Expr)) Int
  (ite ((_ is plus) e) (+ (leaf-value (lhs e)) (leaf-value (rhs e))) (leaf-value e)))
(assert (distinct (value (plus x y)) (value (plus y x))))
(assert (or ((_ is num) x) (= (val y) 0)))
(check-sat)
