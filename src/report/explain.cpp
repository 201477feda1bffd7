#include "report/explain.h"

#include <algorithm>
#include <optional>
#include <set>

#include <absl/container/flat_hash_map.h>

#include "model/check.h"
#include "model/print_value.h"
#include "report/text.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "theory/theories.h"

namespace pg {
namespace {

// What is larger is not explained here: nobody reads it, and `polygraph check` does it.
constexpr size_t kMaxFormula = 64 << 10;
constexpr size_t kMaxAssertions = 40;
constexpr size_t kMaxText = 240;
constexpr uint64_t kMaxSteps = 200'000;

std::string brief(const Pool& pool, Term term) {
  return cut(print_term(pool, term, {.share = true, .width = 0}), kMaxText);
}

struct Attempt {
  Explanation explanation;
  bool all_true = true;
  bool any_false = false;
};

ExplainedAssertion explain_assertion(Pool& pool, Evaluator& evaluator, const Assertion& assertion) {
  const Value value = evaluator.eval(assertion.term);
  ExplainedAssertion explained{
      .line = assertion.place.line,
      .value = print_value(pool, evaluator.values(), value, pool.sort(assertion.term)),
      .steps = {}};
  for (const Reason& reason : explain(pool, evaluator, assertion.term))
    explained.steps.push_back(
        {reason.depth, brief(pool, reason.term),
         cut(print_value(pool, evaluator.values(), reason.value, pool.sort(reason.term)),
             kMaxText)});
  return explained;
}

Attempt attempt(const Bug& bug, const std::string& formula, const char* file) {
  Attempt result;
  result.explanation.file = file;
  const auto give_up = [&](std::string why) {
    result.all_true = false;
    result.explanation.note = std::move(why);
    return result;
  };
  if (formula.size() > kMaxFormula)
    return give_up("The formula is too large to be explained here.");
  if (bug.model.size() > kMaxFormula)
    return give_up("The model is too large to be explained here.");
  Pool pool;
  const ParsedScript parsed = parse_script(pool, formula, 1);
  if (!parsed.errors.empty()) return give_up("The formula is not one that Polygraph reads.");
  const size_t checks = count_checks(parsed.script);
  const CheckState state =
      state_at(pool, parsed.script, checks > 0 ? std::min(bug.check, checks - 1) : 0);
  // The model of a wrong unsat is one that we wrote.
  const bool escapes = bug.kind == FindingKind::WrongUnsat || bug.escapes;
  const Result<Model> model = read_model(pool, state.script, bug.model, escapes);
  if (!model) return give_up("The model cannot be read: " + model.error().message + ".");
  ValuePool values;
  // False must not depend on a choice of ours; true may.
  Evaluator evaluator(pool, values, state.script, *model,
                      bug.kind == FindingKind::WrongUnsat ? Evaluator::Missing::Default
                                                          : Evaluator::Missing::Undefined);
  evaluator.set_max_steps(kMaxSteps);
  for (const Assertion& assertion : state.assertions) {
    const Value value = evaluator.eval(assertion.term);
    result.all_true = result.all_true && value.is_true();
    result.any_false = result.any_false || value.is_false();
    // Of a false model those that are false matter.
    if (bug.kind != FindingKind::WrongUnsat && value.is_true()) continue;
    if (result.explanation.assertions.size() == kMaxAssertions)
      ++result.explanation.left_out;
    else
      result.explanation.assertions.push_back(explain_assertion(pool, evaluator, assertion));
  }
  result.explanation.note = model->doubt;
  return result;
}

std::string printed(const std::string& text) {
  if (text.size() > kMaxFormula) return text;
  Pool pool;
  const ParsedScript parsed = parse_script(pool, text, 1);
  return parsed.errors.empty() ? print_script(pool, parsed.script) : "";
}

using OperatorTheories = absl::flat_hash_map<const OpSpec*, std::string_view>;
const OperatorTheories& operator_theories() {
  static const OperatorTheories kTheories = [] {
    OperatorTheories found;
    for (const Theory* theory : theories())
      for (const OpSpec& op : theory->ops) found.emplace(&op, theory->name);
    return found;
  }();
  return kTheories;
}

}  // namespace

Explanation explain_bug(const Bug& bug) {
  const bool has_model = bug.kind == FindingKind::WrongUnsat || bug.kind == FindingKind::WrongSat ||
                         bug.kind == FindingKind::InvalidModel;
  if (!has_model || bug.model.empty()) return {};
  // The model may be of the formula before it was reduced.
  std::optional<Attempt> first;
  if (!bug.reduced.empty()) {
    first = attempt(bug, bug.reduced, "reduced.smt2");
    const bool shows = bug.kind == FindingKind::WrongUnsat ? first->all_true : first->any_false;
    if (shows) return std::move(first->explanation);
  }
  Attempt second = attempt(bug, bug.original, "original.smt2");
  const bool shows = bug.kind == FindingKind::WrongUnsat ? second.all_true : second.any_false;
  if (!shows && first) return std::move(first->explanation);
  return std::move(second.explanation);
}

PrintedPair print_alike(const Bug& bug) {
  PrintedPair pair{printed(bug.seed), printed(bug.original)};
  if (pair.seed.empty() || pair.mutant.empty()) return {bug.seed, bug.original};
  return pair;
}

std::vector<std::string> theories_of(const std::string& formula) {
  if (formula.size() > kMaxFormula) return {};
  Pool pool;
  const ParsedScript parsed = parse_script(pool, formula, 1);
  std::set<std::string> found;
  for_each_subterm(pool, parsed.script, [&](Term term) {
    const auto theory = operator_theories().find(pool.op(term));
    if (theory != operator_theories().end()) found.emplace(theory->second);
  });
  if (found.size() > 1) found.erase("core");
  return {found.begin(), found.end()};
}

}  // namespace pg
