#pragma once

#include <array>
#include <charconv>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "smtlib/parser.h"
#include "term/pool.h"
#include "term/traverse.h"
#include "theory/literals.h"
#include "theory/value.h"

namespace pg::test {

// Evaluates small terms straight through the rows, for tests of single operators: recursive, and
// without a model. Constants, functions and open cases are what the test says they are.
class EvalStub : public EvalContext {
 public:
  using Function = std::function<Value(std::span<const Value>)>;

  Pool pool;
  ValuePool values;

  void define(Head function, Function meaning) { functions_[function] = std::move(meaning); }
  void define(Head constant, Value value) {
    functions_[constant] = [value](std::span<const Value>) { return value; };
  }
  void define_open(std::string name, Function meaning) {
    open_[std::move(name)] = std::move(meaning);
  }
  void define_domain(Sort sort, std::vector<Value> all) { domains_[sort] = std::move(all); }

  // Reads declarations; those of constants and functions are there by name then.
  void declare(std::string_view script) {
    declarations_ += script;
    const ParsedScript read = parse_script(pool, declarations_);
    for (const Error& error : read.errors) ADD_FAILURE() << format_error("script", error);
  }

  Term parse(std::string_view text) {
    const std::string script = declarations_ + "(get-value (" + std::string(text) + "))";
    const ParsedScript read = parse_script(pool, script);
    for (const Error& error : read.errors) ADD_FAILURE() << format_error("script", error);
    if (!read.errors.empty()) std::abort();
    for (const Command& command : read.script.commands)
      for (const Definition& definition : command.definitions)
        if (const auto named = named_.find(pool.text(pool.data(definition.function).name));
            named != named_.end())
          functions_[definition.function] = named->second;
    return read.script.commands.back().terms.at(0);
  }
  // The meaning of every function of this name.
  void define(std::string_view name, Function meaning) {
    named_[std::string(name)] = std::move(meaning);
  }
  void define(std::string_view name, Value value) {
    named_[std::string(name)] = [value](std::span<const Value>) { return value; };
  }

  Value eval(std::string_view text) { return eval(parse(text)); }

  Value eval(Term term) {
    const HeadData& data = pool.data(term);
    switch (data.kind) {
      case HeadKind::Literal:
        return literal_value(pool, values, term);
      case HeadKind::Variable:
        return variables_.at(term);
      case HeadKind::Annotation:
        return eval(pool.args(term)[0]);
      case HeadKind::Operator:
        return data.op->binder > 0 ? binder(term, *data.op) : operation(term, *data.op);
      case HeadKind::Function: {
        const std::vector<Value> args = eval_args(term);
        if (data.role == FunctionRole::Constructor) return values.datatype(pool.head(term), args);
        const auto known = functions_.find(pool.head(term));
        if (known != functions_.end()) return known->second(args);
        return values.unsupported("a function without a meaning");
      }
      case HeadKind::Apply: {
        const std::vector<Value> args = eval_args(term);
        return apply(args[0], std::span(args).subspan(1));
      }
      case HeadKind::Match:
      case HeadKind::Case:
      case HeadKind::Opaque:
        break;
    }
    return values.unsupported("not in this stub");
  }

  // Calls one row on values, as if they were those of the term's arguments.
  Value call(Term term, std::span<const Value> args) {
    const OpSpec* op = pool.op(term);
    if (op == nullptr || op->eval == nullptr) return values.unsupported("no evaluation");
    return op->eval({values, pool, *this, term, args});
  }

  // A value in a notation for tests: -5, 1/3, #b0101, {1, 2}, [0; 1->2], unspecified.
  std::string show(Value value) const {
    switch (value.kind()) {
      case ValueKind::Unspecified:
        return "unspecified";
      case ValueKind::Unsupported:
        return "unsupported";
      case ValueKind::Bool:
        return value.is_true() ? "true" : "false";
      case ValueKind::Integer:
      case ValueKind::BigInteger:
      case ValueKind::Rational:
        return values.as_rational(value).get_str();
      case ValueKind::Algebraic:
        return write_algebraic(std::get<Algebraic>(values.as_real(value)));
      case ValueKind::Computed:
        return "computed";
      case ValueKind::Bits:
      case ValueKind::BigBits:
        return "#b" + padded(values.as_unsigned(value).get_str(2), value.aux());
      case ValueKind::Float:
      case ValueKind::BigFloat:
        return "fp#b" + padded(values.as_unsigned(value).get_str(2), value.aux());
      case ValueKind::RoundingMode:
        return std::array{"RNE", "RNA", "RTP", "RTN", "RTZ"}[value.payload()];
      case ValueKind::String:
        return show_string(value);
      case ValueKind::Regex:
        return "regex";
      case ValueKind::Sequence:
        return list("[", values.items(value), "]");
      case ValueKind::Set:
        return list("{", values.items(value), "}");
      case ValueKind::Tuple:
        return list("(", values.items(value), ")");
      case ValueKind::Datatype:
        return std::string(pool.text(pool.data(Head(value.aux())).name)) +
               (values.items(value).empty() ? "" : list("(", values.items(value), ")"));
      case ValueKind::Array:
        return "[" + show(values.array_default(value)) + ";" +
               pairs(values.items(value).subspan(1), "->") + "]";
      case ValueKind::Bag:
        return "{" + pairs(values.items(value), "*") + "}";
      case ValueKind::Element:
        return "element" + std::to_string(value.payload());
      case ValueKind::Function:
        return "function";
    }
    return {};
  }
  std::string show(std::string_view text) { return show(eval(text)); }

