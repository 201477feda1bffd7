#include "report/explain.h"

#include <algorithm>
#include <set>

#include <absl/container/flat_hash_map.h>

#include "bug/paths.h"
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

ExplainedAssertion explain_assertion(Pool& pool, Evaluator& evaluator, const Assertion& assertion) {
  const Value value = evaluator.eval(assertion.term);
  ExplainedAssertion explained{
      .line = assertion.place.line,
      .value = print_value(pool, evaluator.values(), value, pool.sort(assertion.term)),
      .steps = {}};
  for (const Reason& reason : explain(pool, evaluator, assertion.term))
    explained.steps.push_back(
        {reason.depth, brief(pool, reason.term),
         cut(print_value(pool, evaluator.values(), reason.value, pool.sort(reason.term), kMaxText),
             kMaxText)});
  return explained;
}

// What a model makes of the formula; of a false one only what it makes false.
Explanation explain_model(const Case& found, const std::string& text, bool escapes_strings,
                          bool wants_true) {
  Explanation made;
  made.file = formula_file(found);
  const auto give_up = [&](std::string why) {
    made.note = std::move(why);
    return made;
  };
  const std::string& formula = found.formula();
  if (formula.size() > kMaxFormula)
    return give_up("The formula is too large to be explained here.");
  if (text.size() > kMaxFormula) return give_up("The model is too large to be explained here.");
  Pool pool;
  const ParsedScript parsed = parse_script(pool, formula, 1);
  if (!parsed.errors.empty()) return give_up("The formula is not one that Polygraph reads.");
  const size_t checks = count_checks(parsed.script);
  const CheckState state =
      state_at(pool, parsed.script, checks > 0 ? std::min(found.check, checks - 1) : 0);
  const Result<Model> model = read_model(pool, state.script, text, escapes_strings);
  if (!model) return give_up("The model cannot be read: " + model.error().message + ".");
  ValuePool values;
  // False must not depend on a choice of ours; true may.
  Evaluator evaluator(pool, values, state.script, *model,
                      wants_true ? Evaluator::Missing::Default : Evaluator::Missing::Undefined);
  evaluator.set_max_steps(kMaxSteps);
  made.holds = true;
  for (const Assertion& assertion : state.assertions) {
    const Value value = evaluator.eval(assertion.term);
    made.holds = made.holds && value.is_true();
    if (!wants_true && !value.is_false()) continue;
    if (made.assertions.size() == kMaxAssertions)
      ++made.left_out;
    else
      made.assertions.push_back(explain_assertion(pool, evaluator, assertion));
  }
  made.note = model->doubt;
  if (!wants_true && made.assertions.empty())
    made.note = "No assertion is false by this evaluation.";
  return made;
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

Explanation explain_bug(const Case& found) {
  if (const auto* proof = std::get_if<TrueModel>(&found.certificate))
    return explain_model(found, proof->model, true, true);
  if (const auto* wrong = std::get_if<FalseModel>(&found.certificate))
    return explain_model(found, wrong->model, wrong->escapes_strings, false);
  return {};
}

const char* formula_file(const Case& found) {
  return found.smaller.empty() ? bug_file::kOriginal : bug_file::kReduced;
}

PrintedPair print_alike(const Case& found) {
  PrintedPair pair{printed(found.origin.seed), printed(found.original)};
  if (pair.seed.empty() || pair.mutant.empty()) return {found.origin.seed, found.original};
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
