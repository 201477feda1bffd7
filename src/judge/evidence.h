#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/check.h"
#include "solve/answer.h"
#include "solve/solver.h"

namespace pg {

// What one solver said to one check-sat, and what its model is worth.
struct Evidence {
  SolverId solver;
  Answer answer;
  std::optional<Verdict> model;  // none if there is no model that we can read
  // The verdict is true only by our choice for cases that SMT-LIB leaves open: solvers may differ.
  bool depends_on_open_cases = false;
  std::string explanation;       // why the model is false or unknown
  std::string witness;           // the model as we write it, where it is true
  bool escapes_strings = false;  // how strings of its model are written
  // How a fresh process was run, for people; empty in a session.
  std::vector<std::string> command = {};

  // Its model makes every assertion true, whatever anybody chooses for open cases.
  bool proves_sat() const {
    return answer.kind == AnswerKind::Sat && model == Verdict::True && !depends_on_open_cases;
  }
  bool has_false_model() const { return answer.kind == AnswerKind::Sat && model == Verdict::False; }
};

}  // namespace pg
