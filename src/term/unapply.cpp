#include "term/unapply.h"

#include <algorithm>
#include <array>

#include "term/infer.h"

namespace pg {
namespace {

// What is known of the variables of a signature so far. The recursion is over the signature's text,
// so its depth is bounded by the tables.
class Bindings {
 public:
  Bindings(Pool& pool, const Sig& sig, Rng& rng) : pool_(&pool), sig_(&sig), rng_(&rng) {}

  bool match(size_t at, Sort actual) { return match_next(at, actual); }

  // The sort that a pattern stands for; none if a variable in it is open, or no such sort exists.
  Sort build(size_t at) { return build_next(at); }

  bool has_index(size_t slot) const { return (int_bound_ >> slot & 1) != 0; }
  int64_t index(size_t slot) const { return ints_[slot]; }
  void set_index(size_t slot, int64_t value) {
    ints_[slot] = value;
    int_bound_ |= 1u << slot;
    largest_ = std::max(largest_, value);
  }

 private:
  bool match_next(size_t& at, Sort actual) {
    const uint8_t code = sig_->code[at++];
    if (code == Sig::kAny) return true;
    if (code < Sig::kAny) {
      Sort& bound = sorts_[code];
      if (!bound) bound = actual;
      return bound == actual;
    }
    const auto kind = static_cast<SortKind>(code - Sig::kCtor);
    const uint8_t arguments = sig_->code[at++];
    if (pool_->kind(actual) != kind || pool_->args(actual).size() != arguments) return false;
    for (const uint32_t index : pool_->indices(actual)) {
      const size_t begin = at;
      largest_ = std::max(largest_, int64_t{index});
      draw_all_but_one(at);
      if (!solve(begin, index)) return false;
    }
    for (const Sort arg : pool_->args(actual))
      if (!match_next(at, arg)) return false;
    return true;
  }

  Sort build_next(size_t& at) {
    const uint8_t code = sig_->code[at++];
    if (code == Sig::kAny) return {};
    if (code < Sig::kAny) return sorts_[code];
    const auto kind = static_cast<SortKind>(code - Sig::kCtor);
    const uint8_t arguments = sig_->code[at++];
    const SortSpec& spec = kSortSpecs[static_cast<size_t>(kind)];
    if (spec.indices == 0 && arguments == 0) return Sort(static_cast<uint32_t>(kind));
    std::array<uint32_t, 2> indices{};
    for (unsigned i = 0; i < spec.indices; ++i) {
      const std::optional<int64_t> value = number(at);
      if (!value || *value < 0 || *value > kMaxWidth) return {};
      indices[i] = static_cast<uint32_t>(*value);
    }
    std::array<Sort, Sig::kMaxArgs> args{};
    for (unsigned i = 0; i < arguments; ++i) {
      args[i] = build_next(at);
      if (!args[i]) return {};
    }
    // A sequence of Z3's characters is a string.
    if (kind == SortKind::Seq && args[0] == kChar) return {};
    const std::span<const uint32_t> index_span(indices.data(), spec.indices);
    if (!indices_in_range(kind, index_span)) return {};
    return pool_->sort(ctor_of(kind), index_span, std::span(args.data(), arguments));
  }

  std::optional<int64_t> number(size_t& at) const {
    const uint8_t code = sig_->code[at++];
    if (code == Sig::kConst) return sig_->code[at++];
    if (code >= Sig::kIntVar && code < Sig::kConst) {
      const size_t slot = code - Sig::kIntVar;
      return has_index(slot) ? std::optional(ints_[slot]) : std::nullopt;
    }
    const std::optional<int64_t> a = number(at);
    const std::optional<int64_t> b = number(at);
    if (!a || !b) return {};
    return code == Sig::kAdd ? *a + *b : code == Sig::kSub ? *a - *b : *a * *b;
  }

  // Draws the open variables of an expression but for the first, for which it can be solved then.
  void draw_all_but_one(size_t& at) {
    std::array<size_t, Sig::kMaxVars> open{};
    size_t count = 0;
    const size_t begin = at;
    static_cast<void>(number(at));
    for (size_t i = begin; i < at; ++i) {
      const uint8_t code = sig_->code[i];
      if (code == Sig::kConst) {
        ++i;
        continue;
      }
      if (code < Sig::kIntVar || code >= Sig::kConst) continue;
      const size_t slot = code - Sig::kIntVar;
      const auto end = open.begin() + static_cast<ptrdiff_t>(count);
      if (!has_index(slot) && std::find(open.begin(), end, slot) == end) open[count++] = slot;
    }
    for (size_t i = 1; i < count; ++i)
      set_index(open[i], static_cast<int64_t>(rng_->below(static_cast<uint64_t>(largest_) + 1)));
  }

