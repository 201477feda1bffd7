// Passes that say the same in fewer words. What they list is made at once, before anything else.
#include <algorithm>

#include "model/evaluator.h"
#include "model/print_value.h"
#include "reduce/passes.h"
#include "reduce/term_passes.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "term/traverse.h"
#include "theory/core/core.h"
#include "theory/theories.h"

namespace pg {
namespace {

// A term that takes longer to evaluate is left for other passes.
constexpr uint64_t kMaxSteps = 100'000;
constexpr size_t kMaxValues = 100;

// Makes terms shorter that mean the same. What has a value whatever the symbols mean becomes it,
// and connectives lose what does not matter to them.
class Simplifier {
 public:
  Simplifier(Pool& pool, const Script& script)
      : pool_(pool),
        evaluator_(pool, values_, script, model_, Evaluator::Missing::Undefined),
        variables_(pool) {
    evaluator_.set_max_steps(kMaxSteps);
    true_ = pool.term(core::kTrue, {});
    false_ = pool.term(core::kFalse, {});
    for (const Subject& subject : subjects(pool, script)) free_.insert(subject.term);
  }

  bool is_true(Term term) const { return term == true_; }

  // The literal of its value, where it has one that is no longer than itself.
  Term value_of(Term term) {
    if (pool_.has(term, kHasVariable) || pool_.has(term, kHasOpaque)) return term;
    const Value value = evaluator_.eval(term);
    if (!value.is_defined()) return term;
    const std::string text = print_value(pool_, values_, value, pool_.sort(term));
    if (text.size() >= print_term(pool_, term).size()) return term;
    const Result<Term> literal = parse_term(pool_, text);
    return literal && pool_.sort(*literal) == pool_.sort(term) ? *literal : term;
  }

  // From the leaves up.
  Term simplify(Term root) {
    std::vector<Term> args;
    post_order(pool_, root, [&](Term term) {
      if (done_.contains(term)) return;
      args.clear();
      const std::span<const Term> old = pool_.args(term);
      // Binding occurrences and patterns stay what they are.
      const size_t bound = bound_variables(pool_, term).size();
      const size_t last = pool_.kind(term) == HeadKind::Annotation ? 1 : old.size();
      for (size_t i = 0; i < old.size(); ++i)
        args.push_back(i >= bound && i < last ? done_.at(old[i]) : old[i]);
      const Term made = std::ranges::equal(args, old) ? term : pool_.with_args(term, args);
      done_[term] = free_.contains(term) ? shorter(made) : made;
    });
    return done_.at(root);
  }

 private:
  Term shorter(Term term) {
    if (pool_.args(term).empty()) return term;
    const Term value = value_of(term);
    const Term made = value != term ? value : folded(term);
    // An Int may stand where a Real is wanted, and is not one.
    return pool_.sort(made) == pool_.sort(term) ? made : term;
  }

  Term folded(Term term) {
    const OpSpec* op = pool_.op(term);
    const std::span<const Term> args = pool_.args(term);
    if (op == &core::kForall || op == &core::kExists) return without_variables(term);
    if (op == &core::kNot) return pool_.op(args[0]) == op ? pool_.args(args[0])[0] : term;
    if (op == &core::kAnd) return connected(term, true_, false_);
    if (op == &core::kOr) return connected(term, false_, true_);
    if (op == &core::kImplies && args.size() == 2) return args[0] == true_ ? args[1] : term;
    if (op == &core::kEqual) {
      if (std::ranges::all_of(args, [&](Term arg) { return arg == args[0]; })) return true_;
      // Equal to true: all of them hold.
      if (std::ranges::find(args, true_) != args.end()) return conjunction(args);
      if (args.size() == 2 && args[0] == false_) return negation(args[1]);
      if (args.size() == 2 && args[1] == false_) return negation(args[0]);
    }
    if (op == &core::kXor && args.size() == 2)
      for (size_t at = 0; at < 2; ++at) {
        if (args[at] == true_) return negation(args[1 - at]);
        if (args[at] == false_) return args[1 - at];
      }
    if (op == &core::kDistinct && args.size() == 2 && args[0] == args[1]) return false_;
    if (op == &core::kIte) {
      if (args[0] == true_ || args[1] == args[2]) return args[1];
      if (args[0] == false_) return args[2];
    }
    if (op && pool_.sort(term) == kBool && op->name == "str.in_re") return word_equation(term);
    return term;
  }

