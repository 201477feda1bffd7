#include "model/print_value.h"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "smtlib/printer.h"
#include "term/infer.h"
#include "theory/computed.h"
#include "theory/datatypes/regular.h"
#include "theory/strings/string_value.h"

namespace pg {
namespace {

// Values nest as deep as the user likes: what is still to be written waits on a stack.
class ValuePrinter {
 public:
  ValuePrinter(Pool& pool, const ValuePool& values, size_t limit)
      : pool_(pool), values_(values), limit_(limit) {}

  std::string print(Value value, Sort sort) {
    stack_.push_back({value, sort, {}});
    while (!stack_.empty()) {
      if (out_.size() > limit_) return std::move(out_) + "...";
      const Item item = std::move(stack_.back());
      stack_.pop_back();
      if (item.tree)
        tree(item);
      else if (item.text.empty())
        write(item.value, item.sort);
      else
        out_ += item.text;
    }
    return std::move(out_);
  }

 private:
  // An infinite tree, and the nodes from the root to where it is written.
  struct Tree {
    std::vector<datatypes::TreeNode> graph;
    std::vector<size_t> path;
  };
  struct Item {
    Value value;
    Sort sort;
    std::string text;
    std::shared_ptr<Tree> tree = {};  // a node of it; with a text, the end of one
    size_t node = 0;
  };

  void push(Value value, Sort sort) { stack_.push_back({value, sort, {}}); }
  void push(std::string text) { stack_.push_back({{}, {}, std::move(text)}); }

  void write(Value value, Sort sort) {
    switch (value.kind()) {
      case ValueKind::Unspecified:
        out_ += "unspecified";
        return;
      case ValueKind::Unsupported:
        out_ += fmt::format("unsupported ({})", values_.reason(value));
        return;
      case ValueKind::Bool:
        out_ += value.is_true() ? "true" : "false";
        return;
      case ValueKind::Integer:
      case ValueKind::BigInteger:
      case ValueKind::Rational:
        if (sort == kChar)
          out_ += fmt::format("(_ Char {})", value.payload());
        else
          out_ += number(values_.as_rational(value), sort == kReal);
        return;
      case ValueKind::Algebraic:
        out_ += write_algebraic(std::get<Algebraic>(values_.as_real(value)));
        return;
      case ValueKind::Computed:
        return expression(value);
      case ValueKind::Bits:
      case ValueKind::BigBits:
        out_ += bits(values_.as_unsigned(value), value.aux());
        return;
      case ValueKind::Float:
      case ValueKind::BigFloat:
        out_ += floating(value, sort);
        return;
      case ValueKind::RoundingMode: {
        static constexpr std::array<const char*, 5> kModes = {"RNE", "RNA", "RTP", "RTN", "RTZ"};
        out_ += kModes[value.payload()];
        return;
      }
      case ValueKind::String:
        out_ += strings::write_string_literal(values_.text(value));
        return;
      case ValueKind::Regex:
        out_ += "a regular expression";
        return;
      case ValueKind::Array:
        return array(value, sort);
      case ValueKind::Sequence:
        return list(value, sort, "seq");
      case ValueKind::Set:
        return list(value, sort, "set");
      case ValueKind::Bag:
        return bag(value, sort);
      case ValueKind::Datatype:
        return datatype(value, sort);
      case ValueKind::Tuple:
        return tuple(value, sort);
      case ValueKind::Element:
        out_ += value.payload() < pool_.symbol_count()
                    ? std::string(pool_.text(Symbol(static_cast<uint32_t>(value.payload()))))
                    : "an element";
        return;
      case ValueKind::Function:
        out_ += "a function";
        return;
    }
  }

