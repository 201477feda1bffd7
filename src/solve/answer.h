#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pg {

// What a solver says to one check-sat.
enum class AnswerKind : uint8_t {
  Sat,
  Unsat,
  Unknown,
  Timeout,
  OutOfMemory,
  Unsupported,  // an operator, a logic or a command that it does not have
  Error,        // it refuses the input, or says what no solver should
  Crash,        // a signal, a failed assertion, a fatal error
  DeltaSat,     // satisfiable if numbers may be a little off: neither sat nor unsat is denied
};
std::string_view name_of(AnswerKind kind);
std::optional<AnswerKind> read_answer_kind(std::string_view name);

// The other answer to a check-sat; only for sat and unsat.
constexpr AnswerKind opposite(AnswerKind answer) {
  return answer == AnswerKind::Sat ? AnswerKind::Unsat : AnswerKind::Sat;
}

struct Answer {
  AnswerKind kind = AnswerKind::Error;
  bool not_started = false;  // there was no process to ask; the detail says why
  // Why it is unknown; the first error message; of a crash the message, else the signal.
  std::string detail;
  // Error messages beside the answer, in the order in which they came.
  std::vector<std::string> errors;
  // What it said when it broke down, at the answer or after it; empty if it did not.
  std::string breakdown;
  bool broke_with_models = false;  // when it was asked for models, and not without
  // The same where it says that a part of it does not exist: no bug to look for.
  std::string unfinished = {};
  std::string model;  // as printed; empty if there is none
  double seconds = 0;
  // All that it wrote since the answer before.
  std::string output;
  std::string error_output;

  bool decided() const { return kind == AnswerKind::Sat || kind == AnswerKind::Unsat; }
  // It says what it found out, also where that is no claim that could be wrong.
  bool concludes() const { return decided() || kind == AnswerKind::DeltaSat; }
};

// Splits what a solver prints into its responses: words, strings, and lists with all that is in
// them. A list that is not closed is the last one.
std::vector<std::string_view> split_responses(std::string_view output);

// The answer that a response is: sat, unsat, unknown or delta-sat, alone on its line of the output.
// A model may follow it there, and the delta of delta-sat; "unsat cores are off" is no answer.
std::optional<AnswerKind> read_answer(std::string_view output, std::string_view response);

// The text of (error "..."); empty if the response is none.
std::string error_message(std::string_view response);

// A message without what differs from run to run: addresses, process numbers, paths, names of
// temporary files.
std::string normalise_message(std::string_view message);

// The part of a text that says why the solver broke down: a failed assertion, a fatal error, a
// sanitizer's report. Empty if nothing does. Words that are in what the solver was sent prove
// nothing: a symbol may be called unreachable.
std::string breakdown_message(std::string_view text, std::string_view sent = {});

// The words of such a part that say what kind of breakdown it is; empty if there are none.
std::string_view breakdown_words(std::string_view message);

// True for the words of a solver that checks its models (--check-models, model_validate) and found
// one to be wrong.
bool refutes_its_model(std::string_view text);

}  // namespace pg
