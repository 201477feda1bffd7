#include "model/check.h"

#include <algorithm>
#include <array>

#include <absl/container/flat_hash_set.h>

#include "base/stop.h"
#include "model/print_value.h"
#include "smtlib/parser.h"

namespace pg {
namespace {

// An explanation stops here; more lines would bury the reason.
constexpr size_t kMaxReasons = 60;

// The arguments on which the value of a term depends: without them it would be undefined.
std::vector<Term> decisive(Pool& pool, Evaluator& evaluator, Term term) {
  const std::span<const Term> args = pool.args(term);
  const OpSpec* op = pool.op(term);
  std::vector<Term> found;
  if (pool.kind(term) == HeadKind::Annotation) return {args[0]};
  if (op && op->binder > 0) return {};
  std::vector<Value> values;
  for (const Term arg : args) values.push_back(evaluator.eval(arg));
  for (size_t i = 0; i < args.size(); ++i) {
    if (op && op->lazy && op->eval) {
      std::vector<Value> without = values;
      without[i] = Value::unspecified();
      if (op->eval({evaluator.values(), pool, evaluator, term, without}).is_defined()) continue;
    }
    found.push_back(args[i]);
  }
  // Where each of several would do ((and false false)), the first one is reason enough.
  if (found.empty() && op && op->lazy) {
    for (size_t i = 0; i < args.size(); ++i)
      if (values[i] == evaluator.eval(term)) return {args[i]};
  }
  return found;
}

// Evaluates with as many steps for all terms together.
struct Budget {
  uint64_t left;

