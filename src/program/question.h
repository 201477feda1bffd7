#pragma once

#include <string>

#include "model/model.h"
#include "program/encode.h"
#include "program/interface.h"
#include "program/terms.h"
#include "smtlib/script.h"
#include "solve/session.h"

namespace pg {

// What a solver said about a condition on the inputs.
struct Reply {
  AnswerKind kind = AnswerKind::Unknown;
  std::string detail;
  Input input;              // where it is sat
  uint64_t fault = 0;       // the value of the constant that stands for the fault, if there is one
  bool model_holds = true;  // by our own evaluation
  std::string query;        // as it was asked
};

// Asks a solver for inputs that satisfy a condition, and keeps what was asked as files.
class Asker {
 public:
  Asker(Terms& terms, const Interface& interface, const InputTerms& inputs, const Solver& solver,
        const QueryLimits& limits, std::string folder);

  // `fault` is a constant that the condition may mention, or none. The name is the file's.
  Reply ask(Term condition, Term fault, const std::string& name);

  double seconds() const { return session_.waited(); }
  uint64_t queries() const { return queries_; }
  const std::string& problem() const { return problem_; }  // why a file could not be written

 private:
  Script make_script(Term asked, Term fault);
  std::vector<Term> unknowns_in(Term condition) const;
  std::vector<SymbolMeaning> meanings_in(Term condition) const;
  void read_answer(const Script& script, const Answer& answer, Term fault, Reply& reply);
  uint64_t complete(Model& model, Term symbol);

  Terms& terms_;
  const Interface& interface_;
  const InputTerms& inputs_;
  Session session_;
  std::string folder_;
  std::string problem_;
  uint64_t queries_ = 0;
};

}  // namespace pg