  // By the names of rows: (+ 1.0 (* 2.0 (sin 3.0))), (* (^ (exp 1.0) 2.0) (^ real.pi 1.0)).
  void expression(Value value) {
    using computed::Operation;
    const Operation operation = computed::operation_of(value);
    const std::span<const Value> items = values_.items(value);
    if (items.empty()) {
      out_ += computed::name_of(operation);
      return;
    }
    const bool sum = operation == Operation::Sum;
    if (!sum && items.size() == 2) {
      out_ += "(^ ";
      push(")");
      push(items[1], kReal);
      push(" ");
      push(items[0], kReal);
      return;
    }
    out_ += fmt::format("({}", computed::name_of(operation));
    push(")");
    if (!sum && operation != Operation::Product) {
      push(items[0], kReal);
      push(" ");
      return;
    }
    for (size_t i = items.size(); i > (sum ? 1 : 0); i -= 2) {
      push(")");
      push(items[i - 1], kReal);
      push(" ");
      push(items[i - 2], kReal);
      push(sum ? " (* " : " (^ ");
    }
    if (!sum) return;
    push(items[0], kReal);
    push(" ");
  }

  static std::string number(const mpq_class& number, bool real) {
    const mpq_class magnitude = abs(number);
    std::string text = magnitude.get_num().get_str() + (real ? ".0" : "");
    if (magnitude.get_den() != 1)
      text = fmt::format("(/ {} {}.0)", text, magnitude.get_den().get_str());
    return sgn(number) < 0 ? fmt::format("(- {})", text) : text;
  }

  static std::string bits(const mpz_class& value, uint32_t width) {
    const bool hex = width % 4 == 0;
    const std::string digits = value.get_str(hex ? 16 : 2);
    const size_t wanted = hex ? width / 4 : width;
    return (hex ? "#x" : "#b") + std::string(wanted - std::min(wanted, digits.size()), '0') +
           digits;
  }

  std::string floating(Value value, Sort sort) const {
    const uint32_t exponent = pool_.indices(sort)[0];
    const uint32_t fraction = pool_.indices(sort)[1] - 1;
    const mpz_class all = values_.as_unsigned(value);
    const mpz_class mantissa = all % (mpz_class(1) << fraction);
    const mpz_class power = (all >> fraction) % (mpz_class(1) << exponent);
    const bool negative = mpz_tstbit(all.get_mpz_t(), exponent + fraction) != 0;
    auto constant = [&](const char* name) {
      return fmt::format("(_ {} {} {})", name, exponent, fraction + 1);
    };
    if (power == (mpz_class(1) << exponent) - 1) {
      if (mantissa != 0) return constant("NaN");
      return constant(negative ? "-oo" : "+oo");
    }
    if (all % (mpz_class(1) << (exponent + fraction)) == 0)
      return constant(negative ? "-zero" : "+zero");
    auto binary = [](const mpz_class& number, uint32_t width) {
      const std::string digits = number.get_str(2);
      return "#b" + std::string(width - std::min<size_t>(width, digits.size()), '0') + digits;
    };
    return fmt::format("(fp #b{} {} {})", negative ? 1 : 0, binary(power, exponent),
                       binary(mantissa, fraction));
  }

  void array(Value value, Sort sort) {
    const std::span<const Value> items = values_.items(value);
    const std::span<const Sort> parts = pool_.args(sort);
    for (size_t i = 0; i < items.size() / 2; ++i) out_ += "(store ";
    out_ += fmt::format("((as const {}) ", print_sort(pool_, sort));
    for (size_t i = items.size(); i > 1; i -= 2) {
      push(")");
      push(items[i - 1], parts[1]);
      push(" ");
      push(items[i - 2], parts[0]);
      push(" ");
    }
    push(")");
    push(items[0], parts[1]);
  }

  // (seq.++ (seq.unit a) (seq.unit b)); of sets alike.
  void list(Value value, Sort sort, const std::string& name) {
    const std::span<const Value> items = values_.items(value);
    const bool sequence = name == "seq";
    if (items.empty()) {
      out_ += fmt::format("(as {}.empty {})", name, print_sort(pool_, sort));
      return;
    }
    if (items.size() > 1) {
      out_ += sequence ? "(seq.++" : "(set.union";
      push(")");
    }
    for (size_t i = items.size(); i > 0; --i) {
      push(")");
      push(items[i - 1], pool_.args(sort)[0]);
      push(fmt::format("{}({} ", items.size() > 1 ? " " : "",
                       sequence ? "seq.unit" : "set.singleton"));
    }
  }