  Value eval(Evaluator& evaluator, Term term) {
    evaluator.set_max_steps(left);
    const Value value = evaluator.eval(term);
    left -= std::min(left, evaluator.steps());
    return value;
  }
};

// What has no value may have any: true under one choice for all is true of a model. Looks for such
// a choice, one open case after the other.
void complete(Pool& pool, ValuePool& values, const CheckState& state, const Model& model,
              Budget budget, std::span<const size_t> undecided, ModelVerdict& result) {
  constexpr size_t kMaxAttempts = 200;
  size_t best = 0;
  // How many of the assertions are true; what is best so far is kept in the result.
  auto attempt = [&](Evaluator& completed) {
    size_t count = 0;
    for (const size_t which : undecided)
      if (budget.eval(completed, result.assertions[which].assertion.term).is_true()) ++count;
    return count;
  };
  auto record = [&](Evaluator& completed) {
    for (const size_t which : undecided) {
      AssertionVerdict& verdict = result.assertions[which];
      const Value value = budget.eval(completed, verdict.assertion.term);
      verdict.verdict = value.is_true() ? Verdict::True : Verdict::Unknown;
      verdict.why = value.is_true()    ? ""
                    : value.is_false() ? "it depends on what the model leaves out"
                                       : std::string(values.reason(value));
    }
    result.defaulted.assign(completed.defaulted().begin(), completed.defaulted().end());
    result.opened.assign(completed.opened().begin(), completed.opened().end());
  };
  auto evaluator = [&](const Evaluator::Choices& choices) {
    return Evaluator(pool, values, state.script, model, Evaluator::Missing::Default, choices);
  };
  Evaluator::Choices choices;
  Evaluator first = evaluator(choices);
  best = attempt(first);
  record(first);
  const std::vector<Evaluator::OpenCase> cases(first.open_cases().begin(),
                                               first.open_cases().end());
  size_t attempts = 0;
  for (const Evaluator::OpenCase& open : cases) {
    for (const Value& candidate : first.candidates(open.sort)) {
      if (best == undecided.size() || budget.left == 0 || ++attempts > kMaxAttempts || must_stop())
        return;
      Evaluator::Choices other = choices;
      other[open.key] = candidate;
      Evaluator completed = evaluator(other);
      const size_t count = attempt(completed);
      if (count > best) {
        best = count;
        choices = std::move(other);
        record(completed);
      }
    }
  }
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  static constexpr std::array<std::string_view, 3> kNames = {"true", "false", "unknown"};
  return kNames[static_cast<size_t>(verdict)];
}

std::vector<Reason> explain(Pool& pool, Evaluator& evaluator, Term root) {
  std::vector<Reason> reasons;
  absl::flat_hash_set<Term> seen;
  std::vector<std::pair<Term, uint32_t>> work{{root, 0}};
  while (!work.empty() && reasons.size() < kMaxReasons) {
    const auto [term, depth] = work.back();
    work.pop_back();
    if (pool.kind(term) == HeadKind::Literal || !seen.insert(term).second) continue;
    reasons.push_back({depth, term, evaluator.eval(term)});
    const std::span<const Value> deciding = evaluator.deciding(term);
    for (size_t i = 0; i < deciding.size(); ++i)
      if (deciding[i].is_defined()) reasons.push_back({depth + 1, pool.args(term)[i], deciding[i]});
    const std::vector<Term> next = decisive(pool, evaluator, term);
    for (size_t i = next.size(); i > 0; --i)
      if (!pool.has(next[i - 1], kHasVariable)) work.emplace_back(next[i - 1], depth + 1);
  }
  return reasons;
}

namespace {

// After a command that may change anything nothing can be said.
ModelVerdict not_followed(const CheckState& state) {
  ModelVerdict result;
  result.verdict = Verdict::Unknown;
  for (const Assertion& assertion : state.assertions)
    result.assertions.push_back(
        {assertion, Verdict::Unknown, "we do not know what (" + state.foreign + " ...) does", {}});
  return result;
}

}  // namespace

ModelVerdict check_model(Pool& pool, ValuePool& values, const CheckState& state, const Model& model,
                         uint64_t max_steps) {
  if (!state.foreign.empty()) return not_followed(state);
  // First without any default: what is decided then depends on none.
  Evaluator strict(pool, values, state.script, model, Evaluator::Missing::Undefined);
  Budget budget{max_steps};
  ModelVerdict result;
  std::vector<size_t> undecided;
  for (const Assertion& assertion : state.assertions) {
    AssertionVerdict verdict{assertion, Verdict::Unknown, {}, {}};
    const Value value = budget.eval(strict, assertion.term);
    if (value.is_true()) {
      verdict.verdict = Verdict::True;
    } else if (value.is_false() && !model.doubt.empty()) {
      verdict.why = model.doubt;
    } else if (value.is_false()) {
      verdict.verdict = Verdict::False;
      strict.set_max_steps(max_steps);
      verdict.reasons = explain(pool, strict, assertion.term);
    } else {
      undecided.push_back(result.assertions.size());
    }
    result.assertions.push_back(std::move(verdict));
  }
  if (!undecided.empty()) complete(pool, values, state, model, {max_steps}, undecided, result);
  for (const AssertionVerdict& verdict : result.assertions) {
    if (verdict.verdict == Verdict::False) result.verdict = Verdict::False;
    if (verdict.verdict == Verdict::Unknown && result.verdict == Verdict::True)
      result.verdict = Verdict::Unknown;
  }
  if (result.verdict == Verdict::Unknown)
    result.open_quantifiers.assign(strict.open_quantifiers().begin(),
                                   strict.open_quantifiers().end());
  return result;
}

namespace {

// The model with the values that we chose for constants that it leaves out: whoever checks it
// without us needs them. Those that have no literal stay left out.
Model completed(Pool& pool, const CheckState& state, const Model& model,
                std::span<const Head> missing) {
  Model made = model;
  ValuePool values;
  Evaluator evaluator(pool, values, state.script, model, Evaluator::Missing::Default);
  for (const Head head : missing) {
    if (!pool.data(head).params.empty()) continue;
    const Sort sort = pool.data(head).sort;
    const Term constant = pool.make(head, sort, {});
    const Result<Term> literal =
        parse_term(pool, print_value(pool, values, evaluator.eval(constant), sort));
    if (literal && pool.sort(*literal) == sort) made.functions[head] = {head, {}, *literal};
  }
  return made;
}

// The model as text, if that is a proof when it is read again.
std::optional<std::string> proof_text(Pool& pool, const CheckState& state, const Model& model) {
  std::string text = print_model(pool, model);
  const Result<Model> again = read_model(pool, state.script, text, true);
  if (!again) return {};
  ValuePool values;
  if (!check_model(pool, values, state, *again).proves_sat()) return {};
  return text;
}

}  // namespace

std::optional<std::string> sat_proof(Pool& pool, const CheckState& state, const Model& model) {
  ValuePool values;
  const ModelVerdict verdict = check_model(pool, values, state, model);
  if (!verdict.proves_sat()) return {};
  std::optional<std::string> text;
  if (!verdict.defaulted.empty())
    text = proof_text(pool, state, completed(pool, state, model, verdict.defaulted));
  return text ? text : proof_text(pool, state, model);
}

std::optional<std::string> sat_proof(Pool& pool, const CheckState& state, std::string_view text,
                                     bool escapes_strings) {
  if (text.empty()) return {};
  const Result<Model> model = read_model(pool, state.script, text, escapes_strings);
  if (!model) return {};
  return sat_proof(pool, state, *model);
}

}  // namespace pg
