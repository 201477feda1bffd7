#include "prove/check_chain.h"

#include <algorithm>
#include <array>
#include <set>

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include "model/state.h"
#include "mutate/canonical.h"
#include "prove/apply_rule.h"
#include "smtlib/lexer.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "term/path.h"
#include "term/substitute.h"
#include "term/traverse.h"
#include "theory/core/core.h"
#include "theory/theories.h"

namespace pg {
namespace {

// A text with exactly one expression in it: what stands around it is read as it was written.
bool is_one_expression(std::string_view text) {
  Lexer lexer(text);
  return lexer.skip_expression() && lexer.next().kind == TokenKind::End;
}

// Terms of a formula that are looked at for the one that it is split by.
constexpr uint64_t kMaxVisited = 1'000'000;

std::string_view word(Direction direction) {
  return direction == Direction::Weaker ? "weaker" : "stronger";
}

class Checker {
 public:
  Checker(const Pool& given, const Script& seed, const Script& mutant, const RuleChain& chain)
      : given_(given), seed_(seed), mutant_(mutant), chain_(chain), applier_(pool_) {}

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
  struct StepTerms {
    Term before;
    Term after;
    std::vector<Term> constants;
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
    for_each_subterm(pool_, script, [&](Term term) {
      const HeadData& data = pool_.data(term);
      if (data.kind == HeadKind::Function && data.annotation) used_names_.insert(data.name);
    });
    for (const Command& command : script.commands)
      if (command.kind == CommandKind::DefineFun)
        definitions_[command.definitions[0].function] = command.definitions[0];
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
        else if (!check_step(which, pair.current[chain_.steps[which].which]))
          return false;
      }
    }
    return true;
  }

  bool check_step(size_t which, Term& root) {
    const ChainStep& step = chain_.steps[which];
    if (!step.equal && !step.direction)
      return fail_step(which, "it is neither weaker nor stronger");
    const std::optional<bool> positive = is_positive(root, step.path);
    if (!positive) return fail_step(which, "the place has no polarity");
    const Direction kept = chain_.answer == Truth::Sat ? Direction::Weaker : Direction::Stronger;
    const Direction wanted = *positive ? kept : opposite(kept);
    if (!step.equal && *step.direction != wanted)
      return fail_step(which, fmt::format("a {} formula there does not keep {}",
                                          word(*step.direction), name_of(chain_.answer)));
    const std::vector<Term> bound = bound_at(pool_, root, step.path);
    const Term before = at(pool_, root, step.path);
    const StepTerms& texts = terms_[which];
    if (!is_text(bound, before, texts.before))
      return fail_step(which, "the formula there is not the one that the step changes");
    const Term after = open(pool_, texts.after, bound);
    if (!after || pool_.sort(after) != kBool)
      return fail_step(which, "what replaces it is no formula over the variables there");
    if (step.equal) {
      if (!is_split(before, after, bound) && !is_inlined(before, after, bound))
        return fail_step(which, "no expansion makes that of it");
      ++done_.expanded;
    } else if (step.rules.empty()) {
      if (!is_snippet(before, after, bound, *step.direction))
        return fail_step(which, "no snippet beside the formula makes that of it");
      ++done_.by_snippet;
    } else {
      if (!check_rules(which, before, after, bound)) return false;
      ++done_.by_rule;
    }
    root = replace_at(pool_, root, step.path, after);
    return true;
  }

  // Whether weakening the place weakens the root; none if there is no such place, or if it depends.
  // Polarity is a matter of the rows; a term that is used by its name has several places.
  std::optional<bool> is_positive(Term root, const Path& path) {
    bool positive = true;
    for (const uint32_t child : path) {
      const std::span<const Term> args = pool_.args(root);
      if (child < bound_variables(pool_, root).size() || child >= args.size()) return {};
      const HeadData& data = pool_.data(root);
      char sign = '*';
      if (data.op)
        sign = polarity_of(*data.op, child, args.size());
      else if (data.kind == HeadKind::Annotation && child == 0 && !is_named(root))
        sign = '+';
      else if (data.kind == HeadKind::Case || (data.kind == HeadKind::Match && child > 0))
        sign = '+';
      if (sign == '*' || pool_.sort(root) != kBool) return {};
      if (sign == '-') positive = !positive;
      root = args[child];
    }
    if (pool_.sort(root) != kBool || is_named(root)) return {};
    return positive;
  }

  // The term is used by a name that it is given here. The seed's and the mutant's have the same
  // names.
  bool is_named(Term term) {
    const Symbol keyword = pool_.intern(":named");
    return std::ranges::any_of(pool_.data(term).attributes, [&](const Attribute& attribute) {
      return attribute.keyword == keyword && used_names_.contains(attribute.text);
    });
  }

