#include "prove/check_chain.h"

#include <algorithm>
#include <set>

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include "model/state.h"
#include "mutate/canonical.h"
#include "prove/check_step.h"
#include "smtlib/lexer.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "term/traverse.h"
#include "theory/theories.h"

namespace pg {
namespace {

// A text with exactly one expression in it: what stands around it is read as it was written.
bool is_one_expression(std::string_view text) {
  Lexer lexer(text);
  return lexer.skip_expression() && lexer.next().kind == TokenKind::End;
}

class Checker {
 public:
  Checker(const Pool& given, const Script& seed, const Script& mutant, const RuleChain& chain)
      : given_(given), seed_(seed), mutant_(mutant), chain_(chain), steps_(pool_, chain) {}

  Result<CheckedChain> run() {
    if (check_claim() && align() && check_names() && read() && check_steps() && compare())
      return done_;
    return Error{{}, error_};
  }

 private:
  // A command of the mutant, and the seed's at its place; of formulas that steps change, or that
  // differ, the two terms of each.
  struct Pair {
    static constexpr size_t kNone = SIZE_MAX;
    size_t seed = kNone;  // none: the mutant alone has it
    size_t mutant = 0;
    std::vector<size_t> steps = {};
    bool free = false;               // the check-sat does not see it, or it is outside of the core
    bool read = false;               // has to be compared as terms
    std::vector<Term> current = {};  // the seed's, as far as steps changed them
    std::vector<Term> wanted = {};   // the mutant's
  };

  bool fail(std::string message) {
    error_ = std::move(message);
    return false;
  }
  bool fail_step(size_t step, std::string_view message) {
    const ChainStep& failed = chain_.steps[step];
    return fail(fmt::format("step {} (command {}, path [{}]): {}", step + 1, failed.command + 1,
                            fmt::join(failed.path, " "), message));
  }

  std::string text_of(const Command& command) const {
    std::string text;
    print_command(given_, command, {}, text);
    return text;
  }

  bool in_core(size_t command) const {
    return chain_.core.empty() || std::ranges::find(chain_.core, command) != chain_.core.end();
  }

  // The claim is about a check-sat of both; a core is one of assertions that are in force there.
  bool check_claim() {
    if (chain_.check >= count_checks(seed_) || count_checks(seed_) != count_checks(mutant_))
      return fail(fmt::format("there is no check-sat {} in both", chain_.check + 1));
    if (chain_.core.empty()) return true;
    if (chain_.answer != Truth::Unsat) return fail("a core says nothing of a satisfiable seed");
    const CheckState state = state_at(given_, seed_, chain_.check);
    for (const size_t command : chain_.core)
      if (std::ranges::find(state.assertions, command, &Assertion::command) ==
          state.assertions.end())
        return fail(
            fmt::format("command {} of the core is nothing that the check-sat sees", command + 1));
    return true;
  }

  // What a solver has to satisfy: as many formulas in both.
  static bool are_formulas(const Command& a, const Command& b) {
    const bool formulas = a.kind == CommandKind::Assert || a.kind == CommandKind::CheckSatAssuming;
    return formulas && a.kind == b.kind && a.terms.size() == b.terms.size();
  }

  // What command of the mutant is which of the seed. Information for people (set-info) may differ;
  // formulas may, and are compared below; nothing else.
  bool align() {
    size_t at = 0;
    auto skip = [&] {
      while (at < seed_.commands.size() && seed_.commands[at].kind == CommandKind::SetInfo) ++at;
    };
    for (size_t own = 0; own < mutant_.commands.size(); ++own) {
      const Command& command = mutant_.commands[own];
      if (command.kind == CommandKind::SetInfo) continue;
      skip();
      const bool left = at < seed_.commands.size();
      const bool same = left && text_of(command) == text_of(seed_.commands[at]);
      if (same || (left && are_formulas(command, seed_.commands[at]))) {
        pairs_.push_back({.seed = at++, .mutant = own, .read = !same});
        continue;
      }
      if (command.kind != CommandKind::DeclareFun || !is_constant(command))
        return fail(
            fmt::format("command {} of the mutant is not the seed's and declares no new "
                        "constant",
                        own + 1));
      pairs_.push_back({.mutant = own});
    }
    skip();
    if (at < seed_.commands.size())
      return fail(fmt::format("the mutant does not have command {} of the seed", at + 1));
    return give_steps();
  }

