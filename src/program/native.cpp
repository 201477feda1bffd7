#include "program/native.h"

#include <algorithm>
#include <charconv>
#include <fstream>

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include "base/check.h"
#include "program/module.h"
#include "program/runtime.h"
#include "solve/scratch.h"
#include "solve/session.h"

namespace pg {
namespace {

constexpr double kRunSeconds = 120;
constexpr size_t kMostBatch = 512;  // inputs sent at once

// Reads up to the character that ends it, and leaves the rest.
std::string_view next_word(std::string_view& text, char end) {
  const size_t length = std::min(text.find(end), text.size());
  const std::string_view word = text.substr(0, length);
  text.remove_prefix(std::min(length + 1, text.size()));
  return word;
}

uint64_t read_hex(std::string_view word) {
  uint64_t value = 0;
  std::from_chars(word.data(), word.data() + word.size(), value, 16);
  return value;
}

std::vector<uint8_t> read_bytes(std::string_view& text, uint64_t size) {
  std::vector<uint8_t> bytes(size);
  for (uint64_t i = 0; i < size; ++i)
    bytes[i] = static_cast<uint8_t>(read_hex(text.substr(2 * i, 2)));
  text.remove_prefix(2 * size);
  return bytes;
}

Result<bool> write_bitcode(const llvm::Module& module, const std::string& path) {
  std::string problem;
  llvm::raw_string_ostream out(problem);
  CHECK(!llvm::verifyModule(module, &out), problem);
  std::error_code failed;
  llvm::raw_fd_ostream file(path, failed);
  if (failed) return Error{{}, fmt::format("cannot write {}: {}", path, failed.message())};
  llvm::WriteBitcodeToFile(module, file);
  return true;
}

}  // namespace

Result<std::string> compile_native(const llvm::Module& module, const std::string& runtime) {
  static int number = 0;
  const Result<std::string> scratch = scratch_folder();
  if (!scratch) return scratch.error();
  const std::string base = fmt::format("{}/mutants-{}", *scratch, ++number);
  const Result<bool> written = write_bitcode(module, base + ".bc");
  if (!written) return written.error();
  std::ofstream(base + ".c") << kObjectsSource << runtime;
  const Result<bool> compiled =
      run_clang(base + ".c", {"-O0", "-w", base + ".c", base + ".bc", "-lm", "-o", base});
  if (!compiled) return compiled.error();
  return base;
}

Result<std::unique_ptr<Native>> Native::build(const llvm::Module& module,
                                              const Interface& interface) {
  const Result<std::string> program =
      compile_native(*native_module(module, interface), kRunnerSource);
  if (!program) return program.error();
  std::unique_ptr<Native> native(new Native(interface));
  native->program_ = *program;
  if (const Result<bool> started = native->start(); !started) return started.error();
  return native;
}

Result<bool> Native::start() {
  Result<std::unique_ptr<Process>> process = Process::start({program_}, {});
  if (!process) return process.error();
  process_ = std::move(*process);
  knows_faults_ = false;
  return true;
}

void Native::set_faults(std::span<const uint32_t> faults) {
  faults_.clear();
  for (const uint32_t fault : faults)
    if (std::ranges::find(wild_, fault) == wild_.end()) faults_.push_back(fault);
  knows_faults_ = false;
}

std::string Native::write_input(const Input& input) const {
  std::string scalars;
  std::string arrays;
  size_t index = 0;
  for (const Parameter& parameter : interface_.parameters) {
    if (!parameter.pointer) {
      scalars += fmt::format(" {:x}", input[index++]);
      continue;
    }
    std::vector<uint8_t> bytes(parameter.size * parameter.length);
    for (uint32_t element = 0; element < parameter.length; ++element)
      for (const Leaf& leaf : parameter.leaves)
        write_leaf(bytes, element * parameter.size, leaf, input[index++]);
    arrays += ' ';
    for (const uint8_t byte : bytes) arrays += fmt::format("{:02x}", byte);
  }
  return scalars + arrays + "\n";
}

Observation Native::read_observation(std::string_view& line) const {
  Observation seen;
  seen.end = static_cast<Observation::End>(next_word(line, ' ').front());
  const uint64_t flags = read_hex(next_word(line, ' '));
  seen.undefined = (flags & 1) != 0;
  seen.unset = (flags & 2) != 0;
  const std::string_view code = next_word(line, ' ');
  std::from_chars(code.data(), code.data() + code.size(), seen.code);
  seen.steps = read_hex(next_word(line, ' '));
  seen.result = read_hex(next_word(line, ' '));
  seen.calls = read_hex(next_word(line, ' '));
  std::string_view record = next_word(line, ';');
  for (const Parameter* object : interface_.objects())
    seen.arrays.push_back(read_bytes(record, object->size * object->length));
  for (const GlobalVariable& global : interface_.globals)
    seen.globals.push_back(read_bytes(record, global.size));
  return seen;
}

Result<Native::Lines> Native::exchange(const std::string& text, const Budget& budget) {
  std::string faults;
  if (!knows_faults_) {
    faults = "F";
    for (const uint32_t fault : faults_) faults += fmt::format(" {:x}", fault);
    faults += "\n";
  }
  knows_faults_ = true;
  const Process::Stop stop =
      process_->exchange(faults + text + "E\n", "E\n", budget.part(kRunSeconds).end());
  Lines lines{process_->take_output(), stop != Process::Stop::Found};
  lines.text.resize(lines.text.rfind('\n') + 1);
  if (lines.is_lost)
    if (const Result<bool> started = start(); !started) return started.error();
  return lines;
}

Result<std::string> Native::expect(const std::string& text) {
  Result<Lines> lines = exchange(text, {});
  if (!lines) return lines.error();
  if (lines->is_lost) return Error{{}, "the compiled mutants ended unexpectedly, or do not end"};
  return std::move(lines->text);
}

std::vector<Kill> Native::read_kills(std::string_view line) {
  std::vector<Kill> kills;
  while (!line.empty()) {
    const std::string_view word = next_word(line, ' ');
    if (word.empty()) continue;
    kills.push_back({static_cast<uint32_t>(read_hex(word.substr(0, word.find(':')))),
                     static_cast<KillKind>(word.back())});
  }
  return kills;
}

Result<std::optional<std::vector<Kill>>> Native::exhaust(std::span<const uint32_t> faults,
                                                         uint32_t most_bits) {
  std::string text = "X";
  uint64_t total = 0;
  for (const Parameter& parameter : interface_.parameters) {
    const uint32_t bits = parameter.leaves[0].is_truth ? 1 : parameter.leaves[0].bits;
    total += parameter.pointer ? parameter.size * parameter.length * 8 : bits;
    if (!parameter.pointer) text += fmt::format(" {:x}", bits);
  }
  if (total > most_bits) return std::optional<std::vector<Kill>>();
  set_faults(faults);
  const Result<std::string> output = expect(text + "\n");
  if (!output) return output.error();
  executions_ += (1 + faults.size()) << total;
  return std::optional(read_kills(output->substr(0, output->find(';'))));
}

Result<std::vector<NativeRun>> Native::run(std::span<const Input> inputs, bool drop,
                                           const Budget& budget) {
  constexpr auto kShort = std::chrono::milliseconds(100);
  constexpr auto kLong = std::chrono::seconds(1);
  std::vector<NativeRun> runs;
  while (runs.size() < inputs.size() && !budget.is_over()) {
    const auto rest = inputs.subspan(runs.size());
    const auto batch = rest.first(std::min(rest.size(), batch_));
    const size_t wanted = runs.size() + batch.size();
    std::string text;
    for (const Input& input : batch) text.append(drop ? "K" : "M").append(write_input(input));
    const auto begin = Clock::now();
    const Result<Lines> lines = exchange(text, budget);
    if (!lines) return lines.error();
    read_runs(lines->text, batch, drop, runs);
    const auto took = Clock::now() - begin;
    if (took < kShort) batch_ = std::min(2 * batch_, kMostBatch);
    if (took > kLong) batch_ = std::max(batch_ / 2, size_t{1});
    CHECK(lines->is_lost || runs.size() == wanted, "the compiled mutants answer something else");
    if (runs.size() == wanted || budget.is_over()) continue;
    // The next input is the one that it did not survive.
    Result<std::optional<NativeRun>> apart = run_apart(inputs[runs.size()], drop, budget);
    if (!apart) return apart.error();
    if (!*apart) break;
    runs.push_back(std::move(**apart));
  }
  return runs;
}

// One line an input, and perhaps another at the end.
void Native::read_runs(std::string_view lines, std::span<const Input> inputs, bool drop,
                       std::vector<NativeRun>& runs) {
  for (size_t i = 0; i < inputs.size() && !lines.empty(); ++i) {
    std::string_view line = next_word(lines, '\n');
    NativeRun run;
    run.original = read_observation(line);
    executions_ += 1 + (run.original.is_defined() ? faults_.size() : 0);
    run.kills = read_kills(line);
    if (drop)
      for (const Kill& kill : run.kills)
        if (kill.kind == KillKind::Difference) std::erase(faults_, kill.fault);
    settle_slow(inputs[i], run.kills);
    runs.push_back(std::move(run));
  }
}

// One mutant after the other, to find the one that the process does not survive. Nothing if there
// is no time.
Result<std::optional<NativeRun>> Native::run_apart(const Input& input, bool drop,
                                                   const Budget& budget) {
  const std::vector<uint32_t> faults = faults_;
  const std::string text = (drop ? "K" : "M") + write_input(input);
  // If it does not survive the original, that takes too long for us.
  NativeRun run;
  run.original.end = Observation::End::Trap;
  run.original.code = kTooManySteps;
  std::vector<uint32_t> left;
  for (size_t i = 0; i <= faults.size(); ++i) {
    const bool is_original = i == 0;
    faults_.clear();
    if (!is_original) faults_ = {faults[i - 1]};
    knows_faults_ = false;
    const Result<Lines> lines = exchange(text, budget);
    if (!lines) return lines.error();
    if (lines->is_lost && budget.is_over()) return std::optional<NativeRun>();
    std::vector<NativeRun> own;
    read_runs(lines->text, std::span(&input, 1), drop, own);
    if (own.empty() && is_original) {
      left = faults;
      break;
    }
    if (is_original) run = own[0];
    if (own.empty()) wild_.push_back(faults[i - 1]);
    if (is_original || own.empty()) continue;
    run.kills.insert(run.kills.end(), own[0].kills.begin(), own[0].kills.end());
    left.insert(left.end(), faults_.begin(), faults_.end());
  }
  faults_ = left;
  knows_faults_ = false;
  return std::optional(std::move(run));
}

// What is known of the ends of slow mutants.
void Native::settle_slow(const Input& input, std::vector<Kill>& kills) const {
  std::erase_if(kills, [&](Kill& kill) {
    if (kill.kind != KillKind::Slow) return false;
    const auto known = ends_.find({input, kill.fault});
    if (known == ends_.end()) return false;
    kill.kind = known->second.value_or(KillKind::Slow);
    return !known->second;
  });
}

Result<std::optional<KillKind>> Native::end_of(const Input& input, uint32_t fault) {
  const auto known = ends_.find({input, fault});
  if (known != ends_.end()) return known->second;
  const Result<Lines> lines = exchange(fmt::format("T {:x}{}", fault, write_input(input)), {});
  if (!lines) return lines.error();
  if (lines->is_lost) {
    wild_.push_back(fault);
    return std::optional<KillKind>();
  }
  ++executions_;
  std::string_view line = std::string_view(lines->text).substr(0, lines->text.find('\n'));
  read_observation(line);
  const std::vector<Kill> kills = read_kills(line);
  std::optional<KillKind> end;
  if (!kills.empty()) end = kills[0].kind;
  ends_.emplace(std::pair(input, fault), end);
  return end;
}

Result<Observation> Native::observe(const Input& input, uint32_t fault) {
  const Result<std::string> output = expect(fmt::format("O {:x}{}", fault, write_input(input)));
  if (!output) return output.error();
  std::string_view line = *output;
  ++executions_;
  return read_observation(line);
}

}  // namespace pg
