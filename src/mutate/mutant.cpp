#include "mutate/mutant.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.h"
#include "mutate/holes.h"
#include "smtlib/printer.h"

namespace pg {

std::string_view name_of(Truth truth) { return truth == Truth::Sat ? "sat" : "unsat"; }

std::string_view name_of(Step::How how) {
  static constexpr std::array<std::string_view, 5> kNames = {"weaker", "stronger", "another term",
                                                             "another value", "constraint"};
  return kNames[static_cast<size_t>(how)];
}

absl::flat_hash_set<Term> named_terms(const Pool& pool, const Script& script) {
  absl::flat_hash_set<Term> named;
  for_each_subterm(pool, script, [&](Term term) {
    const HeadData& data = pool.data(term);
    if (data.kind == HeadKind::Function && data.annotation) named.insert(data.annotation);
  });
  return named;
}

Command declaration_of(Pool& pool, Head constant) {
  Command command;
  command.kind = CommandKind::DeclareFun;
  command.name = pool.intern("declare-const");
  command.definitions.push_back({constant, {}, {}});
  return command;
}

Script script_of(Pool& pool, const Script& base, const Mutant& mutant) {
  Script script;
  script.commands.reserve(base.commands.size() + mutant.declared.size());
  auto declared = mutant.declared.begin();
  auto changed = mutant.assertions.begin();
  for (size_t at = 0; at < base.commands.size(); ++at) {
    for (; declared != mutant.declared.end() && declared->command == at; ++declared)
      script.commands.push_back(declaration_of(pool, declared->head));
    script.commands.push_back(base.commands[at]);
    if (changed != mutant.assertions.end() && changed->first == at)
      term_of(script.commands.back()) = (changed++)->second;
  }
  return script;
}

MutantPrinter::MutantPrinter(Pool& pool, const Script& base) : pool_(pool), base_(base) {
  for (const Command& command : base.commands) {
    std::string& piece = pieces_.emplace_back();
    print_command(pool, command, {}, piece);
    piece += '\n';
    size_ += piece.size();
  }
}

const std::string& MutantPrinter::print(const Mutant& mutant) {
  text_.clear();
  text_.reserve(size_ + size_ / 4);
  auto declared = mutant.declared.begin();
  auto changed = mutant.assertions.begin();
  for (size_t at = 0; at < pieces_.size(); ++at) {
    for (; declared != mutant.declared.end() && declared->command == at; ++declared) {
      print_command(pool_, declaration_of(pool_, declared->head), {}, text_);
      text_ += '\n';
    }
    if (changed == mutant.assertions.end() || changed->first != at) {
      text_ += pieces_[at];
      continue;
    }
    Command command = base_.commands[at];
    term_of(command) = (changed++)->second;
    print_command(pool_, command, {}, text_);
    text_ += '\n';
  }
  return text_;
}

std::string describe(const Pool& pool, const Step& step) {
  std::vector<std::string> rules;
  for (const Rule* rule : step.rules) rules.push_back(describe(*rule));
  std::vector<std::string> constants;
  for (const Term constant : step.constants)
    constants.push_back(print_term(pool, constant, {.share = false, .width = 0}));
  std::string by;
  if (step.how == Step::How::Weaker || step.how == Step::How::Stronger)
    by = rules.empty() ? " by a snippet" : fmt::format(" by {}", fmt::join(rules, ", then "));
  return fmt::format("command {}, path [{}]: {}{}{}{}", step.command + 1, fmt::join(step.path, " "),
                     name_of(step.how), by, constants.empty() ? "" : "; constants ",
                     fmt::join(constants, " "));
}

}  // namespace pg