  bool is_constant(const Command& command) const {
    return command.definitions.size() == 1 && !command.definitions[0].body &&
           given_.data(command.definitions[0].function).params.empty();
  }

  bool give_steps() {
    for (size_t i = 0; i < chain_.steps.size(); ++i) {
      const ChainStep& step = chain_.steps[i];
      const auto pair = std::ranges::find(pairs_, step.command, &Pair::seed);
      if (pair == pairs_.end() ||
          !are_formulas(seed_.commands[pair->seed], mutant_.commands[pair->mutant]) ||
          step.which >= seed_.commands[pair->seed].terms.size())
        return fail_step(i, "the command has no such formula");
      pair->steps.push_back(i);
      pair->read = true;
    }
    const std::vector<CheckRange> seen = checks_that_see(seed_);
    for (Pair& pair : pairs_) {
      if (pair.seed == Pair::kNone) continue;
      const Command& command = seed_.commands[pair.seed];
      const bool formulas = are_formulas(command, command);
      pair.free = formulas && (!in_core(pair.seed) || !seen[pair.seed].contains(chain_.check));
    }
    return true;
  }

  // A new constant has a name that means nothing in the seed or in a theory: else it would take the
  // place of something.
  bool check_names() {
    const std::string text = print_script(given_, seed_);
    absl::flat_hash_set<std::string_view> used;
    Lexer lexer(text);
    for (Token token = lexer.next(); token.kind != TokenKind::End; token = lexer.next())
      if (token.kind == TokenKind::Name) used.insert(token.text);
    for (const Theory* theory : theories()) {
      for (const OpSpec& row : theory->ops) used.insert(row.name);
      for (const OpAlias& alias : theory->aliases) used.insert(alias.name);
    }
    for (const Pair& pair : pairs_) {
      if (pair.seed != Pair::kNone) continue;
      const Head constant = mutant_.commands[pair.mutant].definitions[0].function;
      const std::string_view name = given_.text(given_.data(constant).name);
      if (used.contains(name))
        return fail(fmt::format("the mutant declares '{}', which is not a new name", name));
    }
    return true;
  }

  // Reads the seed's formulas, the texts of the steps and the mutant's formulas, all in the
  // scope of the mutant, which has all the symbols of the seed.
  bool read() {
    std::string text;
    size_t lines = 0;
    std::vector<std::pair<size_t, size_t>> first_lines;  // of steps
    auto add = [&](std::string_view part) {
      text += part;
      text += '\n';
      lines += static_cast<size_t>(std::ranges::count(part, '\n')) + 1;
    };
    size_t commands = 0;
    for (const Pair& pair : pairs_) {
      const Command& command = mutant_.commands[pair.mutant];
      if (command.kind == CommandKind::Terms) continue;  // ours are the only ones
      if (pair.read && !pair.free) {
        std::vector<std::string> formulas;
        for (const Term term : seed_.commands[pair.seed].terms)
          formulas.push_back(print_term(given_, term));
        add(fmt::format("(get-value ({}))", fmt::join(formulas, "\n")));
        ++commands;
        for (const size_t which : pair.steps) {
          const ChainStep& step = chain_.steps[which];
          std::vector<std::string_view> texts{step.before, step.after};
          texts.insert(texts.end(), step.constants.begin(), step.constants.end());
          if (!std::ranges::all_of(texts, is_one_expression))
            return fail_step(which, "a text is not one term");
          first_lines.emplace_back(lines + 1, which);
          add(fmt::format("(get-value ({}\n))", fmt::join(texts, "\n")));
          ++commands;
        }
      }
      add(text_of(command));
      ++commands;
    }
    const ParsedScript parsed = parse_script(pool_, text);
    if (!parsed.errors.empty()) {
      const Error& error = parsed.errors[0];
      const auto after = std::ranges::upper_bound(first_lines, error.place.line, {},
                                                  &std::pair<size_t, size_t>::first);
      if (after != first_lines.begin()) return fail_step(std::prev(after)->second, error.message);
      return fail(error.message);
    }
    if (parsed.script.commands.size() != commands)
      return fail("the scripts are not read as they were printed");
    return take_terms(parsed.script);
  }

