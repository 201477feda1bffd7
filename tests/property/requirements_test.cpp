// DIVER's Proposition 1 for every row: any value of an argument that the requirement admits keeps
// the result within what is needed of it.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "model/domains.h"
#include "model/evaluator.h"
#include "model/print_value.h"
#include "mutate/constants.h"
#include "smtlib/printer.h"
#include "support/scale.h"
#include "support/sig_terms.h"
#include "theory/requirement.h"
#include "theory/theories.h"

namespace pg {
namespace {

using Kind = Requirement::Kind;

// Small sorts, of which random values often meet.
class SmallSorts final : public test::SigSource {
 public:
  SmallSorts(Pool& pool, Rng& rng) : pool_(pool), rng_(rng) {}
  uint32_t number() override { return 1 + static_cast<uint32_t>(rng_.below(5)); }
  Sort sort() override {
    switch (rng_.below(7)) {
      case 0:
        return kBool;
      case 1:
        return kInt;
      case 2:
        return kReal;
      case 3:
        return kString;
      case 4:
        return pool_.sort(SortKind::BitVec, {3});
      case 5:
        return pool_.sort(SortKind::FloatingPoint, {3, 4});
      default:
        return pool_.sort(SortKind::Array, {}, {kInt, kBool});
    }
  }

 private:
  Pool& pool_;
  Rng& rng_;
};

class Checker {
 public:
  explicit Checker(uint64_t seed)
      : rng_(seed),
        constants_(pool_, rng_),
        evaluator_(pool_, values_, script_, model_, Evaluator::Missing::Undefined),
        domains_(pool_, values_) {}

  // Applies the row once; adds what is wrong.
  void check(const OpSpec& row, std::vector<std::string>& wrong) {
    SmallSorts sorts(pool_, rng_);
    test::SigDrawer drawer(pool_, row, rng_, &sorts);
    const std::optional<test::DrawnApplication> drawn =
        drawer.draw(row.chain == Chain::None ? 1 : 2 + rng_.below(2));
    if (!drawn) return;
    std::vector<Term> literals;
    std::vector<Value> args;
    for (const Sort sort : drawn->args) {
      const Term literal = constants_.draw(sort);
      if (!literal) return;
      literals.push_back(literal);
      args.push_back(evaluator_.eval(literal));
      if (!args.back().is_defined()) return;
    }
    const Sort result = infer(pool_, row, drawn->indices, drawn->args, drawn->qualifier);
    if (!result) return;
    HeadData data;
    data.name = pool_.intern(row.name);
    data.op = &row;
    data.indices = drawn->indices;
    data.sort = drawn->qualifier;
    const Term term = pool_.make(pool_.head(data), result, literals);
    const Value value = apply(row, term, args);
    if (!value.is_defined()) return;
    for (const Requirement& needed : needs(value, result))
      for (size_t child = 0; child < args.size(); ++child)
        check_child({values_, pool_, term, args, value, needed, child}, row, wrong);
  }

  bool is_used(const OpSpec& row) const { return used_.contains(&row); }

 private:
  Value apply(const OpSpec& row, Term term, std::span<const Value> args) {
    return row.eval({values_, pool_, evaluator_, term, args});
  }

  Value draw(Sort sort) {
    const Term literal = constants_.draw(sort);
    return literal ? evaluator_.eval(literal) : Value();
  }

  void check_child(const RequireCall& call, const OpSpec& row, std::vector<std::string>& wrong) {
    const Requirement required = requirement_of(call);
    auto complain = [&](const char* what, Value other) {
      wrong.push_back(print_term(pool_, call.term) + ", argument " + std::to_string(call.child) +
                      ": " + what + " " + print_value(pool_, values_, other, call.sort()) +
                      "; kinds " + std::to_string(static_cast<int>(call.needed.kind)) + " and " +
                      std::to_string(static_cast<int>(required.kind)));
    };
    if (required.kind == Kind::Nothing) return;
    if (!admits(values_, required, call.arg())) complain("does not admit its own", call.arg());
    if (required.kind == Kind::Exact) return;
    std::vector<Value> candidates(domains_.samples(call.sort()).begin(),
                                  domains_.samples(call.sort()).end());
    for (int i = 0; i < 12; ++i) candidates.push_back(draw(call.sort()));
    for (const Bound& bound : {required.low, required.high})
      if (bound && required.kind != Kind::Length) add_neighbours(bound.at, candidates);
    std::vector<Value> args(call.args.begin(), call.args.end());
    for (const Value& candidate : candidates) {
      if (!candidate.is_defined() || !admits(values_, required, candidate)) continue;
      if (candidate != call.arg()) used_.insert(&row);
      args[call.child] = candidate;
      const Value other = apply(row, call.term, args);
      if (!other.is_defined() || !admits(values_, call.needed, other))
        complain("admits", candidate);
    }
  }

