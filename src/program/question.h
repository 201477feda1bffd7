#pragma once

#include <string>

#include "model/model.h"
#include "program/encode.h"
#include "program/interface.h"
#include "program/panel.h"
#include "program/terms.h"
#include "smtlib/script.h"

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

// A condition on the inputs, and a name for it.
struct Question {
  Term condition;
  std::string name;
};

// Asks solvers for inputs that satisfy a condition.
class Asker {
 public:
  // At most so many seconds for a question.
  Asker(Terms& terms, const Interface& interface, const InputTerms& inputs, Panel& panel,
        double seconds);

  // `fault` is a constant that the condition may mention, or none. The name is that of the file
  // which keeps the question.
  Reply ask(Term condition, Term fault, const std::string& name);
  // Several at a time.
  std::vector<Reply> ask(std::span<const Question> questions, Term fault = {});

  const Budget& budget() const { return panel_.budget(); }

 private:
  Script make_script(Term asked, Term fault);
  std::vector<Term> unknowns_in(Term condition) const;
  std::vector<SymbolMeaning> meanings_in(Term condition) const;
  void read_answer(const Script& script, const Answer& answer, Term fault, Reply& reply);
  uint64_t complete(Model& model, Term symbol);

  Terms& terms_;
  const Interface& interface_;
  const InputTerms& inputs_;
  Panel& panel_;
  double seconds_;
};

}  // namespace pg
