#include "program/module.h"

#include <charconv>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>

#include "base/check.h"
#include "base/input.h"
#include "program/checks.h"
#include "solve/process.h"
#include "solve/scratch.h"
#include "solve/session.h"
#include "solve/solver.h"

namespace pg {
namespace {

// The faults are seeded where the programmer put things, so nothing may be optimised before.
constexpr auto kFrontEnd = std::to_array<const char*>(
    {"-O0", "-g", "-Xclang", "-disable-O0-optnone", "-fno-discard-value-names", "-ffp-contract=off",
     "-emit-llvm", "-c"});

constexpr auto kShiftChecks =
    std::to_array<const char*>({"-w", "-fsanitize=shift-base", "-fsanitize-trap=shift-base"});

constexpr auto kClangLimit = std::chrono::seconds(120);

uint32_t read_number(std::string_view& text) {
  uint32_t number = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), number).ptr;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  if (!text.empty()) text.remove_prefix(1);
  return number;
}

// What clang says first: FILE:LINE:COL: error: MESSAGE.
Error read_complaint(const std::string& path, std::string_view output) {
  const size_t at = output.find("error: ");
  if (at == output.npos)
    return {{}, output.empty() ? "clang failed" : std::string(output.substr(0, 300))};
  const size_t begin = output.rfind('\n', at) == output.npos ? 0 : output.rfind('\n', at) + 1;
  std::string_view line = output.substr(begin, output.find('\n', at) - begin);
  std::string message(line.substr(at - begin + 7));
  if (!line.starts_with(path + ":")) return {{}, std::string(line)};
  line.remove_prefix(path.size() + 1);
  const uint32_t number = read_number(line);
  const uint32_t column = read_number(line);
  return {{number, column}, std::move(message)};
}

using Shifts = std::vector<llvm::Instruction*>;

// The left shifts of a module by function, without what a sanitizer adds.
std::map<std::string, Shifts> left_shifts(llvm::Module& module) {
  std::map<std::string, Shifts> found;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (instruction.getOpcode() == llvm::Instruction::Shl &&
          !instruction.hasMetadata(llvm::LLVMContext::MD_nosanitize))
        found[function.getName().str()].push_back(&instruction);
  return found;
}

// Clang's sanitizer looks at the bits that a shift loses, just before the shift.
std::set<const llvm::Instruction*> checked_shifts(llvm::Module& module) {
  std::set<const llvm::Instruction*> found;
  for (llvm::Function& function : module) {
    bool is_checked = false;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (instruction.getOpcode() == llvm::Instruction::LShr &&
          instruction.hasMetadata(llvm::LLVMContext::MD_nosanitize))
        is_checked = true;
      if (instruction.getOpcode() != llvm::Instruction::Shl) continue;
      if (is_checked) found.insert(&instruction);
      is_checked = false;
    }
  }
  return found;
}

// LLVM's shifts have no sign. Which ones are signed in C, clang knows when it checks them.
void mark_signed_shifts(llvm::Module& module, llvm::Module& checked) {
  std::map<std::string, Shifts> others = left_shifts(checked);
  const std::set<const llvm::Instruction*> are_signed = checked_shifts(checked);
  for (const auto& [function, shifts] : left_shifts(module)) {
    const Shifts& same = others[function];
    CHECK(same.size() == shifts.size(), "a sanitizer that changes the program");
    for (size_t i = 0; i < shifts.size(); ++i)
      if (are_signed.contains(same[i]))
        shifts[i]->setMetadata(kSignedShift, llvm::MDNode::get(module.getContext(), {}));
  }
}

Result<LoadedModule> read_ir(const std::string& file) {
  LoadedModule loaded;
  loaded.context = std::make_unique<llvm::LLVMContext>();
  llvm::SMDiagnostic problem;
  loaded.module = llvm::parseIRFile(file, problem, *loaded.context);
  if (loaded.module) return loaded;
  const Place place{static_cast<uint32_t>(std::max(problem.getLineNo(), 0)),
                    static_cast<uint32_t>(problem.getColumnNo() + 1)};
  return Error{place, problem.getMessage().str()};
}

}  // namespace

Result<std::string> clang_output(const std::string& path, const std::vector<std::string>& words) {
  const std::string clang = find_program("clang-19");
  if (clang.empty()) return Error{{}, "clang-19 is not installed; try: apt-get install clang-19"};
  std::vector<std::string> command{clang};
  command.insert(command.end(), words.begin(), words.end());
  Result<std::unique_ptr<Process>> process =
      Process::start(command, {}, std::filesystem::current_path().string());
  if (!process) return process.error();
  const Process::Stop stop = (*process)->exchange({}, {}, Clock::now() + kClangLimit);
  if (stop != Process::Stop::Ended) return Error{{}, "clang does not end"};
  if ((*process)->exit_code() == 0) return (*process)->take_output();
  return read_complaint(path, (*process)->take_errors());
}

Result<bool> run_clang(const std::string& path, const std::vector<std::string>& words) {
  const Result<std::string> output = clang_output(path, words);
  if (!output) return output.error();
  return true;
}

Result<LoadedModule> load_module(const std::string& path, const std::vector<std::string>& words) {
  // Opening it first gives one message for files that are not there, whatever they contain.
  const Result<std::string> text = read_input(path);
  if (!text) return text.error();
  if (path.ends_with(".ll") || path.ends_with(".bc")) return read_ir(path);
  if (!path.ends_with(".c")) return Error{{}, "not a .c, .ll or .bc file"};
  const Result<std::string> scratch = scratch_folder();
  if (!scratch) return scratch.error();
  const std::string bitcode = *scratch + "/program.bc";
  std::vector<std::string> command(kFrontEnd.begin(), kFrontEnd.end());
  command.insert(command.end(), words.begin(), words.end());
  command.insert(command.end(), {path, "-o", bitcode});
  const Result<bool> compiled = run_clang(path, command);
  if (!compiled) return compiled.error();
  Result<LoadedModule> loaded = read_ir(bitcode);
  if (!loaded || left_shifts(*loaded->module).empty()) return loaded;
  command.insert(command.end(), kShiftChecks.begin(), kShiftChecks.end());
  const Result<bool> checked = run_clang(path, command);
  if (!checked) return checked.error();
  const Result<LoadedModule> other = read_ir(bitcode);
  if (!other) return other.error();
  mark_signed_shifts(*loaded->module, *other->module);
  return loaded;
}

std::string file_of(const llvm::Instruction& instruction) {
  const llvm::DebugLoc& location = instruction.getDebugLoc();
  if (!location) return {};
  // Clang cuts a path where it leaves the folder that it was called in; what is below our own
  // folder is named from there.
  std::filesystem::path path = location->getFilename().str();
  if (path.is_relative()) path = std::filesystem::path(location->getDirectory().str()) / path;
  std::error_code unknown;
  const std::filesystem::path here = std::filesystem::current_path(unknown);
  const std::filesystem::path from_here = path.lexically_relative(here);
  const bool below = !from_here.empty() && *from_here.begin() != "..";
  return (below ? from_here : path).string();
}

Place place_of(const llvm::Instruction& instruction) {
  const llvm::DebugLoc& location = instruction.getDebugLoc();
  if (!location) return {};
  return {location.getLine(), location.getCol()};
}

}  // namespace pg