  bool take_terms(const Script& script) {
    steps_.read_names(script);
    terms_.resize(chain_.steps.size());
    size_t at = 0;
    for (Pair& pair : pairs_) {
      const Command& command = mutant_.commands[pair.mutant];
      if (command.kind == CommandKind::Terms) continue;
      if (pair.read && !pair.free) {
        pair.current = script.commands[at++].terms;
        for (const size_t which : pair.steps) {
          const std::vector<Term>& terms = script.commands[at++].terms;
          terms_[which] = {terms[0], terms[1], {terms.begin() + 2, terms.end()}};
        }
      }
      pair.wanted = script.commands[at++].terms;
    }
    return true;
  }

  bool check_steps() {
    for (Pair& pair : pairs_) {
      for (const size_t which : pair.steps) {
        if (pair.free)
          ++done_.free;
        else if (const Result<bool> good =
                     steps_.check(chain_.steps[which], terms_[which],
                                  pair.current[chain_.steps[which].which], done_);
                 !good)
          return fail_step(which, good.error().message);
      }
    }
    return true;
  }

  // What the steps made is the mutant.
  bool compare() {
    const std::vector<CheckRange> seen = checks_that_see(mutant_);
    for (const Pair& pair : pairs_) {
      const Command& command = mutant_.commands[pair.mutant];
      if (!are_formulas(command, command)) continue;
      if (pair.free) {
        if (pair.read && used_terms(seed_.commands[pair.seed]) != used_terms(command))
          return fail(
              fmt::format("command {} of the mutant gives a name that is used to another "
                          "term",
                          pair.mutant + 1));
        continue;
      }
      if (!seen[pair.mutant].contains(chain_.check))
        return fail(fmt::format("the mutant's check-sat does not see command {} of the seed",
                                pair.seed + 1));
      if (pair.read && !is_made(pair))
        return fail(
            fmt::format("command {} of the mutant is not what the steps make of command {} "
                        "of the seed",
                        pair.mutant + 1, pair.seed + 1));
      done_.assertions += command.terms.size();
    }
    return true;
  }

  bool is_made(const Pair& pair) {
    for (size_t i = 0; i < pair.wanted.size(); ++i)
      if (pair.current[i] != pair.wanted[i] &&
          canonical(pool_, pair.current[i]) != canonical(pool_, pair.wanted[i]))
        return false;
    return true;
  }

  // Terms of a command that are used by the names that they have there.
  std::set<std::string> used_terms(const Command& command) const {
    std::set<std::string> found;
    for (const Term root : command.terms)
      post_order(given_, root, [&](Term term) {
        for (const Attribute& attribute : given_.data(term).attributes)
          if (given_.text(attribute.keyword) == ":named" &&
              steps_.is_used_name(pool_.find(given_.text(attribute.text))))
            found.insert(print_term(given_, term));
      });
    return found;
  }

  const Pool& given_;
  const Script& seed_;
  const Script& mutant_;
  const RuleChain& chain_;
  Pool pool_;
  StepChecker steps_;
  std::vector<Pair> pairs_;
  std::vector<StepTerms> terms_;
  CheckedChain done_;
  std::string error_;
};

}  // namespace

Result<CheckedChain> check_chain(const Pool& pool, const Script& seed, const Script& mutant,
                                 const RuleChain& chain) {
  return Checker(pool, seed, mutant, chain).run();
}

std::string CheckedChain::text() const {
  std::string text = fmt::format(
      "{} step{} by rules and {} by snippets make {} assertion{} of the mutant of the seed's",
      by_rule, by_rule == 1 ? "" : "s", by_snippet, assertions, assertions == 1 ? "" : "s");
  if (expanded > 0)
    text += fmt::format("; {} formula{} expanded first", expanded, expanded == 1 ? "" : "s");
  if (free > 0) text += fmt::format("; {} outside of what has to be so may be anything", free);
  return text;
}

}  // namespace pg
