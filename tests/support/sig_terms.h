#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "smtlib/script.h"
#include "term/infer.h"
#include "term/pool.h"

namespace pg::test {

// What an operator is applied to: sorts, not yet terms.
struct DrawnApplication {
  std::vector<Index> indices;
  std::vector<Sort> args;
  Sort result;     // by the signature; none where only folding the arguments tells it
  Sort qualifier;  // where the arguments do not determine the result
};

// What a drawer puts for the variables of a signature.
class SigSource {
 public:
  virtual ~SigSource() = default;
  virtual uint32_t number() = 0;
  virtual Sort sort() = 0;
};

// Reads a signature backwards: chooses numbers and sorts for its variables, and builds what it
// says. Without a source it takes small numbers, and sorts of all kinds.
class SigDrawer {
 public:
  SigDrawer(Pool& pool, const OpSpec& op, Rng& rng, SigSource* source = nullptr)
      : pool_(pool),
        op_(op),
        sig_(op.sig),
        rng_(rng),
        source_(source),
        declared_(source ? Sort() : declared_sort(pool)) {}

  // An application with that many arguments, where the signature leaves the number open.
  std::optional<DrawnApplication> draw(size_t open_args) {
    for (int attempt = 0; attempt < 10'000; ++attempt) {
      choose();
      if (!where()) continue;
      DrawnApplication drawn;
      bool good = true;
      for (size_t pattern : patterns(open_args)) {
        if (pattern == kRedraw) {
          choose();
          continue;
        }
        size_t at = sig_.arg_at[pattern];
        const Sort arg = build(at);
        good = good && arg;
        drawn.args.push_back(arg);
      }
      size_t at = sig_.result_at;
      const Sort result = sig_.code[at] == Sig::kAny ? kUnknown : build(at);
      if (!good || !result) continue;
      if (!folds(open_args)) drawn.result = result;
      if (sig_.needs_sort) drawn.qualifier = result;
      drawn.indices = indices();
      return drawn;
    }
    return {};
  }

  static Sort declared_sort(Pool& pool) {
    // The first sort that a pool declares; the same for all who draw from it.
    const SortCtor first(static_cast<uint32_t>(kSortSpecs.size()));
    return pool.sort(first, {}, {});
  }

 private:
  static constexpr size_t kRedraw = SIZE_MAX;

  // More than two arguments whose sorts differ, such as those of concat.
  bool folds(size_t open_args) const {
    return op_.chain != Chain::None && !sig_.uniform && open_args > 2;
  }

  std::vector<size_t> patterns(size_t open_args) const {
    std::vector<size_t> which;
    if (op_.chain != Chain::None) {
      which = {0, 1};
      while (which.size() < (folds(open_args) ? 2 * open_args - 2 : open_args)) {
        if (folds(open_args)) which.push_back(kRedraw);
        which.push_back(1);
      }
      return which;
    }
    for (size_t i = 0; i < sig_.args; ++i) {
      const bool repeats = sig_.repeat != Sig::Repeat::None && i == sig_.repeated;
      which.insert(which.end(), repeats ? open_args : 1, i);
    }
    return which;
  }

  void choose() {
    for (uint32_t& number : numbers_)
      number = source_ ? source_->number() : static_cast<uint32_t>(rng_.below(13));
    for (Sort& sort : sorts_) sort = source_ ? source_->sort() : ground(2);
  }

  std::vector<Index> indices() {
    std::vector<Index> list;
    auto numeral = [&](uint32_t value) {
      list.push_back({pool_.intern(std::to_string(value)), value, {}});
    };
    if (sig_.any_indices) {
      for (uint64_t count = rng_.below(4); count > 0; --count)
        numeral(static_cast<uint32_t>(rng_.below(9)));
    }
    for (size_t i = 0; i < sig_.indices; ++i) {
      if ((sig_.symbolic_indices >> i & 1) == 0)
        numeral(numbers_[i]);
      else if (rng_.chance(1, 2))
        numeral(7);
      else
        list.push_back({pool_.intern("idx"), Index::kNotANumber, {}});
    }
    return list;
  }

  // Any sort but the characters of Z3, of which a sequence is a string.
  Sort ground(int depth) {
    const uint64_t pick = rng_.below(depth > 0 ? 16 : 9);
    switch (pick) {
      case 0:
        return kBool;
      case 1:
        return kInt;
      case 2:
        return kReal;
      case 3:
        return kString;
      case 4:
        return kRegLan;
      case 5:
        return kRoundingMode;
      case 6:
        return declared_;
      case 7:
        return pool_.sort(SortKind::BitVec, {static_cast<uint32_t>(1 + rng_.below(70))});
      case 8:
        return pool_.sort(SortKind::FloatingPoint, {5, static_cast<uint32_t>(2 + rng_.below(20))});
      default:
        break;
    }
    const Sort first = ground(depth - 1);
    const Sort second = ground(depth - 1);
    switch (pick) {
      case 9:
        return pool_.sort(SortKind::Array, {}, {first, second});
      case 10:
        return pool_.sort(SortKind::Seq, {}, {first});
      case 11:
        return pool_.sort(SortKind::Set, {}, {first});
      case 12:
        return pool_.sort(SortKind::Bag, {}, {first});
      case 13:
        return pool_.sort(SortKind::Nullable, {}, {first});
      case 14:
        return pool_.sort(SortKind::Tuple, {}, {first, second});
      default:
        return pool_.sort(SortKind::FiniteField, {7});
    }
  }

