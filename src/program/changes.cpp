#include "program/changes.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include "program/checks.h"
#include "program/library.h"
#include "program/lower.h"
#include "program/module.h"
#include "program/overlay.h"
#include "program/same_code.h"
#include "program/seed.h"
#include "program/signature.h"
#include "program/source_change.h"
#include "solve/scratch.h"

namespace pg {
namespace {

constexpr const char* kNoPlace = "its place in the source is not known";
constexpr const char* kInMacro = "its place in the source is in a macro, or made by the compiler";
constexpr const char* kOtherFile = "it is in a file that is included";
constexpr const char* kNoValue =
    "C has no program without it: what would have no value is undefined";
constexpr const char* kNoForm = "no change of the source compiles to it";

// Copies of functions that are compiled at once.
constexpr size_t kBatch = 200;

// A fault on its way to a change.
struct Attempt {
  size_t fault = 0;
  const SourceNode* function = nullptr;
  std::string code;  // what it does
  std::vector<SourceChange> guesses;
  size_t next = 0;  // of them
};

std::string copy_name(const Attempt& attempt) {
  return fmt::format("polygraph_copy_{}_", attempt.fault);
}

size_t line_of(std::string_view text, size_t at) {
  return 1 + static_cast<size_t>(std::ranges::count(text.substr(0, at), '\n'));
}

// The function with the change, under another name.
std::string changed_copy(const SourceTree& tree, const Attempt& attempt, bool name_lines) {
  const SourceNode& function = *attempt.function;
  SourceChange change;
  change.push_back({function.place, function.place + function.name.size(), copy_name(attempt)});
  for (const SourceEdit& edit : attempt.guesses[attempt.next]) change.push_back(edit);
  for (SourceEdit& edit : change) {
    edit.begin -= function.begin;
    edit.end -= function.begin;
  }
  const std::string line = name_lines
                               ? fmt::format("\n#line 1 \"{}\"\n", copy_name(attempt))
                               : fmt::format("\n#line {}\n", line_of(tree.text(), function.begin));
  return line + "__attribute__((used)) " + apply_change(tree.text_of(function), change);
}

// The program, and behind each function its changed copies.
std::string with_copies(const SourceTree& tree, const std::vector<Attempt*>& attempts,
                        bool name_lines) {
  SourceChange insertions;
  for (const Attempt* attempt : attempts) {
    const size_t end = attempt->function->end;
    if (insertions.empty() || insertions.back().begin != end) insertions.push_back({end, end, ""});
    insertions.back().text += changed_copy(tree, *attempt, name_lines);
  }
  for (SourceEdit& insertion : insertions)
    insertion.text += fmt::format("\n#line {}\n", line_of(tree.text(), insertion.begin));
  return apply_change(tree.text(), insertions);
}

class Verifier {
 public:
  Verifier(const SubjectOptions& options, const SourceTree& tree, std::string folder)
      : options_(options), tree_(tree), folder_(std::move(folder)) {}

  // Compiles the next guess of each; those that do what the fault does.
  std::vector<const Attempt*> verify(std::vector<Attempt*> attempts) {
    std::ranges::sort(attempts, {}, [](const Attempt* each) {
      return std::pair(each->function->end, each->fault);
    });
    Result<LoadedModule> loaded = load(with_copies(tree_, attempts, false));
    if (!loaded) {
      drop_broken(attempts);
      if (attempts.empty()) return {};
      loaded = load(with_copies(tree_, attempts, false));
      if (!loaded) return {};
    }
    llvm::Module& module = *loaded->module;
    llvm::Function* entry = module.getFunction(attempts.front()->function->name);
    if (!entry) return {};
    use_float_operations(module);
    seed_faults(module, *entry, {});
    add_checks(module, options_.strict);
    std::vector<const Attempt*> good;
    for (const Attempt* attempt : attempts) {
      const llvm::Function* copy = module.getFunction(copy_name(*attempt));
      if (copy && !copy->isDeclaration() && code_of(*copy, 0) == attempt->code)
        good.push_back(attempt);
    }
    return good;
  }

 private:
  // The compiler sees other text in the place of the file, so that nothing else changes.
  Result<LoadedModule> load(const std::string& text) {
    std::vector<std::string> words = options_.clang;
    const std::vector<std::string> overlay = show_instead(options_.file, text, folder_);
    words.insert(words.end(), overlay.begin(), overlay.end());
    words.emplace_back("-w");
    return load_module(options_.file, words);
  }

  // Each error is in a copy whose name stands in its place.
  void drop_broken(std::vector<Attempt*>& attempts) {
    while (!attempts.empty()) {
      std::vector<std::string> command =
          show_instead(options_.file, with_copies(tree_, attempts, true), folder_);
      command.insert(command.end(), {"-w", "-fsyntax-only"});
      command.insert(command.end(), options_.clang.begin(), options_.clang.end());
      command.push_back(options_.file);
      const Result<bool> compiled = run_clang("", command);
      if (compiled) return;
      const size_t dropped = std::erase_if(attempts, [&](const Attempt* each) {
        return compiled.error().message.find(copy_name(*each) + ":") != std::string::npos;
      });
      if (dropped == 0) attempts.clear();
    }
  }