  Value open(std::string_view name, Sort, std::span<const Value> args) override {
    const auto known = open_.find(std::string(name));
    return known == open_.end() ? Value::unspecified() : known->second(args);
  }

  Value apply(Value function, std::span<const Value> args) override {
    if (function.kind() == ValueKind::Array) return values.select(function, args[0]);
    if (function.kind() != ValueKind::Function) return values.unsupported("no function");
    if (function.aux() == 1) return natives_.at(function.payload())(args);
    const Closure closure = closures_.at(function.payload());
    const Variables before = std::exchange(variables_, closure.variables);
    const Value result = body_of(closure.lambda, 0, args);
    variables_ = before;
    return result;
  }

  // A function that the test gave a meaning to, by name.
  Value function(Symbol name) override {
    const auto known = named_.find(pool.text(name));
    if (known == named_.end()) return Value::unspecified();
    natives_.push_back(known->second);
    return {ValueKind::Function, 1, natives_.size() - 1};
  }

  std::span<const Value> domain(Sort sort) override {
    const auto known = domains_.find(sort);
    if (known != domains_.end()) return known->second;
    std::vector<Value> all;
    if (sort == kBool) all = {Value::boolean(false), Value::boolean(true)};
    if (sort == kRoundingMode)
      for (uint8_t i = 0; i < 5; ++i) all.push_back(Value::mode(static_cast<RoundingMode>(i)));
    if (pool.kind(sort) == SortKind::BitVec && pool.indices(sort)[0] <= 16)
      for (uint64_t i = 0; i < uint64_t{1} << pool.indices(sort)[0]; ++i)
        all.push_back(values.bits(pool.indices(sort)[0], i));
    return domains_[sort] = std::move(all);
  }

  Value body(size_t which, std::span<const Value> assignment) override {
    return body_of(binders_.back(), which, assignment);
  }

 private:
  using Variables = std::map<Term, Value>;
  struct Closure {
    Term lambda;
    Variables variables;
  };

  std::vector<Value> eval_args(Term term) {
    std::vector<Value> args;
    for (Term arg : pool.args(term)) args.push_back(eval(arg));
    return args;
  }

  Value operation(Term term, const OpSpec& op) {
    if (op.eval == nullptr) return values.unsupported("no evaluation");
    const std::vector<Value> args = eval_args(term);
    if (!op.lazy)
      for (const Value& arg : args)
        if (!arg.is_defined()) return arg;
    return op.eval({values, pool, *this, term, args});
  }

  // A binder with nothing to evaluate it is a lambda.
  Value binder(Term term, const OpSpec& op) {
    if (op.eval == nullptr) {
      closures_.push_back({term, variables_});
      return {ValueKind::Function, 0, closures_.size() - 1};
    }
    binders_.push_back(term);
    const Value result = op.eval({values, pool, *this, term, {}});
    binders_.pop_back();
    return result;
  }

  Value body_of(Term term, size_t which, std::span<const Value> assignment) {
    const std::span<const Term> bound = bound_variables(pool, term);
    const Variables before = variables_;
    for (size_t i = 0; i < bound.size(); ++i) variables_[bound[i]] = assignment[i];
    const Value result = eval(pool.args(term)[bound.size() + which]);
    variables_ = before;
    return result;
  }

  std::string show_string(Value value) const {
    std::string result = "\"";
    for (uint32_t code : values.text(value)) {
      if (code >= ' ' && code <= '~' && code != '"' && code != '\\') {
        result += static_cast<char>(code);
      } else {
        char hex[8];
        const auto end = std::to_chars(hex, hex + sizeof hex, code, 16).ptr;
        result.append("\\u{").append(hex, end).append("}");
      }
    }
    return result + "\"";
  }

  static std::string padded(const std::string& digits, size_t width) {
    return std::string(width - digits.size(), '0') + digits;
  }
  std::string list(std::string text, std::span<const Value> items, std::string_view end) const {
    for (size_t i = 0; i < items.size(); ++i) text.append(i > 0 ? ", " : "").append(show(items[i]));
    return text.append(end);
  }
  std::string pairs(std::span<const Value> items, std::string_view between) const {
    std::string text;
    for (size_t i = 0; i + 1 < items.size(); i += 2)
      text.append(i > 0 ? ", " : "")
          .append(show(items[i]))
          .append(between)
          .append(show(items[i + 1]));
    return text;
  }

  std::string declarations_;
  std::map<Head, Function> functions_;
  std::map<std::string, Function, std::less<>> named_;
  std::map<std::string, Function> open_;
  std::map<Sort, std::vector<Value>> domains_;
  Variables variables_;
  std::vector<Term> binders_;
  std::vector<Closure> closures_;  // functions by payload, where aux is 0
  std::vector<Function> natives_;  // where aux is 1
};

// What ground terms evaluate to, in the notation of EvalStub::show.
struct EvalCase {
  std::string_view term;
  std::string_view value;
};

inline void expect_values(EvalStub& stub, std::span<const EvalCase> cases) {
  for (const EvalCase& each : cases) EXPECT_EQ(stub.show(each.term), each.value) << each.term;
}

}  // namespace pg::test
