; Two dates of one year lie ten days apart across the end of a month.
(set-logic QF_UFDTLIA)
(set-info :status sat)
(declare-datatypes ((Month 0)) (((jan) (feb) (mar))))
(declare-datatypes ((Date 0)) (((date (day Int) (month Month)))))
(declare-const d Date)
(declare-const e Date)
(define-fun number ((x Date)) Int
  (+ (day x) (ite ((_ is jan) (month x)) 0 (ite ((_ is feb) (month x)) 31 59))))
(define-fun valid ((x Date)) Bool (and (<= 1 (day x)) (<= (day x) (ite (= (month x) feb) 28 31))))
(assert (and (valid d) (valid e) (= (- (number e) (number d)) 10)))
(assert (not (= (month d) (month e))))
(assert (or (= (day d) 25) (= (month e) mar)))
(check-sat)
