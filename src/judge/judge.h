#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/check.h"
#include "solve/answer.h"
#include "solve/solver.h"

namespace pg {

// What is known beforehand of a check-sat, with no solver under test in it.
struct Claim {
  enum class Kind : uint8_t {
    None,
    Sat,    // a model makes it true, by our evaluator
    Same,   // it has this answer, by rules that are proved
    Agree,  // solvers must not contradict each other
  };
  Kind kind = Kind::Agree;
  AnswerKind answer = AnswerKind::Unknown;  // Same
  std::string model;                        // Sat: as text
  std::string why;                          // Same: the chain of rules
  // Same: the solvers that gave the seed's answer, from which this one follows; whoever is not
  // among them contradicts them, and not itself. Empty: it is beyond doubt.
  std::vector<std::string> said_by = {};
};
// One a check-sat; nothing but agreement is claimed of those beyond the list.
using Claims = std::vector<Claim>;

// What one solver said to one check-sat, and what its model is worth.
struct Evidence {
  std::string solver;   // as the user named it
  std::string program;  // its row: what bugs are filed under
  Answer answer;
  std::optional<Verdict> model;  // none if there is no model that we can read
  // The verdict is true only by our choice for cases that SMT-LIB leaves open: solvers may differ.
  bool depends_on_open_cases = false;
  std::string explanation;  // why the model is false or unknown
  std::string witness;      // the model as we write it, where it is true
  Needs needs = 0;          // for which it was given options
};

enum class FindingKind : uint8_t {
  WrongUnsat,     // unsat, but there is a model
  WrongSat,       // sat with a false model, and unsat is established
  InvalidModel,   // sat with a false model
  Contradiction,  // another answer than the one that follows by proved rules
  Disagreement,   // sat and unsat, and no model tells who is right
  Crash,
};
std::string_view name_of(FindingKind kind);
std::span<const FindingKind> finding_kinds();
std::optional<FindingKind> read_finding_kind(std::string_view name);

struct Finding {
  FindingKind kind = FindingKind::Crash;
  size_t which = 0;         // the evidence of the solver that lies; of a disagreement, the sat one
  size_t check = 0;         // the check-sat, from 0
  std::string sentence;     // who lies and how we know
  std::string certificate;  // a model that holds, a model that does not with the reason, or rules
  std::string fingerprint;  // the same for the same bug
  bool session_only = false;  // a fresh process does not say it: the certificate is the transcript
};

// What a script is like, for fingerprints of wrong answers.
struct Character {
  std::string logic;
  std::vector<std::string> operators;  // sorted
};

// The findings of one check-sat. Limits, unknown, unsupported and errors are none.
std::vector<Finding> judge(const Claim& claim, std::span<const Evidence> evidence, size_t check,
                           const Character& character);

Character character_of(const Pool& pool, const Script& script);

// The fingerprints that a file of known bugs mutes: the first word of each line; # begins a
// comment.
std::vector<std::string> read_known_bugs(std::string_view text);

}  // namespace pg