  // None if the numbers make no sort of the pattern.
  Sort build(size_t& at) {
    const uint8_t code = sig_.code[at++];
    if (code == Sig::kAny) return source_ ? source_->sort() : ground(1);
    if (code < Sig::kAny) return sorts_[code];
    const auto kind = static_cast<SortKind>(code - Sig::kCtor);
    const uint8_t count = sig_.code[at++];
    std::vector<uint32_t> numbers;
    bool good = true;
    for (uint8_t i = 0; i < kSortSpecs[static_cast<size_t>(kind)].indices; ++i) {
      const int64_t value = number(at);
      good = good && value >= 0;
      numbers.push_back(static_cast<uint32_t>(value));
    }
    std::vector<Sort> args;
    for (uint8_t i = 0; i < count; ++i) {
      args.push_back(build(at));
      good = good && args.back();
    }
    if (!good || !indices_in_range(kind, numbers)) return {};
    const Sort made = pool_.sort(ctor_of(kind), numbers, args);
    return pool_.kind(made) == kind ? made : Sort();  // (RegEx String) is another sort
  }

  int64_t number(size_t& at) {
    const uint8_t code = sig_.code[at++];
    if (code == Sig::kConst) return sig_.code[at++];
    if (code >= Sig::kIntVar && code < Sig::kConst) return numbers_[code - Sig::kIntVar];
    const int64_t left = number(at);
    const int64_t right = number(at);
    return code == Sig::kAdd ? left + right : code == Sig::kSub ? left - right : left * right;
  }

  bool where() {
    size_t at = sig_.where_at;
    while (at < sig_.end) {
      const uint8_t relation = sig_.code[at++];
      const int64_t left = number(at);
      const int64_t right = number(at);
      const bool holds = relation == Sig::kEqual  ? left == right
                         : relation == Sig::kLess ? left < right
                                                  : left <= right;
      if (!holds) return false;
    }
    return true;
  }

  Pool& pool_;
  const OpSpec& op_;
  const Sig& sig_;
  Rng& rng_;
  SigSource* source_;
  Sort declared_;
  std::array<uint32_t, Sig::kMaxVars> numbers_{};
  std::array<Sort, Sig::kMaxVars> sorts_{};
};

// A script that declares what its terms need and asks for the value of each.
class TermScript {
 public:
  explicit TermScript(Pool& pool) : pool_(pool) {
    Command& command = add(CommandKind::DeclareSort, "declare-sort");
    command.datatypes.push_back({pool.declare_sort(pool.intern("U"), 0), {}});
  }

  // The operator under that name, applied to fresh constants; binders bind fresh variables.
  Term apply(const OpSpec& op, std::string_view name, const DrawnApplication& drawn) {
    std::vector<Term> args;
    const size_t bound = op.binder > 0 ? drawn.args.size() - op.binder : 0;
    for (size_t i = 0; i < drawn.args.size(); ++i)
      args.push_back(i < bound ? variable(drawn.args[i]) : constant(drawn.args[i]));
    HeadData data;
    data.name = pool_.intern(name);
    data.op = &op;
    data.sort = drawn.qualifier;
    data.indices = drawn.indices;
    const Sort sort = infer(pool_, op, drawn.indices, drawn.args, drawn.qualifier);
    return sort ? pool_.make(pool_.head(data), sort, args) : Term();
  }

  void ask(Term term) { add(CommandKind::Terms, "get-value").terms.push_back(term); }
  const Script& script() const { return script_; }

 private:
  Command& add(CommandKind kind, std::string_view name) {
    Command& command = script_.commands.emplace_back();
    command.kind = kind;
    command.name = pool_.intern(name);
    return command;
  }
  Symbol fresh(char letter) { return pool_.intern(letter + std::to_string(count_++)); }
  Term variable(Sort sort) {
    const Symbol name = fresh('v');
    return pool_.variable(name, sort);
  }
  Term constant(Sort sort) {
    const Symbol name = fresh('k');
    const Head function = pool_.declare(name, {}, sort);
    add(CommandKind::DeclareFun, "declare-fun").definitions.push_back({function, {}, {}});
    return pool_.constant(function);
  }

  Pool& pool_;
  Script script_;
  size_t count_ = 0;
};

}  // namespace pg::test
