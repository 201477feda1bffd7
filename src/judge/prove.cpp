#include "judge/prove.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

#include "base/check.h"
#include "judge/query.h"
#include "model/domains.h"
#include "model/evaluator.h"
#include "model/print_value.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "term/substitute.h"
#include "term/traverse.h"

namespace pg {
namespace {

// The datatype that stands for all.
constexpr std::string_view kDatatype =
    "(declare-datatypes ((T 0)) (((nil) (cons (head Int) (tail T)) (leaf (val Bool)))))";
// The same with values that can be listed.
constexpr std::string_view kSmallDatatype =
    "(declare-datatypes ((T 0)) (((nil) (cons (head Bool) (tail Bool)) (leaf (val Bool)))))";

// Sorts that stand for all, by the letters that a rule has.
struct Setting {
  std::string_view name;
  std::vector<std::pair<char, uint32_t>> numbers = {};
  std::vector<std::pair<char, std::string_view>> sorts = {};
  bool tiny = false;
};

const std::vector<Setting>& solver_settings() {
  static const std::vector<Setting> kAll = {
      {"n=1", {{'n', 1}}},
      {"n=4", {{'n', 4}}},
      {"n=8", {{'n', 8}}},
      {"n=32", {{'n', 32}}},
      {"Float16", {{'e', 5}, {'s', 11}}},
      {"FP(3,4)", {{'e', 3}, {'s', 4}}, {}, true},
      {"FP(2,3)", {{'e', 2}, {'s', 3}}, {}, true},
      {"Int", {}, {{Letters::kNum, "Int"}}},
      {"Real", {}, {{Letters::kNum, "Real"}}},
      {"T", {}, {{Letters::kData, "T"}, {'A', "Int"}}},
      {"A=Int", {}, {{'A', "Int"}, {'B', "Int"}}},
      {"A=BV2, B=Bool", {}, {{'A', "(_ BitVec 2)"}, {'B', "Bool"}}},
      {"A=U", {}, {{'A', "U"}, {'B', "U"}}},
      {"plain"},
  };
  return kAll;
}

const std::vector<Setting>& small_settings() {
  static const std::vector<Setting> kAll = {
      {"n=1", {{'n', 1}}},
      {"n=2", {{'n', 2}}},
      {"n=3", {{'n', 3}}},
      {"FP(2,2)", {{'e', 2}, {'s', 2}}},
      {"FP(2,3)", {{'e', 2}, {'s', 3}}},
      {"FP(3,3)", {{'e', 3}, {'s', 3}}},
      {"Int", {}, {{Letters::kNum, "Int"}}},
      {"Real", {}, {{Letters::kNum, "Real"}}},
      {"T", {}, {{Letters::kData, "T"}, {'A', "Bool"}}},
      {"A=BV2, B=Bool", {}, {{'A', "(_ BitVec 2)"}, {'B', "Bool"}}},
      {"A=Bool, B=BV2", {}, {{'A', "Bool"}, {'B', "(_ BitVec 2)"}}},
      {"plain"},
  };
  return kAll;
}

// Values worth a try where there are too many: terms, by the kind of their sort.
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

// Of each setting: all pairs of the small formats, all triples of the smallest.
constexpr size_t kMaxCases = 5000;

// What letters a rule has: of numbers and of sorts.
std::string letters_in(const Rule& rule) {
  std::string found;
  for (const std::string_view list : {rule.terms, rule.constants}) {
    for (const RuleVariable& variable : rule_variables(list)) {
      for (size_t i = 0; i < variable.sort.size(); ++i) {
        const auto alone = [&](size_t at) {
          return at >= variable.sort.size() ||
                 std::isalpha(static_cast<unsigned char>(variable.sort[at])) == 0;
        };
        const char c = variable.sort[i];
        if (std::isalpha(static_cast<unsigned char>(c)) != 0 && (i == 0 || alone(i - 1)) &&
            alone(i + 1))
          found += c;
      }
      if (variable.sort.find("Num") != std::string_view::npos) found += Letters::kNum;
      if (variable.sort.find("Data") != std::string_view::npos) found += Letters::kData;
    }
  }
  return found;
}

// The setting gives all letters that the rule has, and is about one of them: its first.
bool fits(const Setting& setting, const std::string& letters) {
  const bool plain = setting.numbers.empty() && setting.sorts.empty();
  if (letters.empty() || plain) return letters.empty() && plain;
  const char first = setting.numbers.empty() ? setting.sorts[0].first : setting.numbers[0].first;
  if (letters.find(first) == std::string::npos) return false;
  for (const char letter : letters) {
    const auto is = [&](const auto& entry) { return entry.first == letter; };
    if (std::ranges::none_of(setting.numbers, is) && std::ranges::none_of(setting.sorts, is))
      return false;
  }
  return true;
}

// The rule at a setting, in a pool of its own; constructors C and D are the first two that are
// tried, in both orders of every pair.
class Case {
 public:
  Case(const Rule& rule, const Setting& setting, std::string_view datatype) {
    const std::string text = fmt::format("{}(declare-sort U 0)", datatype);
    const ParsedScript declared = parse_script(pool, text);
    CHECK(declared.errors.empty(), "the sorts that stand for all");
    const SortCtor data = declared.script.commands[0].datatypes[0].sort;
    const SortCtor other = declared.script.commands[1].datatypes[0].sort;
    const Sort data_sort = pool.sort(data, {}, {});
    const Sort other_sort = pool.sort(other, {}, {});
    Letters letters;
    letters.numbers = setting.numbers;
    for (const auto& [letter, name] : setting.sorts) {
      Sort sort = name == "T" ? data_sort : name == "U" ? other_sort : Sort();
      if (name == "Int") sort = kInt;
      if (name == "Real") sort = kReal;
      if (name == "Bool") sort = kBool;
      if (!sort) sort = pool.sort(SortKind::BitVec, {2});
      letters.sorts.emplace_back(letter, sort);
    }
    for (const RuleVariable& variable : rule_variables(rule.constants)) {
      if (!is_function(variable)) continue;
      const size_t arrow = variable.sort.find(" -> ");
      const Sort from = letters.build(pool, variable.sort.substr(0, arrow));
      const Sort to = letters.build(pool, variable.sort.substr(arrow + 4));
      if (from && to) function = pool.declare(pool.intern(variable.name), std::span(&from, 1), to);
    }
    TermReader reader(pool);
    const std::span<const Head> all = pool.constructors(data);
    for (const Head c : all) {
      for (const Head d : all) {
        if (c == d) continue;
        Letters chosen = letters;
        chosen.constructors = {{'C', c}, {'D', d}};
        if (std::optional<RuleInstance> made = instantiate(pool, reader, rule, chosen, function))
          if (std::ranges::none_of(instances, [&](const RuleInstance& known) {
                return known.stronger == made->stronger && known.weaker == made->weaker;
              }))
            instances.push_back(*std::move(made));
      }
    }
  }