  // A formula over these variables is what a text without free variables says.
  bool is_text(std::span<const Term> bound, Term formula, Term closed) {
    const Term own = close(pool_, bound, formula);
    return own == closed || canonical(pool_, own) == canonical(pool_, closed);
  }
  bool is_same(std::span<const Term> bound, Term a, Term b) {
    return a == b || is_text(bound, a, close(pool_, bound, b));
  }

  // (or f s), (=> s f) are weaker than f, (and f s), (not (=> f s)) are stronger, whatever s is.
  bool is_snippet(Term before, Term after, std::span<const Term> bound, Direction direction) {
    auto is_before = [&](Term term) { return is_same(bound, before, term); };
    const std::span<const Term> args = pool_.args(after);
    const OpSpec* op = pool_.op(after);
    if (direction == Direction::Weaker)
      return (op == &core::kOr && std::ranges::any_of(args, is_before)) ||
             (op == &core::kImplies && is_before(args.back()));
    if (op == &core::kNot && pool_.op(args[0]) == &core::kImplies)
      return is_before(pool_.args(args[0]).front());
    return op == &core::kAnd && std::ranges::any_of(args, is_before);
  }

  // Whether the value of a term depends on the values of its arguments alone.
  bool is_function(Term term) const {
    const HeadKind kind = pool_.kind(term);
    const OpSpec* op = pool_.op(term);
    return op ? op->eval && op->binder == 0 : kind == HeadKind::Function || kind == HeadKind::Apply;
  }

  // (and (=> a F1) (or a F0)) is F, where the formula a is an argument of it, or of terms that are,
  // F1 is F with true there, and F0 is F with false there.
  bool is_split(Term before, Term after, std::span<const Term> bound) {
    if (pool_.op(after) != &core::kAnd || pool_.args(after).size() != 2) return false;
    const Term if_true = pool_.args(after)[0];
    const Term if_false = pool_.args(after)[1];
    if (pool_.op(if_true) != &core::kImplies || pool_.args(if_true).size() != 2 ||
        pool_.op(if_false) != &core::kOr || pool_.args(if_false).size() != 2)
      return false;
    const Term part = pool_.args(if_true)[0];
    if (!is_same(bound, part, pool_.args(if_false)[0])) return false;
    bool found = false;
    for_each_occurrence(pool_, before, kMaxVisited, [&](const Path& path, Term term) {
      const bool inside = path.empty() || pool_.sort(term) != kBool;
      if (inside || found) return !found && is_function(term);
      found = is_same(bound, term, part) &&
              is_with(bound, before, path, true, pool_.args(if_true)[1]) &&
              is_with(bound, before, path, false, pool_.args(if_false)[1]);
      return false;
    });
    return found;
  }

  // Whether a formula is another one with the part at the path true, or false. An ite with such a
  // condition is one of its branches; what is compared with such a part is itself, or its negation.
  bool is_with(std::span<const Term> bound, Term formula, const Path& path, bool truth, Term made) {
    const std::span<const uint32_t> outer(path.data(), path.size() - 1);
    const Term parent = at(pool_, formula, outer);
    const std::vector<Term> args(pool_.args(parent).begin(), pool_.args(parent).end());
    const OpSpec* op = pool_.op(parent);
    std::vector<Term> forms;
    const Term constant = pool_.term(truth ? core::kTrue : core::kFalse, {});
    forms.push_back(replace_at(pool_, formula, path, constant));
    if (op == &core::kIte && path.back() == 0)
      forms.push_back(replace_at(pool_, formula, outer, args[truth ? 1 : 2]));
    const bool equal = op == &core::kEqual;
    if (args.size() == 2 && (equal || op == &core::kXor || op == &core::kDistinct)) {
      const Term other = args[1 - path.back()];
      const Term same = truth == equal ? other : pool_.term(core::kNot, {other});
      forms.push_back(replace_at(pool_, formula, outer, same));
    }
    return std::ranges::any_of(forms, [&](Term form) { return is_same(bound, form, made); });
  }

  // Whether the body of a function is in the place of one of its calls.
  bool is_inlined(Term before, Term after, std::span<const Term> bound) {
    while (true) {
      const auto definition = definitions_.find(pool_.head(before));
      const std::vector<Term> args(pool_.args(before).begin(), pool_.args(before).end());
      if (definition != definitions_.end() && definition->second.params.size() == args.size()) {
        Substitution values;
        for (size_t i = 0; i < args.size(); ++i) values[definition->second.params[i]] = args[i];
        if (is_same(bound, substitute(pool_, definition->second.body, values), after)) return true;
      }
      const std::span<const Term> others = pool_.args(after);
      if (!is_function(before) || pool_.head(before) != pool_.head(after) ||
          args.size() != others.size())
        return false;
      std::vector<size_t> changed;
      for (size_t i = 0; i < args.size(); ++i)
        if (!is_same(bound, args[i], others[i])) changed.push_back(i);
      if (changed.size() != 1) return false;
      before = args[changed[0]];
      after = others[changed[0]];
    }
  }

