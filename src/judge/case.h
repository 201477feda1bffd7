#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "judge/kinds.h"
#include "mutate/chain.h"

namespace pg {

// Kinds of proof, one alternative each. A reader can check every one again.

// A model that makes every assertion true, as we write it.
struct TrueModel {
  std::string model;
  std::string owner;  // the solver that gave it; empty: we found it on the way
};
// A model as the solver printed it, which makes an assertion false.
struct FalseModel {
  std::string model;
  bool escapes_strings = false;
  std::string why;  // the assertion, and the values of its parts
};
// The solver checked its own model and says that it is wrong.
struct OwnCheck {
  std::string message;
};
// The answer follows from the seed's, which the solvers of `said_by` gave.
struct ByRules {
  RuleChain chain;
  std::vector<std::string> said_by;
};
// Other solvers give another answer: the witnesses.
struct OtherAnswers {};
// How the solver broke down.
struct Breakdown {
  std::string message;
  bool with_model = false;  // when it is asked for a model
};
using Certificate = std::variant<OtherAnswers, TrueModel, FalseModel, OwnCheck, ByRules, Breakdown>;

// What another solver answered to the same check-sat.
struct Witness {
  SolverId solver;
  AnswerKind answer = AnswerKind::Unknown;
};

// Where a formula comes from.
struct Origin {
  std::string strategy;
  std::string seed_file;
  std::string seed;    // what steps of rules start from
  std::string recipe;  // a command line that makes the mutant again
  std::string steps;   // one line each
};

enum class Reduced : uint8_t {
  No,
  Interrupted,  // it goes on when the campaign does
  CutShort,     // the time was up: it may become smaller
  Yes,          // no pass helps any more
};

std::string_view name_of(Reduced reduced);
std::optional<Reduced> read_reduced(std::string_view name);

// One bug, from the first suspicion to the folder. The judge makes it, confirmation, reduction and
// the store extend it, and the folder, the report and the replay read it.
struct Case {
  Kind kind = Kind::Crash;
  size_t check = 0;  // the check-sat, from 0
  SolverId liar;
  AnswerKind answer = AnswerKind::Unknown;  // what the liar says
  Certificate certificate;
  std::vector<Witness> witnesses;

  std::vector<std::string> command;  // what shows it, for people; the formula is standard input
  std::string standing;              // what the solver says of an option that it takes
  std::string output;                // what the liar prints

  std::string original;  // the formula as it was found
  std::string smaller;   // the formula as reduction left it; empty: nothing helped
  Reduced reduced = Reduced::No;
  bool flaky = false;  // a fresh process does not always show it
  Origin origin;
  std::string fingerprint;  // the same for the same bug

  const std::string& formula() const { return smaller.empty() ? original : smaller; }
};

// Who is wrong and how we know, in a sentence without a full stop.
std::string sentence_of(const Case& found);

// The model that is part of the certificate; empty if there is none.
std::string model_of(const Certificate& certificate);

// Whether a bug of that kind can have that proof.
bool is_proof_of(const Certificate& certificate, Kind kind);

// Bugs that maintainers want first come first: by kind, then those that show without options.
bool comes_before(const Case& a, const Case& b);

}  // namespace pg