  Pool pool;
  Head function;
  std::vector<RuleInstance> instances;
};

std::string text_of(const Case& made, const RuleInstance& instance, bool backwards,
                    const Setting& setting) {
  std::string text = "(set-logic ALL)\n";
  for (const auto& [letter, sort] : setting.sorts) {
    if (sort == "T") text += fmt::format("{}\n", kDatatype);
    if (sort == "U" && text.find("declare-sort") == std::string::npos)
      text += "(declare-sort U 0)\n";
  }
  for (const std::vector<Term>* list : {&instance.terms, &instance.constants})
    for (const Term variable : *list)
      text += fmt::format("(declare-const {} {})\n", made.pool.text(made.pool.data(variable).name),
                          print_sort(made.pool, made.pool.sort(variable)));
  if (made.function) {
    const HeadData& function = made.pool.data(made.function);
    text += fmt::format("(declare-fun {} ({}) {})\n", made.pool.text(function.name),
                        print_sort(made.pool, function.params[0]),
                        print_sort(made.pool, function.sort));
  }
  auto add = [&](Term term, std::string_view format) {
    text += fmt::format(fmt::runtime(format), print_term(made.pool, term));
  };
  if (instance.where) add(instance.where, "(assert {})\n");
  add(backwards ? instance.weaker : instance.stronger, "(assert {})\n");
  add(backwards ? instance.stronger : instance.weaker, "(assert (not {}))\n");
  return text + "(check-sat)\n";
}

// Solvers take no variables in regular expressions: some that stand for all take their place.
std::vector<RuleInstance> concrete(Case& made) {
  constexpr size_t kChoices = 3;
  constexpr std::string_view kRegexes[] = {"(str.to_re \"\")",
                                           "(str.to_re \"ab\")",
                                           "(re.* (str.to_re \"a\"))",
                                           "re.allchar",
                                           "(re.comp (str.to_re \"a\"))",
                                           "(re.range \"a\" \"c\")",
                                           "(re.union (str.to_re \"a\") (str.to_re \"ba\"))"};
  constexpr std::string_view kCharacters[] = {"\"a\"", "\"c\"", "\"0\""};
  std::vector<RuleInstance> all;
  for (const RuleInstance& instance : made.instances) {
    std::vector<Term> fixed;
    for (const Term root : {instance.stronger, instance.weaker}) {
      post_order(made.pool, root, [&](Term term) {
        if (made.pool.sort(term) != kRegLan) return;
        if (made.pool.kind(term) == HeadKind::Variable) fixed.push_back(term);
        for (const Term arg : made.pool.args(term))
          if (made.pool.kind(arg) == HeadKind::Variable) fixed.push_back(arg);
      });
    }
    std::ranges::sort(fixed);
    fixed.erase(std::unique(fixed.begin(), fixed.end()), fixed.end());
    if (fixed.empty()) {
      all.push_back(instance);
      continue;
    }
    for (size_t choice = 0; choice < kChoices; ++choice) {
      Substitution values;
      for (size_t i = 0; i < fixed.size(); ++i) {
        const bool regex = made.pool.sort(fixed[i]) == kRegLan;
        const std::span<const std::string_view> texts =
            regex ? std::span<const std::string_view>(kRegexes) : kCharacters;
        const Result<Term> value =
            parse_term(made.pool, texts[(choice * (2 * i + 1) + i) % texts.size()]);
        CHECK(value, "a value that stands for all");
        values[fixed[i]] = *value;
      }
      RuleInstance& one = all.emplace_back(instance);
      one.stronger = substitute(made.pool, one.stronger, values);
      one.weaker = substitute(made.pool, one.weaker, values);
      if (one.where) one.where = substitute(made.pool, one.where, values);
      for (std::vector<Term>* list : {&one.terms, &one.constants})
        std::erase_if(*list, [&](Term variable) { return values.contains(variable); });
    }
  }
  return all;
}

// Enumerates one instance.
class Enumerator {
 public:
  Enumerator(Case& made, const RuleInstance& instance, bool equivalent)
      : case_(made),
        instance_(instance),
        equivalent_(equivalent),
        domains_(made.pool, values_),
        evaluator_(made.pool, values_, nothing_, no_model_, Evaluator::Missing::Undefined) {}

