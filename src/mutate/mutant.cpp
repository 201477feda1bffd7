#include "mutate/mutant.h"

#include <algorithm>
#include <array>

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.h"
#include "smtlib/printer.h"
#include "term/traverse.h"

namespace pg {

std::string_view name_of(Truth truth) { return truth == Truth::Sat ? "sat" : "unsat"; }

std::string_view name_of(Step::How how) {
  static constexpr std::array<std::string_view, 6> kNames = {
      "weaker", "stronger", "another term", "another value", "constraint", "expanded"};
  return kNames[static_cast<size_t>(how)];
}

namespace {

bool has_own_name(const Pool& pool, Term term) {
  return std::ranges::any_of(pool.data(term).attributes, [&](const Attribute& attribute) {
    return pool.text(attribute.keyword) == ":named";
  });
}

// Terms with a name that stand in more than one place, by let.
void add_shared_names(const Pool& pool, const Script& script, absl::flat_hash_set<Term>& found) {
  bool any = false;
  for_each_subterm(pool, script, [&](Term term) { any = any || has_own_name(pool, term); });
  if (!any) return;
  absl::flat_hash_map<Term, uint32_t> places;  // one, or more than one
  std::vector<Term> order;                     // children first
  absl::flat_hash_set<Term> seen;
  for (const Command& command : script.commands)
    for_each_term(command, [&](Term root) {
      ++places[root];
      post_order(pool, root, [&](Term term) {
        if (seen.insert(term).second) order.push_back(term);
      });
    });
  for (size_t i = order.size(); i > 0; --i) {
    const uint32_t count = std::min<uint32_t>(2, places[order[i - 1]]);
    if (count > 1 && has_own_name(pool, order[i - 1])) found.insert(order[i - 1]);
    for (const Term arg : pool.args(order[i - 1])) places[arg] += count;
  }
}

}  // namespace

absl::flat_hash_set<Term> named_terms(const Pool& pool, const Script& script) {
  absl::flat_hash_set<Term> named;
  // What get-value prints changes no answer.
  Script asked;
  for (const Command& command : script.commands)
    if (command.kind != CommandKind::Terms) asked.commands.push_back(command);
  for_each_subterm(pool, asked, [&](Term term) {
    const HeadData& data = pool.data(term);
    if (data.kind == HeadKind::Function && data.annotation) named.insert(data.annotation);
  });
  add_shared_names(pool, asked, named);
  return named;
}

Term& term_at(Command& command, size_t which) {
  return command.kind == CommandKind::DefineFun ? command.definitions[0].body
                                                : command.terms[which];
}
Term term_at(const Command& command, size_t which) {
  return command.kind == CommandKind::DefineFun ? command.definitions[0].body
                                                : command.terms[which];
}

void Mutant::set(const Formula& formula, Term term) {
  const auto at =
      std::ranges::lower_bound(assertions, formula, {}, &std::pair<Formula, Term>::first);
  if (at != assertions.end() && at->first == formula)
    at->second = term;
  else
    assertions.insert(at, {formula, term});
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
    for (; changed != mutant.assertions.end() && changed->first.command == at; ++changed)
      term_at(script.commands.back(), changed->first.which) = changed->second;
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
    if (changed == mutant.assertions.end() || changed->first.command != at) {
      text_ += pieces_[at];
      continue;
    }
    Command command = base_.commands[at];
    for (; changed != mutant.assertions.end() && changed->first.command == at; ++changed)
      term_at(command, changed->first.which) = changed->second;
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
  const std::string which = step.which > 0 ? fmt::format(", term {}", step.which + 1) : "";
  return fmt::format("command {}{}, path [{}]: {}{}{}{}", step.command + 1, which,
                     fmt::join(step.path, " "), name_of(step.how), by,
                     constants.empty() ? "" : "; constants ", fmt::join(constants, " "));
}

}  // namespace pg
