#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <llvm/IR/Module.h>

#include "base/result.h"
#include "program/interface.h"
#include "solve/process.h"

namespace pg {

enum class KillKind : char { Difference = 'd', Trap = 't', Timeout = 'o' };

struct Kill {
  uint32_t fault = 0;
  KillKind kind = KillKind::Difference;
  bool operator==(const Kill&) const = default;
};

// What one input does: to the original, and which mutants it tells from it.
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

  // The mutants that the next runs try.
  void set_faults(std::span<const uint32_t> faults);
  // Runs the inputs one after the other. With `drop`, mutants that died are not tried again.
  Result<std::vector<NativeRun>> run(std::span<const Input> inputs, bool drop);
  // What one mutant does.
  Result<Observation> observe(const Input& input, uint32_t fault);

  // Runs every input there is; says which of the mutants any of them kills. Nothing where there are
  // more inputs than that power of two.
  Result<std::optional<std::vector<Kill>>> exhaust(std::span<const uint32_t> faults,
                                                   uint32_t most_bits);

  uint64_t executions() const { return executions_; }

 private:
  explicit Native(const Interface& interface) : interface_(interface) {}

  std::string write_input(const Input& input) const;
  Result<std::string> exchange(const std::string& text, size_t lines);
  static std::vector<Kill> read_kills(std::string_view line);
  Observation read_observation(std::string_view& line) const;

  const Interface& interface_;
  std::unique_ptr<Process> process_;
  std::string faults_;  // to be sent before the next run
  size_t fault_count_ = 0;
  uint64_t executions_ = 0;
};

}  // namespace pg