  // False if a sort has no values that we know.
  bool run(Enumeration& result) {
    std::vector<Term> variables = instance_.terms;
    variables.insert(variables.end(), instance_.constants.begin(), instance_.constants.end());
    std::vector<std::vector<Term>> lists;
    uint64_t total = 1;
    for (const Term variable : variables) {
      lists.push_back(list(case_.pool.sort(variable)));
      if (lists.back().empty()) return false;
      total *= lists.back().size();
    }
    // Evenly spread over all, if they are too many.
    const uint64_t step = total / kMaxCases + 1;
    for (uint64_t which = 0; which < total; which += step) {
      Substitution substitution;
      uint64_t rest = which;
      for (size_t i = 0; i < variables.size(); ++i) {
        substitution[variables[i]] = lists[i][rest % lists[i].size()];
        rest /= lists[i].size();
      }
      if (instance_.where && !value(instance_.where, substitution).is_true()) continue;
      const Value stronger = value(instance_.stronger, substitution);
      const Value weaker = value(instance_.weaker, substitution);
      if (!stronger.is_defined() || !weaker.is_defined()) continue;
      ++result.cases;
      if (weaker.is_true() ? !equivalent_ || stronger.is_true() : stronger.is_false()) continue;
      result.result = ProofResult::Refuted;
      for (const Term variable : variables)
        result.counterexample += fmt::format(
            "{}{} = {}", result.counterexample.empty() ? "" : ", ",
            case_.pool.text(case_.pool.data(variable).name),
            print_term(case_.pool, substitution.at(variable), {.share = false, .width = 0}));
      return true;
    }
    return true;
  }

 private:
  Value value(Term term, const Substitution& substitution) {
    return evaluator_.eval(substitute(case_.pool, term, substitution));
  }

  std::vector<Term> list(Sort sort) {
    std::vector<Term> found;
    TermScope scope;
    const std::span<const Sort> args = case_.pool.args(sort);
    scope.sorts.emplace_back("S", sort);
    if (case_.pool.kind(sort) == SortKind::Declared)
      for (const Head constructor : case_.pool.constructors(case_.pool.ctor(sort)))
        scope.functions.emplace_back(case_.pool.text(case_.pool.data(constructor).name),
                                     constructor);
    auto add = [&](std::string_view text) {
      const Result<Term> term = parse_term(case_.pool, text, scope);
      CHECK(term && case_.pool.sort(*term) == sort, "a value that stands for all");
      found.push_back(*term);
    };
    for (const Samples& row : samples()) {
      if (row.kind != case_.pool.kind(sort)) continue;
      const std::vector<Term> elements = args.empty() ? std::vector<Term>() : list(args[0]);
      if (!args.empty()) {
        if (elements.size() < 2) return {};
        scope.terms = {{"A", elements[0]}, {"B", elements[1]}};
      }
      for (const std::string_view text : row.terms) add(text);
      return found;
    }
    for (const Value& value : domains_.all(sort))
      add(print_value(case_.pool, values_, value, sort));
    return found;
  }

