; Three islanders each make a claim that is true exactly when the speaker is a knight.
(set-logic QF_UF)
(set-info :status sat)
(declare-const alice Bool)
(declare-const bob Bool)
(declare-const carol Bool)
; Alice: Bob is a knave or Carol is a knight.
(assert (= alice (or (not bob) carol)))
; Bob: Alice and I are of different kinds.
(assert (= bob (xor alice bob)))
; Carol: if Bob is a knight then so is Alice.
(assert (= carol (=> bob alice)))
(assert (ite carol (or alice bob) (and bob (not alice))))
(assert (not (and alice bob carol false)))
(check-sat)