  // Of (str.in_re s (re.++ (str.to_re a) (str.to_re b))): (= s (str.++ a b)).
  Term word_equation(Term term) {
    const Term word = pool_.args(term)[0];
    const Term language = pool_.args(term)[1];
    const bool joined = pool_.op(language) && pool_.op(language)->name == "re.++";
    std::vector<Term> words;
    for (const Term part : joined ? pool_.args(language) : std::span(&language, 1)) {
      if (!pool_.op(part) || pool_.op(part)->name != "str.to_re") return term;
      words.push_back(pool_.args(part)[0]);
    }
    const Term all = joined ? apply_operator(pool_, "str.++", words) : words[0];
    return pool_.term(core::kEqual, {word, all});
  }

  Term negation(Term term) { return folded(pool_.term(core::kNot, {term})); }

  // The quantifier over those of its variables that its body mentions: no sort is empty.
  Term without_variables(Term term) {
    const Term body = pool_.args(term).back();
    const std::vector<Term>& used = variables_.of(body);
    std::vector<Term> args;
    for (const Term variable : bound_variables(pool_, term))
      if (std::ranges::binary_search(used, variable)) args.push_back(variable);
    if (args.empty()) return body;
    args.push_back(body);
    return args.size() == pool_.args(term).size() ? term : pool_.with_args(term, args);
  }

  Term conjunction(std::span<const Term> args) {
    return connected(applied(pool_, core::kAnd, kBool, args), true_, false_);
  }

  // The conjunction or disjunction without its neutral element, and with each part once; or what
  // decides it.
  Term connected(Term term, Term neutral, Term deciding) {
    std::vector<Term> kept;
    absl::flat_hash_set<Term> seen{neutral};
    for (const Term arg : pool_.args(term)) {
      if (arg == deciding) return deciding;
      if (seen.insert(arg).second) kept.push_back(arg);
    }
    if (kept.empty()) return neutral;
    if (kept.size() == 1) return kept[0];
    return kept.size() == pool_.args(term).size() ? term : pool_.with_args(term, kept);
  }

  Pool& pool_;
  ValuePool values_;
  Model model_;
  Evaluator evaluator_;
  FreeVariables variables_;
  Term true_;
  Term false_;
  absl::flat_hash_set<Term> free_;  // what another term may stand for
  absl::flat_hash_map<Term, Term> done_;
};

}  // namespace

std::vector<Edit> simplify_terms(const PassInput& input) {
  Simplifier simplifier(input.pool, input.script);
  std::vector<Edit> edits;
  for (size_t at = 0; at < input.script.commands.size(); ++at) {
    const Command& command = input.script.commands[at];
    Command simpler = command;
    bool changed = false;
    for_each_term(simpler, [&](Term& term) {
      const Term made = simplifier.simplify(term);
      changed = changed || made != term;
      term = made;
    });
    if (command.kind == CommandKind::Assert && simplifier.is_true(simpler.terms[0]))
      edits.emplace_back().dropped.push_back(at);
    else if (changed)
      edits.emplace_back().replaced.emplace_back(at, std::move(simpler));
  }
  return edits;
}

std::vector<Edit> evaluate_terms(const PassInput& input) {
  Simplifier simplifier(input.pool, input.script);
  std::vector<Edit> edits;
  for (const Subject& subject : subjects(input.pool, input.script)) {
    if (edits.size() == kMaxValues) break;
    if (input.pool.args(subject.term).empty()) continue;
    const Term value = simplifier.value_of(subject.term);
    if (value != subject.term) edits.emplace_back().terms.emplace_back(subject.term, value);
  }
  return edits;
}

}  // namespace pg
