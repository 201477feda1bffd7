#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <llvm/IR/Module.h>

#include "base/result.h"
#include "program/budget.h"
#include "program/interface.h"
#include "program/kill.h"
#include "solve/process.h"

namespace pg {

// The code of a trap: the original takes more steps than are run.
inline constexpr uint32_t kTooManySteps = 9;

// What one input does: to the original, and which mutants it tells from it. Of those that are only
// slow it is not known; see Native::end_of().
struct NativeRun {
  Observation original;
  std::vector<Kill> kills;
};

// Writes a module and the C program that goes with it, and compiles both; says where the result is.
Result<std::string> compile_native(const llvm::Module& module, const std::string& runtime);

// The meta-mutant, compiled. Each run starts from the same memory; loops are counted, so that a
// mutant that does not end is found after the same number of steps everywhere.
class Native {
 public:
  static Result<std::unique_ptr<Native>> build(const llvm::Module& module,
                                               const Interface& interface);

  // The mutants that the next runs try; without those that are wild.
  void set_faults(std::span<const uint32_t> faults);
  // Runs the inputs one after the other, as many as there is time for. With `drop`, mutants that a
  // difference killed are not tried again.
  Result<std::vector<NativeRun>> run(std::span<const Input> inputs, bool drop,
                                     const Budget& budget = {});
  // What a mutant comes to that is slow on this input: it takes as many steps as nobody waits for.
  // Nothing if it does the same as the original. Later runs of this input say so, too.
  Result<std::optional<KillKind>> end_of(const Input& input, uint32_t fault);
  // What one mutant does.
  Result<Observation> observe(const Input& input, uint32_t fault);

  // Runs every input there is; says which of the mutants any of them kills. Nothing where there are
  // more inputs than that power of two.
  Result<std::optional<std::vector<Kill>>> exhaust(std::span<const uint32_t> faults,
                                                   uint32_t most_bits);

  uint64_t executions() const { return executions_; }
  // Mutants that end the process which runs them, or keep it for ever: nothing is known of them.
  const std::vector<uint32_t>& wild() const { return wild_; }

 private:
  // Lines that the process wrote before it was lost, if it was. Then there is a new one.
  struct Lines {
    std::string text;
    bool is_lost = false;
  };

  explicit Native(const Interface& interface) : interface_(interface) {}

  std::string write_input(const Input& input) const;
  Result<bool> start();
  Result<Lines> exchange(const std::string& text, const Budget& budget);
  // The same where a process that is lost is an error.
  Result<std::string> expect(const std::string& text);
  void read_runs(std::string_view lines, std::span<const Input> inputs, bool drop,
                 std::vector<NativeRun>& runs);
  Result<std::optional<NativeRun>> run_apart(const Input& input, bool drop, const Budget& budget);
  static std::vector<Kill> read_kills(std::string_view line);
  void settle_slow(const Input& input, std::vector<Kill>& kills) const;
  Observation read_observation(std::string_view& line) const;

  const Interface& interface_;
  std::string program_;
  std::unique_ptr<Process> process_;
  std::vector<uint32_t> faults_;
  bool knows_faults_ = true;  // the process does
  std::vector<uint32_t> wild_;
  size_t batch_ = 8;  // inputs that are sent at once
  std::map<std::pair<Input, uint32_t>, std::optional<KillKind>> ends_;  // of what is slow
  uint64_t executions_ = 0;
};

}  // namespace pg