  bool check_rules(size_t which, Term before, Term after, std::span<const Term> bound) {
    std::string reason;
    if (makes(which, before, after, bound, reason)) return true;
    // A chain is the conjunction of its links, of which one was changed.
    const std::vector<Term> links = links_of(before);
    const std::span<const Term> args = pool_.args(after);
    if (!links.empty() && pool_.op(after) == &core::kAnd && args.size() == links.size()) {
      std::vector<size_t> changed;
      for (size_t i = 0; i < links.size(); ++i)
        if (!is_same(bound, links[i], args[i])) changed.push_back(i);
      if (changed.size() == 1 && makes(which, links[changed[0]], args[changed[0]], bound, reason))
        return true;
    }
    for (const Term grouped : groupings_of(before))
      if (makes(which, grouped, after, bound, reason)) return true;
    return fail_step(which, reason);
  }

  // A connective of more than two arguments as the same one of two groups, cut after the first
  // argument, in the middle or before the last; none of others. An implication is cut after the
  // first, as it associates to the right.
  std::vector<Term> groupings_of(Term term) {
    std::vector<Term> groupings;
    const OpSpec* op = pool_.op(term);
    const bool associative = op == &core::kAnd || op == &core::kOr || op == &core::kXor;
    const std::vector<Term> args(pool_.args(term).begin(), pool_.args(term).end());
    if ((!associative && op != &core::kImplies) || args.size() < 3) return groupings;
    for (const size_t cut : {size_t{1}, args.size() / 2, args.size() - 1}) {
      const std::span<const Term> left(args.data(), cut);
      const std::span<const Term> right(args.data() + cut, args.size() - cut);
      const Term first = cut == 1 ? left[0] : pool_.with_args(term, left);
      const Term second = right.size() == 1 ? right[0] : pool_.with_args(term, right);
      groupings.push_back(pool_.with_args(term, std::array<Term, 2>{first, second}));
      if (!associative) break;
    }
    return groupings;
  }

  // The pairs of arguments that an application to more than two speaks of; none of others.
  std::vector<Term> links_of(Term term) {
    std::vector<Term> links;
    const OpSpec* op = pool_.op(term);
    const std::vector<Term> args(pool_.args(term).begin(), pool_.args(term).end());
    if (!op || args.size() < 3) return links;
    for (size_t i = 0; i < args.size(); ++i) {
      for (size_t j = i + 1; j < args.size(); ++j) {
        const std::array<Term, 2> pair{args[i], args[j]};
        const bool next = op->chain == Chain::Chainable && j == i + 1;
        if (next || op->chain == Chain::Pairwise) links.push_back(pool_.with_args(term, pair));
      }
    }
    return links;
  }

  // Whether the rules of the step, one after the other, make one of the other.
  bool makes(size_t which, Term before, Term after, std::span<const Term> bound,
             std::string& reason) {
    const ChainStep& step = chain_.steps[which];
    const std::vector<Head> functions = pg::functions(pool_, after);
    // What each rule could have made, with how many of the constants.
    struct Made {
      Term term;
      size_t constants;
    };
    std::vector<Made> made{{before, 0}};
    const std::span<const Term> constants = terms_[which].constants;
    for (const std::string& name : step.rules) {
      const std::vector<const Rule*> rules = rules_named(name);
      if (rules.empty()) {
        reason = fmt::format("there is no rule '{}'", name);
        return false;
      }
      std::vector<Made> next;
      for (const Made& from : made) {
        for (const Rule* rule : rules) {
          const size_t count = RuleApplier::constants_of(*rule);
          if (from.constants + count > constants.size()) {
            reason = fmt::format("'{}' takes more constants", name);
            continue;
          }
          for (const Term result :
               applier_.apply(*rule, *step.direction, from.term,
                              constants.subspan(from.constants, count), functions, reason))
            next.push_back({result, from.constants + count});
        }
      }
      made = std::move(next);
    }
    for (const Made& each : made)
      if (each.constants == constants.size() && is_same(bound, each.term, after)) return true;
    if (!made.empty()) reason = "the rules make something else of it";
    return false;
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
              used_names_.contains(pool_.find(given_.text(attribute.text))))
            found.insert(print_term(given_, term));
      });
    return found;
  }

  const Pool& given_;
  const Script& seed_;
  const Script& mutant_;
  const RuleChain& chain_;
  Pool pool_;
  RuleApplier applier_;
  std::vector<Pair> pairs_;
  std::vector<StepTerms> terms_;
  absl::flat_hash_map<Head, Definition> definitions_;  // that are not recursive
  absl::flat_hash_set<Symbol> used_names_;             // that stand for the terms they are given to
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