  void bag(Value value, Sort sort) {
    const std::span<const Value> items = values_.items(value);
    if (items.empty()) {
      out_ += fmt::format("(as bag.empty {})", print_sort(pool_, sort));
      return;
    }
    if (items.size() > 2) {
      out_ += "(bag.union_disjoint";
      push(")");
    }
    for (size_t i = items.size(); i > 0; i -= 2) {
      push(")");
      push(items[i - 1], kInt);
      push(" ");
      push(items[i - 2], pool_.args(sort)[0]);
      push(items.size() > 2 ? " (bag " : "(bag ");
    }
  }

  std::string constructor_name(Head constructor, Sort sort) const {
    const HeadData& data = pool_.data(constructor);
    std::string name = print_symbol(pool_.text(data.name));
    if (pool_.has_param(data.sort)) name = fmt::format("(as {} {})", name, print_sort(pool_, sort));
    return name;
  }
  Sort sort_of_field(Head constructor, size_t which, Sort sort) const {
    const std::vector<Sort> bindings(pool_.args(sort).begin(), pool_.args(sort).end());
    return instantiate(pool_, pool_.data(constructor).params[which], bindings);
  }

  void datatype(Value value, Sort sort) {
    if (datatypes::is_infinite(values_, value)) {
      const auto made = std::make_shared<Tree>(Tree{datatypes::graph_of(values_, value), {}});
      stack_.push_back({{}, sort, {}, made, 0});
      return;
    }
    const Head constructor(value.aux());
    const std::span<const Value> items = values_.items(value);
    const std::string name = constructor_name(constructor, sort);
    if (items.empty()) {
      out_ += name;
      return;
    }
    out_ += "(" + name;
    push(")");
    for (size_t i = items.size(); i > 0; --i) {
      push(items[i - 1], sort_of_field(constructor, i - 1, sort));
      push(" ");
    }
  }

  // As cvc5 writes them, see model/loops.h.
  void tree(const Item& item) {
    std::vector<size_t>& path = item.tree->path;
    if (!item.text.empty()) {
      path.pop_back();
      out_ += item.text;
      return;
    }
    if (const auto above = std::find(path.rbegin(), path.rend(), item.node); above != path.rend()) {
      out_ += fmt::format("cbv_{}_{}", print_sort(pool_, item.sort), above - path.rbegin());
      return;
    }
    const datatypes::TreeNode& node = item.tree->graph[item.node];
    out_ += "(" + constructor_name(node.constructor, item.sort);
    path.push_back(item.node);
    stack_.push_back({{}, {}, ")", item.tree, 0});
    for (size_t i = node.fields.size(); i > 0; --i) {
      const datatypes::TreeNode::Field& field = node.fields[i - 1];
      const Sort sort = sort_of_field(node.constructor, i - 1, item.sort);
      if (field.is_node)
        stack_.push_back({{}, sort, {}, item.tree, field.node});
      else
        push(field.value, sort);
      push(" ");
    }
  }

  void tuple(Value value, Sort sort) {
    const std::span<const Value> items = values_.items(value);
    if (items.empty()) {
      out_ += "tuple.unit";
      return;
    }
    out_ += "(tuple";
    push(")");
    for (size_t i = items.size(); i > 0; --i) {
      push(items[i - 1], pool_.args(sort)[i - 1]);
      push(" ");
    }
  }

  Pool& pool_;
  const ValuePool& values_;
  const size_t limit_;
  std::string out_;
  std::vector<Item> stack_;
};

}  // namespace

std::string print_value(Pool& pool, const ValuePool& values, Value value, Sort sort, size_t limit) {
  return ValuePrinter(pool, values, limit).print(value, sort);
}

}  // namespace pg