  const SubjectOptions& options_;
  const SourceTree& tree_;
  std::string folder_;
};

// The definition of a function in the file itself.
const SourceNode* find_definition(const SourceTree& tree, const std::string& name) {
  for (const SourceNode& node : tree.nodes()) {
    if (node.kind != "FunctionDecl" || node.name != name || node.children.empty()) continue;
    if (tree.node(node.children.back()).kind != "CompoundStmt" &&
        std::ranges::none_of(node.children,
                             [&](uint32_t each) { return tree.node(each).kind == "CompoundStmt"; }))
      continue;
    const bool is_plain = node.has_text() && !node.in_macro && node.place >= node.begin &&
                          node.place < node.end &&
                          tree.text().compare(node.place, name.size(), name) == 0;
    if (is_plain) return &node;
  }
  return nullptr;
}

bool is_same_file(const std::string& one, const std::string& other) {
  std::error_code unknown;
  return std::filesystem::equivalent(one, other, unknown);
}

// The lines that a change is in, as they are and as they become.
void describe(const std::string& text, Fault& fault) {
  if (fault.patch.empty()) return;
  const size_t first = fault.patch.front().begin;
  const size_t last = fault.patch.back().end;
  const size_t begin = first == 0 ? 0 : text.rfind('\n', first - 1) + 1;
  const size_t end = std::min(text.find('\n', last), text.size());
  SourceChange change = fault.patch;
  for (SourceEdit& edit : change) {
    edit.begin -= begin;
    edit.end -= begin;
  }
  fault.before = text.substr(begin, end - begin);
  fault.after = apply_change(fault.before, change);
}

void leave_out(TestgenReport& report, const char* why) {
  for (MutantResult& mutant : report.mutants) mutant.fault.unpatched = why;
}

// The meta-mutant, as far as it is compared.
struct Meta {
  LoadedModule code;
  std::vector<FaultShape> shapes;
};

Result<Meta> load_meta(const SubjectOptions& options, const TestgenReport& report) {
  Result<LoadedModule> loaded = load_module(options.file, options.clang);
  if (!loaded) return loaded.error();
  Meta meta{std::move(*loaded), {}};
  llvm::Module& module = *meta.code.module;
  use_float_operations(module);
  llvm::Function* entry = module.getFunction(report.interface.function);
  if (!entry) return Error{{}, "the program has changed"};
  const std::vector<Fault> faults = seed_faults(module, *entry, options.operators, &meta.shapes);
  if (faults.size() != report.mutants.size()) return Error{{}, "the program has changed"};
  add_checks(module, options.strict);
  return meta;
}

std::vector<Attempt> make_attempts(const SubjectOptions& options, const SourceTree& tree,
                                   const Meta& meta, TestgenReport& report) {
  std::vector<Attempt> attempts;
  absl::flat_hash_map<std::string, const SourceNode*> definitions;
  for (size_t i = 0; i < report.mutants.size(); ++i) {
    Fault& fault = report.mutants[i].fault;
    fault.unpatched = fault.place.line == 0                     ? kNoPlace
                      : !is_same_file(fault.file, options.file) ? kOtherFile
                                                                : kInMacro;
    if (fault.unpatched != kInMacro) continue;
    const auto [found, added] = definitions.try_emplace(fault.function);
    if (added) found->second = find_definition(tree, fault.function);
    const llvm::Function* function = meta.code.module->getFunction(fault.function);
    if (!found->second || !function) continue;
    Attempt attempt{i, found->second, {}, {}};
    attempt.guesses = possible_changes(tree, *found->second, fault, meta.shapes[i], options.strict);
    if (attempt.guesses.empty() && meta.shapes[i].kind == SiteKind::Execution)
      fault.unpatched = kNoValue;
    if (attempt.guesses.empty()) continue;
    fault.unpatched = kNoForm;
    attempt.code = code_of(*function, fault.id);
    attempts.push_back(std::move(attempt));
  }
  return attempts;
}

}  // namespace

std::optional<Error> add_changes(const SubjectOptions& options, TestgenReport& report) {
  if (report.described) return std::nullopt;
  report.described = true;
  report.strict = options.strict;
  if (!options.file.ends_with(".c")) {
    leave_out(report, "the program is no C");
    return std::nullopt;
  }
  const Result<Meta> meta = load_meta(options, report);
  if (!meta) return meta.error();
  const Result<SourceTree> tree = SourceTree::read(options.file, report.source, options.clang);
  if (!tree) return tree.error();
  const Result<std::string> folder = new_scratch_folder();
  if (!folder) return folder.error();
  std::vector<Attempt> attempts = make_attempts(options, *tree, *meta, report);
  Verifier verifier(options, *tree, *folder);
  while (true) {
    std::vector<Attempt*> open;
    for (Attempt& attempt : attempts)
      if (attempt.next < attempt.guesses.size() &&
          report.mutants[attempt.fault].fault.patch.empty())
        open.push_back(&attempt);
    if (open.empty()) break;
    for (size_t i = 0; i < open.size(); i += kBatch) {
      const auto first = open.begin() + static_cast<std::ptrdiff_t>(i);
      const auto last = first + static_cast<std::ptrdiff_t>(std::min(kBatch, open.size() - i));
      for (const Attempt* good : verifier.verify({first, last})) {
        Fault& fault = report.mutants[good->fault].fault;
        fault.patch = good->guesses[good->next];
        fault.unpatched.clear();
        describe(report.source, fault);
      }
    }
    for (Attempt* attempt : open) ++attempt->next;
  }
  return std::nullopt;
}

}  // namespace pg