  void add_neighbours(Value end, std::vector<Value>& candidates) {
    candidates.push_back(end);
    if (!values_.is_rational(end)) return;
    for (const int step : {-1, 1}) {
      const mpq_class next = values_.as_rational(end) + step;
      candidates.push_back(values_.rational(next));
    }
  }

  bool is_nan(Value value, Sort sort) {
    return print_value(pool_, values_, value, sort).starts_with("(_ NaN");
  }

  // Requirements of all kinds that a value of a sort satisfies.
  std::vector<Requirement> needs(Value value, Sort sort) {
    std::vector<Requirement> list{Requirement::exact(value)};
    auto add = [&](const Requirement& requirement) {
      if (admits(values_, requirement, value)) list.push_back(requirement);
    };
    const SortKind kind = pool_.kind(sort);
    const bool ordered = is_number(sort) || kind == SortKind::String || kind == SortKind::BitVec;
    for (int i = 0; i < 4; ++i) {
      const Value a = rng_.chance(1, 4) ? value : draw(sort);
      const Value b = draw(sort);
      if (!a.is_defined() || !b.is_defined()) break;
      add(Requirement::except(values_, a));
      const Bound low = rng_.chance(1, 2) ? Bound::open(a) : Bound::closed(a);
      const Bound high = rng_.chance(1, 2) ? Bound::open(b) : Bound::closed(b);
      // Ends of ranges are numbers.
      const bool floats = kind == SortKind::FloatingPoint && !is_nan(a, sort) && !is_nan(b, sort);
      if (ordered || floats) add(Requirement::range(low, high));
      if (ordered) add(Requirement::range(low, {}));
      if (ordered) add(Requirement::range({}, high));
      if (kind == SortKind::BitVec) {
        add({.kind = Kind::SignedRange, .low = low, .high = high});
        add({.kind = Kind::SignedRange, .high = low});
        add(Requirement::known_bits(a, value));
      }
      if (kind != SortKind::String && kind != SortKind::Seq) continue;
      for (const Kind part : {Kind::Prefix, Kind::Suffix, Kind::Contains}) {
        add({.kind = part, .value = a});
        add({.kind = part, .negated = true, .value = a});
      }
      const auto length = static_cast<int64_t>(rng_.below(4));
      add({.kind = Kind::Length, .low = Bound::closed(Value::integer(length))});
      add({.kind = Kind::Length, .high = Bound::open(Value::integer(length + 1))});
    }
    return list;
  }

  Rng rng_;
  Pool pool_;
  ValuePool values_;
  Script script_;
  Model model_;
  Constants constants_;
  Evaluator evaluator_;
  Domains domains_;
  std::set<const OpSpec*> used_;
};

// What cannot be shown: that the only other Boolean is no choice, and regular expressions of
// sequences, which have no literals.
bool has_no_examples(const OpSpec& row) {
  return row.name == "not" || row.sig.text.find("RegEx") != std::string_view::npos;
}

TEST(Requirements, AdmitOnlyWhatKeepsTheResult) {
  const size_t rounds = test::scaled(1600);
  std::vector<std::string> wrong;
  for (const Theory* theory : theories()) {
    for (const OpSpec& row : theory->ops) {
      if (!row.eval || row.binder > 0) continue;
      Checker checker(1);
      for (size_t round = 0; round < rounds / (row.require ? 4 : 40) && wrong.size() < 20; ++round)
        checker.check(row, wrong);
      const bool shown = !row.require || has_no_examples(row) || test::kSanitized;
      EXPECT_TRUE(shown || checker.is_used(row)) << row.name << " : " << row.sig.text;
    }
  }
  EXPECT_EQ(wrong, std::vector<std::string>());
}

}  // namespace
}  // namespace pg
