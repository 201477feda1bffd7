; In every pub there is somebody such that if that person drinks then everybody drinks.
(set-logic UF)
(set-info :status unsat)
(declare-sort Guest 0)
(declare-fun drinks (Guest) Bool)
(declare-const barkeeper Guest)
(assert (not (exists ((x Guest)) (=> (drinks x) (forall ((y Guest)) (drinks y))))))
(assert (or (drinks barkeeper) (not (drinks barkeeper))))
(check-sat)
