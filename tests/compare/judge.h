#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compare/explained.h"
#include "compare/solver_session.h"
#include "term/known.h"

namespace pg::test {

// What a solver says to our value of a term.
enum class Verdict : uint8_t { Agrees, Differs, Unknown, Unsupported, Crashes };
inline constexpr std::array<std::string_view, 5> kVerdictNames{"agree", "different", "unknown",
                                                               "unsupported", "crashed"};
inline constexpr size_t kVerdicts = kVerdictNames.size();

struct Question {
  std::string term;
  std::string value;  // ours
  std::string sort;
  const Explained* explanation;  // why the solver's value is another, if it is
};

struct PeerSpec {
  std::string_view name;
  Known known;
  std::vector<std::string> command;
  std::string_view first;               // commands for every question
  std::string_view first_higher_order;  // where functions are values
};
std::span<const PeerSpec> peer_specs();

// True if functions are values in it.
bool is_higher_order(std::string_view term);

// Asks one solver many questions at once, and single ones only where it does not agree.
class Judge {
 public:
  explicit Judge(const PeerSpec& spec);

  const PeerSpec& spec() const { return spec_; }
  // A verdict for each.
  std::vector<Verdict> ask(std::span<const Question> questions);
  // What it takes for the term's value, as it says so.
  std::string value_of(const Question& question);

 private:
  Verdict ask_all(std::span<const Question> questions);
  Verdict ask_afresh(std::span<const Question> questions);
  SolverSession::Reply send(std::string_view about, const std::string& commands);

  const PeerSpec& spec_;
  SolverSession plain_;
  SolverSession higher_order_;
};

}  // namespace pg::test
