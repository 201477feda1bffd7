#include "prove/languages.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "smtlib/printer.h"
#include "term/substitute.h"
#include "term/traverse.h"

namespace pg {
namespace {

std::string text_of(const Pool& pool, Term term) {
  return print_term(pool, term, {.share = false, .width = 0});
}

}  // namespace

bool Languages::is_closed(Term regex) const { return !pool_.has(regex, kHasVariable); }

bool Languages::has_variables(Term formula) const {
  bool found = false;
  post_order(pool_, formula, [&](Term term) {
    if (pool_.sort(term) == kRegLan && !is_closed(term)) found = true;
  });
  return found;
}

Term Languages::define(Term formula) {
  Substitution symbols;
  post_order(pool_, formula, [&](Term term) {
    const std::span<const Term> args = pool_.args(term);
    const auto regex = std::ranges::find(args, kRegLan, [&](Term arg) { return pool_.sort(arg); });
    const OpSpec* op = pool_.op(term);
    if (pool_.sort(term) == kRegLan || regex == args.end() || !op) return;
    // A symbol for each application; the words in it have no regular expressions in the tables.
    const std::string name = fmt::format("{}.{}", op->name, pool_.term_count());
    symbols[term] = pool_.variable(pool_.intern(name), pool_.sort(term));
    if (op->name == "str.in_re") {
      definitions_ += fmt::format("(define-fun {} () Bool {})\n", name,
                                  member(text_of(pool_, args[0]), args[1]));
      return;
    }
    // Nothing is used of any other operator but that it is a function, one for each expression.
    std::vector<std::string> sorts;
    std::vector<std::string> words;
    for (const Term arg : args) {
      if (pool_.sort(arg) == kRegLan) continue;
      sorts.push_back(print_sort(pool_, pool_.sort(arg)));
      words.push_back(text_of(pool_, arg));
    }
    const std::string function = fmt::format("{}.by.{}", op->name, named(*regex));
    const std::string sort = print_sort(pool_, pool_.sort(term));
    const std::string declared =
        fmt::format("(declare-fun {} ({}) {})\n", function, fmt::join(sorts, " "), sort);
    if (declarations_.find(declared) == std::string::npos) declarations_ += declared;
    definitions_ +=
        fmt::format("(define-fun {} () {} ({} {}))\n", name, sort, function, fmt::join(words, " "));
  });
  return failed_ ? Term() : substitute(pool_, formula, symbols);
}

// The predicate of a variable, and of any other expression as a whole.
std::string Languages::named(Term regex) {
  const auto [known, is_new] = predicates_.try_emplace(regex);
  if (is_new) {
    const bool variable = pool_.kind(regex) == HeadKind::Variable;
    known->second = variable ? std::string(pool_.text(pool_.data(regex).name))
                             : fmt::format("language.{}", predicates_.size());
    declarations_ += fmt::format("(declare-fun {} (String) Bool)\n", known->second);
  }
  return known->second;
}

// The definitions are those of SMT-LIB's theory of strings. The recursion ends with the table's
// text.
std::string Languages::member(const std::string& word, Term regex) {
  if (pool_.kind(regex) == HeadKind::Variable) return apply(named(regex), word);
  if (is_closed(regex)) return fmt::format("(str.in_re {} {})", word, text_of(pool_, regex));
  const OpSpec* op = pool_.op(regex);
  const std::string_view name = op ? op->name : "";
  const std::vector<Term> args(pool_.args(regex).begin(), pool_.args(regex).end());
  const std::span<const Index> indices = pool_.data(regex).indices;
  auto all = [&](std::string_view connective) {
    std::string text = fmt::format("({}", connective);
    for (const Term arg : args) text += fmt::format(" {}", member(word, arg));
    return text + ")";
  };
  auto power = [&](uint32_t times) {
    return product(word, std::vector<std::string>(times, factor(args[0])));
  };
  if (name == "re.union") return all("or");
  if (name == "re.inter") return all("and");
  if (name == "re.comp") return all("not");
  if (name == "re.diff" && args.size() == 2)
    return fmt::format("(and {} (not {}))", member(word, args[0]), member(word, args[1]));
  if (name == "re.opt") return fmt::format("(or (= {} \"\") {})", word, member(word, args[0]));
  if (name == "str.to_re") return fmt::format("(= {} {})", word, text_of(pool_, args[0]));
  if (name == "re.range") {
    const std::string first = text_of(pool_, args[0]);
    const std::string last = text_of(pool_, args[1]);
    return fmt::format(
        "(and (= (str.len {0}) 1) (= (str.len {1}) 1) (= (str.len {2}) 1) (str.<= {0} {1}) "
        "(str.<= {1} {2}))",
        first, word, last);
  }
  if (name == "re.++") {
    std::vector<std::string> factors;
    for (const Term arg : args) factors.push_back(factor(arg));
    return product(word, factors);
  }
  if (name == "re.*") return apply(star(args[0]), word);
  if (name == "re.+") return product(word, {factor(args[0]), star(args[0])});
  if (name == "re.^" && indices.size() == 1) return power(indices[0].value);
  if (name == "re.loop" && indices.size() == 2 && args.size() == 1) {
    std::string text = "(or";
    for (uint32_t i = indices[0].value; i <= indices[1].value; ++i)
      text += fmt::format(" {}", power(i));
    return text + ")";
  }
  failed_ = true;
  return "false";
}

std::string Languages::apply(const std::string& predicate, const std::string& word) const {
  return fmt::format("({} {})", predicate, word);
}

// A predicate for what stands in a product: a definition unless it is one already.
std::string Languages::factor(Term regex) {
  if (pool_.kind(regex) == HeadKind::Variable) return named(regex);
  if (const auto known = predicates_.find(regex); known != predicates_.end()) return known->second;
  const std::string name = fmt::format("language.{}", predicates_.size() + 1);
  const std::string body = member("w", regex);
  definitions_ += fmt::format("(define-fun {} ((w String)) Bool {})\n", name, body);
  predicates_[regex] = name;
  return name;
}

// The word is one of each factor, one after the other.
std::string Languages::product(const std::string& word, std::vector<std::string> factors) {
  if (factors.empty()) return fmt::format("(= {} \"\")", word);
  if (factors.size() == 1) return apply(factors[0], word);
  std::string variables;
  std::string parts;
  std::string conditions;
  for (const std::string& each : factors) {
    const std::string part = fmt::format("w{}", ++variables_);
    variables += fmt::format("({} String)", part);
    parts += " " + part;
    conditions += " " + apply(each, part);
  }
  return fmt::format("(exists ({}) (and (= {} (str.++{})){}))", variables, word, parts, conditions);
}

std::string Languages::star(Term regex) {
  const std::string base = factor(regex);
  for (const auto& [star, of] : stars_)
    if (of == base) return star;
  const std::string made = fmt::format("{}.star", base);
  declarations_ += fmt::format("(declare-fun {} (String) Bool)\n", made);
  auto fact = [&](std::string_view format) {
    definitions_ += fmt::format(fmt::runtime(format), fmt::arg("s", made), fmt::arg("r", base));
    definitions_ += '\n';
  };
  fact("(assert ({s} \"\"))");
  fact("(assert (forall ((u String)) (=> ({r} u) ({s} u))))");
  fact("(assert (forall ((u String)(v String)) (=> (and ({s} u) ({s} v)) ({s} (str.++ u v)))))");
  fact(
      "(assert (forall ((u String)) (=> ({s} u) (or (= u \"\") (exists ((v String)(w String)) "
      "(and (= u (str.++ v w)) ({r} v) ({s} w)))))))");
  fact(
      "(assert (forall ((u String)) (=> ({s} u) (or (= u \"\") (exists ((v String)(w String)) "
      "(and (= u (str.++ v w)) ({s} v) ({r} w)))))))");
  // Stars of smaller languages are smaller.
  for (const auto& [other, of] : stars_)
    for (const auto& [s, r, t, q] :
         {std::tuple(made, base, other, of), std::tuple(other, of, made, base)})
      definitions_ += fmt::format(
          "(assert (=> (forall ((u String)) (=> ({} u) ({} u))) (forall ((u String)) (=> ({} u) "
          "({} u)))))\n",
          r, q, s, t);
  stars_.emplace_back(made, base);
  return made;
}

}  // namespace pg