  Case& case_;
  const RuleInstance& instance_;
  bool equivalent_;
  ValuePool values_;
  Domains domains_;
  Script nothing_;
  Model no_model_;
  Evaluator evaluator_;
};

ProofResult worse(ProofResult a, ProofResult b) {
  for (const ProofResult result :
       {ProofResult::Refuted, ProofResult::Undecided, ProofResult::Unsupported})
    if (a == result || b == result) return result;
  return ProofResult::Proved;
}

ProofResult read(const Answer& answer) {
  switch (answer.kind) {
    case AnswerKind::Unsat:
      return ProofResult::Proved;
    case AnswerKind::Sat:
      return ProofResult::Refuted;
    case AnswerKind::Unknown:
    case AnswerKind::Timeout:
    case AnswerKind::OutOfMemory:
    case AnswerKind::Crash:
      return ProofResult::Undecided;
    case AnswerKind::Unsupported:
    case AnswerKind::Error:
      return ProofResult::Unsupported;
  }
  return ProofResult::Undecided;
}

}  // namespace

std::string_view name_of(ProofResult result) {
  switch (result) {
    case ProofResult::Proved:
      return "proved";
    case ProofResult::Refuted:
      return "REFUTED";
    case ProofResult::Undecided:
      return "undecided";
    case ProofResult::Unsupported:
      return "unsupported";
  }
  return "";
}

std::vector<Obligation> obligations_of(const Rule& rule) {
  std::vector<Obligation> obligations;
  const std::string letters = letters_in(rule);
  for (const Setting& setting : solver_settings()) {
    if (!fits(setting, letters)) continue;
    Case made(rule, setting, kDatatype);
    for (const RuleInstance& instance : concrete(made)) {
      obligations.push_back(
          {std::string(setting.name), text_of(made, instance, false, setting), setting.tiny});
      if (rule.equivalent)
        obligations.push_back({fmt::format("{}, backwards", setting.name),
                               text_of(made, instance, true, setting), setting.tiny});
    }
  }
  return obligations;
}

Enumeration enumerate(const Rule& rule) {
  Enumeration result;
  const std::string letters = letters_in(rule);
  for (const Setting& setting : small_settings()) {
    if (!fits(setting, letters)) continue;
    Case made(rule, setting, kSmallDatatype);
    if (made.function) return result;
    for (const RuleInstance& instance : made.instances) {
      Enumerator enumerator(made, instance, rule.equivalent);
      if (!enumerator.run(result)) return result;
      if (result.result == ProofResult::Refuted) {
        result.counterexample = fmt::format("{}: {}", setting.name, result.counterexample);
        return result;
      }
    }
  }
  // Too few cases prove nothing: the values at hand do not fit the rule.
  if (result.cases >= 4) result.result = ProofResult::Proved;
  return result;
}

size_t RuleProof::provers() const {
  const auto proved = std::ranges::count(by_solver, ProofResult::Proved);
  return static_cast<size_t>(proved) + (by_enumeration.result == ProofResult::Proved ? 1 : 0);
}

RuleProver::RuleProver(std::span<const Solver> solvers, const QueryLimits& limits) {
  for (const Solver& solver : solvers) sessions_.emplace_back(solver, limits);
}

RuleProof RuleProver::prove(const Rule& rule) {
  RuleProof proof;
  const std::vector<Obligation> obligations = obligations_of(rule);
  for (Session& session : sessions_) {
    ProofResult result = obligations.empty() ? ProofResult::Unsupported : ProofResult::Proved;
    for (const Obligation& obligation : obligations) {
      // cvc5 1.0.3 is wrong on tiny formats: it is no witness there.
      if (obligation.tiny && session.solver().spec->name == "cvc5") continue;
      Pool pool;
      const ParsedScript parsed = parse_script(pool, obligation.script);
      CHECK(parsed.errors.empty(), "an obligation that we cannot read");
      const Query query = make_query(pool, parsed.script, false);
      const std::vector<Answer> answers = session.ask(query);
      const ProofResult one = answers.empty() ? ProofResult::Undecided : read(answers[0]);
      if (one == ProofResult::Refuted && proof.refutation.empty())
        proof.refutation = fmt::format("{} at {}", session.solver().name, obligation.at);
      result = worse(result, one);
      if (result != ProofResult::Proved) break;
    }
    proof.by_solver.push_back(result);
  }
  proof.by_enumeration = enumerate(rule);
  if (proof.by_enumeration.result == ProofResult::Refuted)
    proof.refutation = "enumeration at " + proof.by_enumeration.counterexample;
  return proof;
}

}  // namespace pg
