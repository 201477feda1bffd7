#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "term/handles.h"
#include "term/known.h"
#include "term/sig.h"

namespace pg {

class Pool;
class Value;
struct EvalCall;
struct Requirement;
struct RequireCall;

// How an operator with two arguments takes more: the standard's attributes.
enum class Chain : uint8_t { None, LeftAssoc, RightAssoc, Chainable, Pairwise };

// Whether arithmetic stays linear: always, if all arguments but the first are literals, or never.
enum class Linear : uint8_t { Always, ByLiterals, Never };

// An index of (_ f ...): a numeral, a name, or any other text.
struct Index {
  static constexpr uint32_t kNotANumber = UINT32_MAX;
  Symbol text;                   // a name in bars where it needs them
  uint32_t value = kNotANumber;  // where the text is a numeral that fits
  Head function;                 // where the text names a function of the script
  bool operator==(const Index&) const = default;
};

// What an irregular operator is asked: the sort of its application, or none if it is ill-sorted.
struct SortCall {
  Pool& pool;
  std::span<const Index> indices;
  std::span<const Sort> args;
  Sort qualifier;  // of (as f Sort), or none
};
using SortFn = Sort (*)(const SortCall&);
using EvalFn = Value (*)(const EvalCall&);
using RequireFn = Requirement (*)(const RequireCall&);

// One row an operator; parser, sort checker, printer, generators, evaluator and strategies read the
// rows and none of them names an operator. Overloads are several rows of one name.
struct OpSpec {
  std::string_view name;
  Sig sig;
  Chain chain = Chain::None;
  Known known = kStandard;
  // Of a Boolean operator, the polarity of each argument: '+' same, '-' flipped, '*' both. The last
  // character is the last argument's, the one before it also that of further ones. Empty: '*'.
  std::string_view polarity = {};
  Linear linear = Linear::Always;
  SortKind also = SortKind::Bool;  // a sort that its theory has beside those of the signature
  uint8_t binder = 0;              // binds variables over this many bodies
  SortFn sort_fn = nullptr;        // irregular: replaces the signature's result (and its check)
  EvalFn eval = nullptr;           // its value, by the text that `meaning` names
  bool lazy = false;               // eval decides itself what an undefined argument means
  bool conditional = false;        // the first argument chooses which of the others is evaluated
  bool call = false;               // what Z3 means by (a i), where a is a term and no function
  bool literals = false;           // a solver takes nothing but values for its arguments
  // Which values of an argument keep the result within what is required of it; without, the one
  // that the argument has.
  RequireFn require = nullptr;
  std::string_view meaning = {};  // where its meaning is defined, if not where its theory says
};

// An older or solver-specific spelling of a row; terms keep the spelling they were written with.
struct OpAlias {
  std::string_view name;
  std::string_view row;
  Known known = kStandard;
};

// An implication that holds for all values: `polygraph rules --prove` says who proves it. Where
// an atom looks like one side, and that side has all the variables of the other, the atom may be
// replaced: by the weaker side to weaken it, by the stronger side to strengthen it.
//   {.terms = "x y: BV(n)", .constants = "a: BV(n)",
//    .stronger = "(bvult x (bvand y a))", .weaker = "(bvult x y)"}
// Terms are SMT-LIB. Sorts are written as in signatures, plus Num (Int or Real), Data (a datatype)
// and A -> B (a function of the script). A number letter of a sort may be an index in the terms, as
// in (_ bv0 n); a capital letter after `_ is` stands for a constructor, two for different ones.
// A row that only one solver proves, and whose sorts cannot be enumerated, has a proof in words.
struct Rule {
  std::string_view terms;           // variables that stand for any term
  std::string_view constants = {};  // variables that stand for a literal
  std::string_view stronger;
  std::string_view weaker;
  std::string_view where = {};  // what the constants satisfy; empty: anything
  bool equivalent = false;      // the weaker side implies the stronger one, too
  std::string_view proof = {};  // by hand
};

struct Theory {
  std::string_view name;
  std::string_view meaning;  // the text that defines its operators
  std::span<const OpSpec> ops;
  std::span<const OpAlias> aliases = {};
  std::span<const Rule> rules = {};
};

constexpr char polarity_of(const OpSpec& op, size_t arg, size_t args) {
  if (op.polarity.empty()) return '*';
  const size_t last = op.polarity.size() - 1;
  if (arg + 1 == args || last == 0) return op.polarity[last];
  return op.polarity[arg < last ? arg : last - 1];
}

// A table is complete if every row can be read on its own: named, chained only where two arguments
// of one sort allow it, and different from every other row of its name.
template <size_t N>
consteval bool complete(const std::array<OpSpec, N>& ops) {
  for (size_t i = 0; i < N; ++i) {
    const OpSpec& op = ops[i];
    if (op.name.empty()) return false;
    if (op.chain != Chain::None && op.sig.args != 2) return false;
    if ((op.chain == Chain::Chainable || op.chain == Chain::Pairwise) && !op.sig.uniform)
      return false;
    for (char sign : op.polarity)
      if (sign != '+' && sign != '-' && sign != '*') return false;
    for (size_t j = 0; j < i; ++j)
      if (ops[j].name == op.name && ops[j].sig.code == op.sig.code &&
          ops[j].sig.args == op.sig.args && ops[j].sig.indices == op.sig.indices)
        return false;
  }
  return true;
}

// Every alias stands for a row of the same table, and is no row itself.
template <size_t N, size_t M>
consteval bool complete(const std::array<OpSpec, N>& ops, const std::array<OpAlias, M>& aliases) {
  for (const OpAlias& alias : aliases) {
    bool found = false;
    for (const OpSpec& op : ops) {
      if (op.name == alias.row) found = true;
      if (op.name == alias.name) return false;
    }
    if (!found) return false;
  }
  return complete(ops);
}

// The one row of this name, for code that builds it; does not compile if there is none or several.
template <size_t N>
consteval const OpSpec& row(const std::array<OpSpec, N>& ops, std::string_view name) {
  const OpSpec* found = nullptr;
  for (const OpSpec& op : ops) {
    if (op.name != name) continue;
    if (found) throw "several rows have this name";
    found = &op;
  }
  if (!found) throw "no row has this name";
  return *found;
}

}  // namespace pg
