#pragma once

#include <string>
#include <vector>

#include "judge/case.h"

namespace pg::test {

// A wrong unsat of z3 with an option, as a campaign finds it.
inline Case wrong_unsat() {
  Case found;
  found.kind = Kind::WrongUnsat;
  found.fingerprint = "z3-wrong-unsat-0123456789";
  found.liar = {.name = "z3 smt.arith.solver=2",
                .program = "z3",
                .version = "4.8.12",
                .options = {"smt.arith.solver=2"}};
  found.answer = AnswerKind::Unsat;
  found.certificate = TrueModel{"((define-fun x () Int 5))", "cvc5"};
  found.witnesses = {
      {{.name = "cvc5", .program = "cvc5", .version = "1.0.3", .options = {}}, AnswerKind::Sat}};
  found.command = {"z3", "-in", "-smt2", "smt.arith.solver=2"};
  found.output = "unsat\n";
  found.original = "(declare-const x Int)\n(assert (> (* 2 x) 3))\n(check-sat)\n";
  found.origin = {.strategy = "sae",
                  .seed_file = "/home/me/seeds/a.smt2",
                  .seed = "(check-sat)\n",
                  .recipe = "polygraph mutate /home/me/seeds/a.smt2 --rng 3",
                  .steps = "a step\n"};
  return found;
}

// One case with each kind of certificate.
inline std::vector<Case> one_of_each() {
  std::vector<Case> all{wrong_unsat()};
  Case model = wrong_unsat();
  model.kind = Kind::InvalidModel;
  model.answer = AnswerKind::Sat;
  model.output = "sat\n";
  model.certificate = FalseModel{"((define-fun x () Int 1))", true,
                                 "the assertion at line 2 is false\n  (> (* 2 x) 3) = false"};
  all.push_back(model);
  model.kind = Kind::WrongSat;
  model.witnesses[0].answer = AnswerKind::Unsat;
  all.push_back(model);
  Case own = model;
  own.kind = Kind::InvalidModel;
  own.certificate = OwnCheck{"an invalid model was generated"};
  all.push_back(own);
  Case rules = wrong_unsat();
  rules.kind = Kind::Contradiction;
  rules.origin.seed = "(declare-const x Int)\n(assert (> (* 2 x) 4))\n(check-sat)\n";
  RuleChain chain;
  chain.steps.push_back({.command = 1,
                         .path = {},
                         .before = "(> (* 2 x) 4)",
                         .after = "(> (* 2 x) 3)",
                         .direction = Direction::Weaker,
                         .rules = {"a rule"},
                         .constants = {"3"}});
  chain.core = {1};
  rules.certificate = ByRules{chain, {"z3"}};
  all.push_back(rules);
  Case crash = wrong_unsat();
  crash.kind = Kind::Crash;
  crash.answer = AnswerKind::Crash;
  crash.certificate = Breakdown{"ASSERTION VIOLATION File: fake.cpp Line: 7"};
  crash.output = "ASSERTION VIOLATION\nFile: fake.cpp\nLine: 7\n";
  all.push_back(crash);
  Case open = wrong_unsat();
  open.kind = Kind::Disagreement;
  open.certificate = OtherAnswers{};
  all.push_back(open);
  return all;
}

}  // namespace pg::test