  // Gives the one open variable, if there is one, the value that makes the expression that number.
  bool solve(size_t at, int64_t target) {
    const uint8_t code = sig_->code[at];
    if (code == Sig::kConst) return sig_->code[at + 1] == target;
    if (code >= Sig::kIntVar && code < Sig::kConst) {
      const size_t slot = code - Sig::kIntVar;
      if (has_index(slot)) return ints_[slot] == target;
      if (target < 0) return false;
      set_index(slot, target);
      return true;
    }
    const size_t left = at + 1;
    size_t right = left;
    const std::optional<int64_t> a = number(right);
    size_t end = right;
    const std::optional<int64_t> b = number(end);
    if (a && b)
      return target == (code == Sig::kAdd ? *a + *b : code == Sig::kSub ? *a - *b : *a * *b);
    if (!a && !b) return false;
    if (code == Sig::kAdd) return a ? solve(right, target - *a) : solve(left, target - *b);
    if (code == Sig::kSub) return a ? solve(right, *a - target) : solve(left, target + *b);
    const int64_t factor = a ? *a : *b;
    return factor != 0 && target % factor == 0 && solve(a ? right : left, target / factor);
  }

  Pool* pool_;
  const Sig* sig_;
  Rng* rng_;
  std::array<Sort, Sig::kMaxVars> sorts_{};
  std::array<int64_t, Sig::kMaxVars> ints_{};
  unsigned int_bound_ = 0;
  int64_t largest_ = 0;
};

class Drawer {
 public:
  Drawer(Pool& pool, const OpSpec& op, const UnapplyOptions& options, Rng& rng)
      : pool_(pool), op_(op), options_(options), rng_(rng), bindings_(pool, op.sig, rng) {}

  std::optional<Unapplied> draw(Sort result) {
    result_ = result;
    // With the result first, arguments get sorts that fit it; with the arguments first, indices.
    const bool result_first = op_.sig.indices == 0 || rng_.chance(1, 2);
    if (result_first && !bindings_.match(op_.sig.result_at, result)) return {};
    Unapplied made;
    if (!draw_args(made.args)) return {};
    if (!result_first && !bindings_.match(op_.sig.result_at, result)) return {};
    made.drawn = drawn_ || op_.sig.indices > 0 || op_.sig.any_indices;
    draw_indices(result, made.indices);
    const Sort qualifier = op_.sig.needs_sort ? result : Sort();
    if (op_.sig.symbolic_indices != 0) return made;
    if (infer(pool_, op_, made.indices, made.args, qualifier) != result) return {};
    return made;
  }

 private:
  bool draw_args(std::vector<Sort>& args) {
    const Sig& sig = op_.sig;
    for (size_t i = 0; i < sig.args; ++i) {
      if (sig.repeat == Sig::Repeat::Star && i == sig.repeated) continue;
      const Sort arg = draw_arg(sig.arg_at[i]);
      if (!arg) return false;
      args.push_back(arg);
    }
    return true;
  }

  // The sort that the bindings say, or one of the list that they allow.
  Sort draw_arg(size_t at) {
    if (const Sort built = bindings_.build(at)) return is_allowed(built) ? built : Sort();
    if (options_.sorts.empty()) return {};
    const size_t first = rng_.below(options_.sorts.size());
    for (size_t i = 0; i < options_.sorts.size(); ++i) {
      const Sort sort = options_.sorts[(first + i) % options_.sorts.size()];
      Bindings tried = bindings_;
      if (!tried.match(at, sort)) continue;
      bindings_ = tried;
      drawn_ = true;
      return sort;
    }
    return {};
  }

  // What needs no declaration comes with its theory; any other sort has to be in the list.
  bool is_allowed(Sort built) const {
    if (built == kBool || built == kRegLan || built == kRoundingMode || built == result_)
      return true;
    if (pool_.kind(built) == SortKind::RegEx) return is_allowed(pool_.args(built)[0]);
    return std::ranges::any_of(options_.sorts, [&](Sort sort) {
      return sort == built || (options_.open && pool_.ctor(sort) == pool_.ctor(built));
    });
  }

  // Small ones mostly. Powers of regular expressions are small always: what they stand for grows.
  void draw_indices(Sort result, std::vector<Index>& indices) {
    auto add = [&](int64_t number) {
      const auto value = static_cast<uint32_t>(number);
      indices.push_back({pool_.intern(std::to_string(value)), value, {}});
    };
    const bool small = pool_.kind(result) == SortKind::RegLan ||
                       pool_.kind(result) == SortKind::RegEx || rng_.chance(1, 2);
    int64_t least = 0;
    for (size_t i = 0; i < op_.sig.indices; ++i) {
      if (op_.sig.symbolic_indices >> i & 1) continue;
      if (!bindings_.has_index(i)) {
        // Bounds come in their order.
        least += static_cast<int64_t>(rng_.below(small ? 4 : 33));
        bindings_.set_index(i, least);
      }
      add(bindings_.index(i));
    }
    if (!op_.sig.any_indices) return;
    for (uint64_t count = 1 + rng_.below(3); count > 0; --count)
      add(static_cast<int64_t>(rng_.below(3)));
  }

  Pool& pool_;
  const OpSpec& op_;
  const UnapplyOptions& options_;
  Rng& rng_;
  Bindings bindings_;
  Sort result_;
  bool drawn_ = false;
};

}  // namespace

std::optional<Unapplied> unapply(Pool& pool, const OpSpec& op, Sort result,
                                 const UnapplyOptions& options, Rng& rng) {
  return Drawer(pool, op, options, rng).draw(result);
}

}  // namespace pg
