#include "prove/enumerate.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/check.h"
#include "model/domains.h"
#include "model/evaluator.h"
#include "model/print_value.h"
#include "prove/settings.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "term/substitute.h"

namespace pg {
namespace {

// Values worth a try where there are infinitely many: terms, by the kind of their sort.
struct Samples {
  SortKind kind;
  std::vector<std::string_view> terms;
};
const std::vector<Samples>& samples() {
  static const std::vector<Samples> kAll = {
      {SortKind::Int, {"0", "1", "2", "3", "5", "(- 1)", "(- 2)", "(- 3)", "(- 5)"}},
      {SortKind::Real,
       {"0.0", "1.0", "0.5", "1.5", "2.0", "(- 1.0)", "(- 0.5)", "(- 2.0)", "(- 1.5)"}},
      {SortKind::String,
       {"\"\"", "\"a\"", "\"b\"", "\"ab\"", "\"ba\"", "\"aa\"", "\"aba\"", "\"0\"", "\"A\"",
        "\"9a\""}},
      {SortKind::RegLan,
       {"re.none", "re.all", "re.allchar", "(str.to_re \"\")", "(str.to_re \"a\")",
        "(str.to_re \"ab\")", "(re.* (str.to_re \"a\"))",
        "(re.union (str.to_re \"a\") (str.to_re \"b\"))", "(re.comp (str.to_re \"a\"))",
        "(re.range \"a\" \"b\")"}},
      {SortKind::Seq,
       {"(as seq.empty S)", "(seq.unit A)", "(seq.unit B)", "(seq.++ (seq.unit A) (seq.unit B))",
        "(seq.++ (seq.unit B) (seq.unit A))", "(seq.++ (seq.unit A) (seq.unit A))"}},
      {SortKind::Bag,
       {"(as bag.empty S)", "(bag A 1)", "(bag B 1)", "(bag A 2)",
        "(bag.union_disjoint (bag A 1) (bag B 1))", "(bag.union_disjoint (bag A 2) (bag B 1))"}},
  };
  return kAll;
}

// Where there are more, it does not matter how many: the product of all sizes may be no number.
constexpr uint64_t kMostCases = uint64_t{1} << 40;

// Where not all cases are tried, about this many are.
constexpr uint64_t kTried = 5000;

// Enumerates one instance.
class Enumerator {
 public:
  Enumerator(RuleAt& rule, const RuleInstance& instance, bool equivalent)
      : rule_(rule),
        instance_(instance),
        equivalent_(equivalent),
        domains_(rule.pool, values_),
        evaluator_(rule.pool, values_, nothing_, no_model_, Evaluator::Missing::Undefined) {}

  enum class Found : uint8_t { All, Some, Counterexample, NoValues };

  Found run(uint64_t most, Enumeration& result) {
    variables_ = instance_.terms;
    variables_.insert(variables_.end(), instance_.constants.begin(), instance_.constants.end());
    uint64_t total = 1;
    for (const Term variable : variables_) {
      lists_.push_back(list(rule_.pool.sort(variable)));
      if (lists_.back().empty()) return Found::NoValues;
      total = std::min(total * lists_.back().size(), kMostCases);
    }
    // Evenly spread over all, if they are too many.
    const uint64_t step = total > most ? total / std::min(most, kTried) + 1 : 1;
    if (step > 1) complete_ = false;
    for (uint64_t which = 0; which < total; which += step) {
      const Substitution values = assignment(which);
      switch (try_case(values)) {
        case Case::Holds:
          ++result.cases;
          break;
        case Case::DoesNotApply:
          break;
        case Case::Open:
          complete_ = false;
          break;
        case Case::Fails:
          ++result.cases;
          result.counterexample = text_of(values);
          return Found::Counterexample;
      }
    }
    return complete_ ? Found::All : Found::Some;
  }

 private:
  enum class Case : uint8_t { Holds, Fails, DoesNotApply, Open };

  Substitution assignment(uint64_t which) const {
    Substitution values;
    for (size_t i = 0; i < variables_.size(); ++i) {
      values[variables_[i]] = lists_[i][which % lists_[i].size()];
      which /= lists_[i].size();
    }
    return values;
  }

