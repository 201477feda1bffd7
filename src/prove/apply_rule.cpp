#include "prove/apply_rule.h"

#include <algorithm>

#include "term/substitute.h"

namespace pg {
namespace {

constexpr std::string_view kArrow = " -> ";

// The letters of constructors in a rule, each once.
std::string constructor_letters(const Rule& rule) {
  constexpr std::string_view kTester = "(_ is ";
  std::string letters;
  for (const std::string_view text : {rule.stronger, rule.weaker, rule.where}) {
    for (size_t at = text.find(kTester); at != std::string_view::npos;
         at = text.find(kTester, at + 1)) {
      const char letter = text[at + kTester.size()];
      if (letters.find(letter) == std::string::npos) letters += letter;
    }
  }
  return letters;
}

// Extends the values of the variables so that the pattern is the term. Names of operators may
// differ where they are spellings of one row.
bool match(const Pool& pool, Term pattern, Term term, std::span<const Term> variables,
           Substitution& values) {
  std::vector<std::pair<Term, Term>> work{{pattern, term}};
  while (!work.empty()) {
    const auto [wanted, found] = work.back();
    work.pop_back();
    if (pool.sort(wanted) != pool.sort(found)) return false;
    if (std::ranges::find(variables, wanted) != variables.end()) {
      const auto [known, is_new] = values.try_emplace(wanted, found);
      if (!is_new && known->second != found) return false;
      continue;
    }
    const HeadData& a = pool.data(wanted);
    const HeadData& b = pool.data(found);
    const bool same =
        a.op ? a.op == b.op && a.sort == b.sort && std::ranges::equal(a.indices, b.indices)
             : pool.head(wanted) == pool.head(found);
    const std::span<const Term> wanted_args = pool.args(wanted);
    const std::span<const Term> found_args = pool.args(found);
    if (!same || wanted_args.size() != found_args.size()) return false;
    for (size_t i = 0; i < wanted_args.size(); ++i)
      work.emplace_back(wanted_args[i], found_args[i]);
  }
  return true;
}

}  // namespace

std::vector<const Rule*> rules_named(std::string_view description) {
  std::vector<const Rule*> found;
  for (const RuleEntry& entry : all_rules())
    if (describe(*entry.rule) == description) found.push_back(entry.rule);
  return found;
}

RuleApplier::RuleApplier(Pool& pool)
    : pool_(pool),
      reader_(pool),
      evaluator_(pool, values_, nothing_, no_model_, Evaluator::Missing::Undefined) {}

size_t RuleApplier::constants_of(const Rule& rule) {
  const std::vector<RuleVariable> all = rule_variables(rule.constants);
  return static_cast<size_t>(std::ranges::count_if(
      all, [](const RuleVariable& variable) { return !is_function(variable); }));
}

std::vector<RuleApplier::Applied> RuleApplier::apply(const Rule& rule, Direction direction,
                                                     Term term, std::span<const Term> constants,
                                                     std::span<const Head> functions,
                                                     std::string& reason) {
  std::vector<Applied> results;
  reason = "it is no instance of the rule's pattern";
  for (const Direction side : {direction, opposite(direction)}) {
    if ((side != direction && !rule.equivalent) || !works(rule, side)) continue;
    Letters letters;
    if (!find_letters(rule, pattern_of(rule, side), term, letters)) continue;
    const Call call{rule, side, term, constants, results, reason};
    std::string open = constructor_letters(rule);
    std::erase_if(open,
                  [&](char letter) { return static_cast<bool>(letters.constructor(letter)); });
    std::string_view sort;
    for (const RuleVariable& variable : rule_variables(rule.constants))
      if (is_function(variable)) sort = variable.sort;
    if (sort.empty()) {
      choose_constructors(call, letters, open, {});
      continue;
    }
    const std::string_view from = sort.substr(0, sort.find(kArrow));
    const std::string_view to = sort.substr(from.size() + kArrow.size());
    reason = "no function that it could have been made with fits the rule";
    for (const Head function : functions) {
      const HeadData& data = pool_.data(function);
      Letters fitting = letters;
      if (data.params.size() == 1 && fitting.match(pool_, from, data.params[0]) &&
          fitting.match(pool_, to, data.sort))
        choose_constructors(call, fitting, open, function);
    }
  }
  return results;
}

// What the letters stand for where the text is the term; false if it cannot be. Only a guess, which
// is checked on terms. The recursion ends with the table's text.
bool RuleApplier::find_letters(const Rule& rule, std::string_view pattern, Term term,
                               Letters& letters) const {
  for (const RuleVariable& variable : rule_variables(rule.terms))
    if (variable.name == pattern) return letters.match(pool_, variable.sort, pool_.sort(term));
  if (pattern.front() != '(') return true;
  const RuleShape shape = shape_of(pattern);
  const OpSpec* op = pool_.op(term);
  const std::span<const Term> args = pool_.args(term);
  if (!op || op->name != shape.op || args.size() != shape.args.size()) return false;
  if (shape.constructor != 0) {
    const std::span<const Index> indices = pool_.data(term).indices;
    if (indices.empty() || !indices[0].function) return false;
    const Head known = letters.constructor(shape.constructor);
    if (known && known != indices[0].function) return false;
    if (!known) letters.constructors.emplace_back(shape.constructor, indices[0].function);
  }
  for (size_t i = 0; i < args.size(); ++i)
    if (!find_letters(rule, shape.args[i], args[i], letters)) return false;
  return true;
}

// Tries all constructors for the letters that the pattern leaves open; two letters never stand for
// one. The recursion ends with the letters, which are two at most.
void RuleApplier::choose_constructors(const Call& call, const Letters& letters,
                                      std::string_view open, Head function) {
  if (open.empty()) return add_result(call, letters, function);
  const Sort data = letters.build(pool_, "Data");
  if (!data) return;
  for (const Head constructor : pool_.constructors(pool_.ctor(data))) {
    Letters chosen = letters;
    chosen.constructors.emplace_back(open.front(), constructor);
    choose_constructors(call, chosen, open.substr(1), function);
  }
}

void RuleApplier::add_result(const Call& call, const Letters& letters, Head function) {
  for (size_t i = 0; i < letters.constructors.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (letters.constructors[i].second == letters.constructors[j].second) return;
  const std::optional<RuleInstance> made =
      instantiate(pool_, reader_, call.rule, letters, function);
  if (!made) return;
  const bool weaker = call.side == Direction::Weaker;
  Substitution values;
  if (!match(pool_, weaker ? made->stronger : made->weaker, call.term, made->terms, values)) return;
  if (made->constants.size() != call.constants.size()) {
    call.reason = "the rule takes another number of constants";
    return;
  }
  Substitution constants;
  for (size_t i = 0; i < call.constants.size(); ++i) {
    if (pool_.sort(made->constants[i]) != pool_.sort(call.constants[i])) {
      call.reason = "a constant has another sort than in the rule";
      return;
    }
    constants[made->constants[i]] = call.constants[i];
  }
  if (made->where && !evaluator_.eval(substitute(pool_, made->where, constants)).is_true()) {
    call.reason = "the constants do not satisfy the rule's condition";
    return;
  }
  values.insert(constants.begin(), constants.end());
  call.results.push_back(
      {substitute(pool_, weaker ? made->weaker : made->stronger, values), letters.numbers});
  call.reason = "the rule makes something else of it";
}

}  // namespace pg
