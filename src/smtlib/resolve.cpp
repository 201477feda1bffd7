// What an identifier means where it stands: a local variable, a function of the script, an operator
// of a theory, or something we do not know.
#include <algorithm>

#include <fmt/format.h>

#include "smtlib/printer.h"
#include "smtlib/term_parser.h"
#include "term/infer.h"
#include "theory/theories.h"

namespace pg {
namespace {

const OpSpec& call_operator() {
  static const OpSpec& found = []() -> const OpSpec& {
    for (const Theory* theory : theories())
      for (const OpSpec& op : theory->ops)
        if (op.call) return op;
    CHECK(false, "no operator is what (a i) stands for");
  }();
  return found;
}

}  // namespace

void TermParser::sorts_of(std::span<const Term> args) {
  arg_sorts_.clear();
  for (const Term arg : args) arg_sorts_.push_back(pool_.sort(arg));
}

std::string TermParser::spelling(const Identifier& id) const {
  std::string text = print_symbol(pool_.text(id.name));
  if (!id.indices.empty()) {
    text = "(_ " + text;
    for (const Index& index : id.indices) text.append(" ").append(pool_.text(index.text));
    text += ")";
  }
  if (id.qualifier) text = fmt::format("(as {} {})", text, print_sort(pool_, id.qualifier));
  return text;
}

// Functions, and arrays as Z3 has them: (a i) is (select a i).
bool TermParser::is_callable(Sort sort) const {
  const SortKind kind = pool_.kind(sort);
  return kind == SortKind::Arrow || kind == SortKind::Array || kind == SortKind::Unknown;
}

// In a pattern no let can be printed: there it is read as if it had been written without.
Term TermParser::local_value(Symbol name) {
  return patterns_ > 0 ? names_.local_here(name) : names_.local(name);
}

Term TermParser::apply(const Identifier& id, std::span<const Term> args, uint32_t offset) {
  const Term local = id.indices.empty() ? names_.local(id.name) : Term();
  if (local && args.empty()) return local_value(id.name);
  // A variable that is no function leaves the name to the functions, as cvc5 has it.
  if (local && is_callable(pool_.sort(local))) return apply_term(local, args, offset);
  sorts_of(args);
  const bool declared = names_.first_function(id.name) != Names::kNone && id.indices.empty();
  if (declared) {
    if (const Term result = apply_function(id, args, offset); result || failed_) return result;
  }
  if (const Term result = apply_row(id, args); result || failed_) return result;
  if (declared && higher_order_) {
    if (const Term result = apply_partly(id, args, offset); result || failed_) return result;
  }
  if (declared || !names_.rows(id.name).empty()) {
    no_match(id, args, offset);
    return {};
  }
  if (local) return apply_term(local, args, offset);
  if (args.empty() && id.plain() && !names_.is_poisoned(id.name)) {
    fail(offset, fmt::format("undeclared symbol '{}'", pool_.text(id.name)));
    return {};
  }
  return opaque(id, args, offset);
}

// An Int may stand for a Real: of several functions of the name, one of exactly these sorts is
// meant before any other.
Term TermParser::apply_function(const Identifier& id, std::span<const Term> args, uint32_t offset) {
  for (const bool exactly : {true, false}) {
    for (uint32_t i = names_.first_function(id.name); i != Names::kNone;) {
      const auto [head, next] = names_.function(i);
      i = next;
      const HeadData& data = pool_.data(head);
      if (exactly && !std::ranges::equal(data.params, arg_sorts_)) continue;
      if (data.params.size() == args.size()) {
        if (const Sort result = infer(pool_, head, arg_sorts_, id.qualifier)) {
          if (id.qualifier && !data.overloaded && is_overloaded(id.name, head))
            pool_.set_overloaded(head);
          return pool_.make(head, result, args);
        }
      } else if (data.params.size() < args.size() && is_callable(data.sort)) {
        // A function that gives a function: (f a b) is ((f a) b).
        const size_t own = data.params.size();
        if (const Sort result = infer(pool_, head, std::span(arg_sorts_).first(own)))
          return apply_term(pool_.make(head, result, args.first(own)), args.subspan(own), offset);
      }
    }
  }
  return {};
}

// True if another function of the name takes the arguments, whose sorts are in arg_sorts_, too.
bool TermParser::is_overloaded(Symbol name, Head function) {
  for (uint32_t i = names_.first_function(name); i != Names::kNone; i = names_.function(i).next) {
    const Head other = names_.function(i).head;
    if (other != function && pool_.data(other).params.size() == arg_sorts_.size() &&
        infer(pool_, other, arg_sorts_))
      return true;
  }
  return false;
}

// With fewer arguments than parameters it is a function; without any, the function itself.
Term TermParser::apply_partly(const Identifier& id, std::span<const Term> args, uint32_t) {
  for (uint32_t i = names_.first_function(id.name); i != Names::kNone;) {
    const Names::Function& function = names_.function(i);
    if (pool_.data(function.head).params.size() > args.size()) {
      if (const Sort result = infer(pool_, function.head, arg_sorts_))
        return pool_.make(function.head, result, args);
    }
    i = function.next;
  }
  return {};
}

Term TermParser::apply_row(const Identifier& id, std::span<const Term> args) {
  for (const RowChoice& row : names_.rows(id.name)) {
    if (row.op->sig.needs_sort && !id.qualifier) continue;
    const Sort result = infer(pool_, *row.op, id.indices, arg_sorts_, id.qualifier);
    if (!result) continue;
    if (id.plain()) return pool_.make(row.plain, result, args);
    HeadData data;
    data.name = id.name;
    data.op = row.op;
    data.sort = id.qualifier;
    data.indices = id.indices;
    return pool_.make(pool_.head(data), result, args);
  }
  return {};
}

Term TermParser::apply_term(Term function, std::span<const Term> args, uint32_t offset) {
  const Sort sort = pool_.sort(function);
  Sort result = kUnknown;
  if (sort != kUnknown) {
    const std::span<const Sort> signature = pool_.args(sort);
    if (!is_callable(sort) || signature.size() <= args.size()) {
      fail(offset, fmt::format("a term of sort {} cannot take {} argument{}", describe(sort),
                               args.size(), args.size() == 1 ? "" : "s"));
      return {};
    }
    for (size_t i = 0; i < args.size(); ++i) {
      if (!fits(pool_, signature[i], pool_.sort(args[i]))) {
        fail(offset, fmt::format("argument {} must have sort {}, not {}", i + 1,
                                 describe(signature[i]), describe(pool_.sort(args[i]))));
        return {};
      }
    }
    // Z3 takes (a i) for (select a i) only while a is a local variable, and let goes away.
    if (pool_.kind(sort) == SortKind::Array)
      return pool_.term(call_operator(), {function, args[0]});
    const std::span<const Sort> rest = signature.subspan(args.size());
    result = rest.size() == 1 ? rest[0] : pool_.sort(ctor_of(SortKind::Arrow), {}, rest);
  }
  std::vector<Term> children{function};
  children.insert(children.end(), args.begin(), args.end());
  HeadData data;
  data.kind = HeadKind::Apply;
  return pool_.make(pool_.head(data), result, children);
}

Term TermParser::opaque(const Identifier& id, std::span<const Term> args, uint32_t offset) {
  if (!names_.is_poisoned(id.name)) {
    ++opaque_terms_;
    if (warned_.insert(id.name).second)
      warnings_.push_back(
          {lexer_.place(offset), fmt::format("unknown operator '{}', kept as written",
                                             pool_.text(id.name).substr(0, kLongestMessage))});
  }
  HeadData data;
  data.kind = HeadKind::Opaque;
  data.name = pool_.intern(spelling(id));
  return pool_.make(pool_.head(data), id.qualifier ? id.qualifier : kUnknown, args);
}

// Says what was found and what each candidate takes.
bool TermParser::no_match(const Identifier& id, std::span<const Term> args, uint32_t offset) {
  std::string message =
      fmt::format("'{}' does not take (", id.plain() ? pool_.text(id.name) : spelling(id));
  for (size_t i = 0; i < args.size(); ++i) {
    if (i == 8) {
      message += fmt::format(" and {} more", args.size() - i);
      break;
    }
    if (i > 0) message += " ";
    message += describe(pool_.sort(args[i]));
  }
  message += ")";
  const char* separator = "; it takes ";
  for (uint32_t i = names_.first_function(id.name); i != Names::kNone;) {
    const HeadData& data = pool_.data(names_.function(i).head);
    message += separator;
    for (const Sort param : data.params) message += describe(param) + " ";
    message += "-> " + describe(data.sort);
    separator = " or ";
    i = names_.function(i).next;
  }
  for (const RowChoice& row : names_.rows(id.name)) {
    message.append(separator).append(row.op->sig.text);
    if (row.op->sig.needs_sort && !id.qualifier)
      message += fmt::format(" as (as {} Sort)", row.op->name);
    separator = " or ";
  }
  return fail(offset, std::move(message));
}

}  // namespace pg
