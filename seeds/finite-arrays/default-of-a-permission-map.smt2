; A permission that is granted to all but one user is not granted to nobody.
; Why: two users may, the third may not, whoever it is.
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((User 0)) (((root) (alice) (bob))))
(declare-const may (Array User Bool))
(declare-const who User)
(assert (= may (store ((as const (Array User Bool)) true) who false)))
(assert (= (select may root) (select may alice) (select may bob)))
(assert (or (= may ((as const (Array User Bool)) false)) (distinct who root)))
(check-sat)