  Case try_case(const Substitution& values) {
    if (instance_.where) {
      const Value where = value(instance_.where, values);
      if (!where.is_defined()) return Case::Open;
      if (!where.is_true()) return Case::DoesNotApply;
    }
    const Value stronger = value(instance_.stronger, values);
    const Value weaker = value(instance_.weaker, values);
    if (!stronger.is_defined() || !weaker.is_defined()) return Case::Open;
    const bool holds = weaker.is_true() ? !equivalent_ || stronger.is_true() : stronger.is_false();
    return holds ? Case::Holds : Case::Fails;
  }

  std::string text_of(const Substitution& values) const {
    std::string text;
    for (const Term variable : variables_)
      text += fmt::format(
          "{}{} = {}", text.empty() ? "" : ", ", rule_.pool.text(rule_.pool.data(variable).name),
          print_term(rule_.pool, values.at(variable), {.share = false, .width = 0}));
    return text;
  }

  Value value(Term term, const Substitution& values) {
    return evaluator_.eval(substitute(rule_.pool, term, values));
  }

  // All values, or samples of infinitely many.
  std::vector<Term> list(Sort sort) {
    std::vector<Term> found;
    TermScope scope;
    Pool& pool = rule_.pool;
    const std::span<const Sort> args = pool.args(sort);
    scope.sorts.emplace_back("S", sort);
    if (pool.kind(sort) == SortKind::Declared)
      for (const Head constructor : pool.constructors(pool.ctor(sort)))
        scope.functions.emplace_back(pool.text(pool.data(constructor).name), constructor);
    auto add = [&](std::string_view text) {
      const Result<Term> term = parse_term(pool, text, scope);
      CHECK(term && pool.sort(*term) == sort, "a value that stands for all");
      found.push_back(*term);
    };
    for (const Samples& row : samples()) {
      if (row.kind != pool.kind(sort)) continue;
      complete_ = false;
      const std::vector<Term> elements = args.empty() ? std::vector<Term>() : list(args[0]);
      if (!args.empty()) {
        if (elements.size() < 2) return {};
        scope.terms = {{"A", elements[0]}, {"B", elements[1]}};
      }
      for (const std::string_view text : row.terms) add(text);
      return found;
    }
    for (const Value& value : domains_.all(sort)) add(print_value(pool, values_, value, sort));
    return found;
  }

  RuleAt& rule_;
  const RuleInstance& instance_;
  bool equivalent_;
  bool complete_ = true;  // no sample stands for all values, and every case has a value
  std::vector<Term> variables_;
  std::vector<std::vector<Term>> lists_;  // of values, by variable
  ValuePool values_;
  Domains domains_;
  Script nothing_;
  Model no_model_;
  Evaluator evaluator_;
};

}  // namespace

std::string_view name_of(Enumeration::Outcome outcome) {
  static constexpr std::array<std::string_view, 4> kNames = {"exhaustive", "tested", "REFUTED",
                                                             "unsupported"};
  return kNames[static_cast<size_t>(outcome)];
}

Enumeration enumerate(const Rule& rule, uint64_t most) {
  using Outcome = Enumeration::Outcome;
  using Found = Enumerator::Found;
  Enumeration result;
  for (const Setting* setting : small_settings(rule)) {
    RuleAt made(rule, *setting, kSmallDatatype);
    if (made.function) return {};
    bool complete = !made.instances.empty();
    for (const RuleInstance& instance : made.instances) {
      const Found found = Enumerator(made, instance, rule.equivalent).run(most, result);
      if (found == Found::NoValues) return {};
      if (found == Found::Counterexample) {
        result.outcome = Outcome::Refuted;
        const bool has_letters = !setting->numbers.empty() || !setting->sorts.empty();
        if (has_letters)
          result.counterexample = fmt::format("{}: {}", setting->name, result.counterexample);
        return result;
      }
      complete = complete && found == Found::All;
    }
    if (complete) result.complete.push_back(setting->name);
  }
  // Too few cases say nothing: the values at hand do not fit the rule.
  if (result.cases >= 4)
    result.outcome = result.complete.empty() ? Outcome::Tested : Outcome::Exhaustive;
  return result;
}

}  // namespace pg
