#include "term/infer.h"

#include <algorithm>
#include <array>
#include <utility>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

namespace pg {
namespace {

// The same sort, but for parts that are unknown.
bool alike(const Pool& pool, Sort a, Sort b) {
  if (a == b) return true;
  if (pool.ctor(a) != pool.ctor(b) && a != kUnknown && b != kUnknown) return false;
  std::vector<std::pair<Sort, Sort>> work{{a, b}};
  absl::flat_hash_set<std::pair<Sort, Sort>> seen;  // sorts share their parts
  while (!work.empty()) {
    const auto [left, right] = work.back();
    work.pop_back();
    if (left == right || left == kUnknown || right == kUnknown) continue;
    const std::span<const Sort> left_args = pool.args(left);
    const std::span<const Sort> right_args = pool.args(right);
    if (pool.ctor(left) != pool.ctor(right) || left_args.empty() ||
        left_args.size() != right_args.size())
      return false;
    if (!seen.emplace(left, right).second) continue;
    for (size_t i = 0; i < left_args.size(); ++i) work.emplace_back(left_args[i], right_args[i]);
  }
  return true;
}

// Reads a signature forwards. The recursion is over the signature's text, never over the user's
// sorts, so its depth is bounded by the tables.
class Matcher {
 public:
  Matcher(Pool& pool, const Sig& sig) : pool_(pool), sig_(sig) {}

  bool indices(std::span<const Index> indices) {
    if (sig_.any_indices) return true;
    if (indices.size() != sig_.indices) return false;
    for (size_t i = 0; i < indices.size(); ++i) {
      if (sig_.symbolic_indices >> i & 1) continue;
      if (indices[i].value == Index::kNotANumber) return false;
      ints_[i] = indices[i].value;
      int_bound_ |= 1u << i;
    }
    return true;
  }

  bool arg(size_t which, Sort actual) {
    size_t at = sig_.arg_at[which];
    return match(at, actual, true);
  }

  // The result, given the sort of (as f Sort) if there is one.
  Sort result(Sort qualifier) {
    size_t at = sig_.result_at;
    if (qualifier) {
      if (!match(at, qualifier, true) || !where()) return {};
      return qualifier;
    }
    if (!where()) return {};
    return build(at);
  }

 private:
  bool match(size_t& at, Sort actual, bool top) {
    const uint8_t code = sig_.code[at++];
    if (code == Sig::kAny) return true;
    if (code < Sig::kAny) return bind(code, actual, top);
    const auto kind = static_cast<SortKind>(code - Sig::kCtor);
    const uint8_t arguments = sig_.code[at++];
    const SortSpec& spec = kSortSpecs[static_cast<size_t>(kind)];
    if (spec.indices == 0 && arguments == 0)
      return actual == Sort(static_cast<uint32_t>(kind)) || actual == kUnknown ||
             (top && kind == SortKind::Real && actual == kInt);
    if (actual == kUnknown) {
      skip(at, spec.indices, arguments);
      return true;
    }
    if (pool_.kind(actual) != kind && !is_map(kind, actual)) return false;
    for (uint32_t index : pool_.indices(actual))
      if (!bind_int(at, index)) return false;
    const std::span<const Sort> args = pool_.args(actual);
    if (args.size() != arguments) return false;
    for (Sort arg : args)
      if (!match(at, arg, false)) return false;
    return true;
  }

  // Z3's lambda is an array, that of SMT-LIB 2.7 and cvc5 a function; we call it a function.
  bool is_map(SortKind kind, Sort actual) const {
    return kind == SortKind::Array && pool_.kind(actual) == SortKind::Arrow;
  }

  // A sort that stands inside another, as the Int of (Array Int Int), is not promoted.
  bool bind(unsigned slot, Sort actual, bool top) {
    Sort& bound = sorts_[slot];
    if (actual == kUnknown) return true;
    if (!bound) bound = actual;
    const bool fixed = (fixed_ >> slot & 1) != 0;
    if (!top) fixed_ |= 1u << slot;
    if (bound == actual) return true;
    if (!top) {
      if (alike(pool_, bound, actual)) return true;
      // What came before stood alone and may be promoted: ((as const (Array Int Real)) 0).
      if (fixed || !fits(pool_, actual, bound)) return false;
      bound = actual;
      return true;
    }
    if (fits(pool_, bound, actual)) return true;
    if (fixed || !fits(pool_, actual, bound)) return false;
    bound = actual;
    return true;
  }

  bool bind_int(size_t& at, uint32_t actual) {
    const uint8_t code = sig_.code[at];
    if (code >= Sig::kIntVar && code < Sig::kConst) {
      ++at;
      const unsigned slot = code - Sig::kIntVar;
      if (int_bound_ >> slot & 1) return ints_[slot] == actual;
      ints_[slot] = actual;
      int_bound_ |= 1u << slot;
      return true;
    }
    int64_t value = 0;
    return number(at, value) && value == actual;
  }

  void skip(size_t& at, unsigned numbers, unsigned sorts) {
    int64_t ignored = 0;
    for (; numbers > 0; --numbers) number(at, ignored);
    for (; sorts > 0; --sorts) {
      const uint8_t code = sig_.code[at++];
      if (code <= Sig::kAny) continue;
      const uint8_t arguments = sig_.code[at++];
      skip(at, kSortSpecs[code - Sig::kCtor].indices, arguments);
    }
  }

  // False if a variable in it has no value yet.
  bool number(size_t& at, int64_t& value) {
    const uint8_t code = sig_.code[at++];
    if (code == Sig::kConst) {
      value = sig_.code[at++];
      return true;
    }
    if (code >= Sig::kIntVar && code < Sig::kConst) {
      value = ints_[code - Sig::kIntVar];
      return (int_bound_ >> (code - Sig::kIntVar) & 1) != 0;
    }
    int64_t a = 0;
    int64_t b = 0;
    const bool known_a = number(at, a);
    const bool known_b = number(at, b);
    value = code == Sig::kAdd ? a + b : code == Sig::kSub ? a - b : a * b;
    return known_a && known_b;
  }

  bool where() {
    size_t at = sig_.where_at;
    while (at < sig_.end) {
      const uint8_t relation = sig_.code[at++];
      int64_t a = 0;
      int64_t b = 0;
      const bool known_a = number(at, a);
      const bool known_b = number(at, b);
      if (!known_a || !known_b) continue;
      if (relation == Sig::kEqual ? a != b : relation == Sig::kLess ? a >= b : a > b) return false;
    }
    return true;
  }

  // None if an index is out of range; unknown if a variable is.
  Sort build(size_t& at) {
    const uint8_t code = sig_.code[at++];
    if (code == Sig::kAny) return kUnknown;
    if (code < Sig::kAny) return sorts_[code] ? sorts_[code] : kUnknown;
    const auto kind = static_cast<SortKind>(code - Sig::kCtor);
    const uint8_t arguments = sig_.code[at++];
    const SortSpec& spec = kSortSpecs[static_cast<size_t>(kind)];
    if (spec.indices == 0 && arguments == 0) return Sort(static_cast<uint32_t>(kind));
    std::array<uint32_t, 2> indices{};
    bool known = true;
    for (unsigned i = 0; i < spec.indices; ++i) {
      int64_t value = 0;
      known = number(at, value) && known;
      if (known && (value < 0 || value > kMaxWidth)) return {};
      indices[i] = static_cast<uint32_t>(value);
    }
    std::array<Sort, Sig::kMaxArgs> args{};
    for (unsigned i = 0; i < arguments; ++i) args[i] = build(at);
    if (!known) return kUnknown;
    const std::span<const uint32_t> index_span(indices.data(), spec.indices);
    if (!indices_in_range(kind, index_span)) return {};
    return pool_.sort(ctor_of(kind), index_span, std::span(args.data(), arguments));
  }

  Pool& pool_;
  const Sig& sig_;
  std::array<Sort, Sig::kMaxVars> sorts_{};
  std::array<uint32_t, Sig::kMaxVars> ints_{};
  unsigned int_bound_ = 0;
  unsigned fixed_ = 0;  // sorts that were met inside another
};

// Two arguments whose result feeds the next application: (concat a b c).
Sort fold(Pool& pool, const OpSpec& op, std::span<const Index> indices,
          std::span<const Sort> args) {
  const bool left = op.chain == Chain::LeftAssoc;
  Sort result = left ? args.front() : args.back();
  for (size_t i = 1; i < args.size(); ++i) {
    Matcher matcher(pool, op.sig);
    const Sort next = left ? args[i] : args[args.size() - 1 - i];
    if (!matcher.indices(indices) || !matcher.arg(0, left ? result : next) ||
        !matcher.arg(1, left ? next : result))
      return {};
    result = matcher.result({});
    if (!result) return {};
  }
  return result;
}

bool match_args(Matcher& matcher, const OpSpec& op, std::span<const Sort> args) {
  const Sig& sig = op.sig;
  if (sig.repeat != Sig::Repeat::None) {
    const size_t least = sig.args - (sig.repeat == Sig::Repeat::Star ? 1u : 0u);
    if (args.size() < least) return false;
    const size_t times = args.size() + 1 - sig.args;
    for (size_t i = 0; i < args.size(); ++i) {
      const size_t which = i < sig.repeated           ? i
                           : i < sig.repeated + times ? sig.repeated
                                                      : i + 1 - times;
      if (!matcher.arg(which, args[i])) return false;
    }
    return true;
  }
  if (op.chain == Chain::None || args.size() == sig.args) {
    if (args.size() != sig.args) return false;
    for (size_t i = 0; i < args.size(); ++i)
      if (!matcher.arg(i, args[i])) return false;
    return true;
  }
  // Solvers also accept (and p): one argument is enough where the result has its sort.
  if (args.size() < (sig.closed ? 1 : 2)) return false;
  for (Sort arg : args)
    if (!matcher.arg(0, arg)) return false;
  return true;
}

}  // namespace

Sort infer(Pool& pool, const OpSpec& op, std::span<const Index> indices, std::span<const Sort> args,
           Sort qualifier) {
  const bool folds = op.chain == Chain::LeftAssoc || op.chain == Chain::RightAssoc;
  if (folds && !op.sig.closed && args.size() > 2) return fold(pool, op, indices, args);
  Matcher matcher(pool, op.sig);
  if (!matcher.indices(indices) || !match_args(matcher, op, args)) return {};
  if (op.sort_fn) return op.sort_fn({pool, indices, args, qualifier});
  // Most often the result's sort is that of an argument: nothing to look up.
  const uint8_t same = op.sig.result_is_arg;
  if (same < Sig::kMaxArgs && same < args.size() && !qualifier &&
      op.sig.repeat == Sig::Repeat::None && op.sig.where_at == op.sig.end &&
      pool.kind(args[same]) != SortKind::Arrow && args[same] != kUnknown)
    return args[same];
  return matcher.result(qualifier);
}

Sort infer(Pool& pool, Head function, std::span<const Sort> args, Sort qualifier) {
  const HeadData& data = pool.data(function);
  if (args.size() > data.params.size()) return {};
  bool parametric = pool.has_param(data.sort);
  for (Sort param : data.params) parametric = parametric || pool.has_param(param);
  Unifier unifier(pool);
  if (parametric) {
    if (qualifier && !unifier.unify(data.sort, qualifier)) return {};
    for (size_t i = 0; i < args.size(); ++i)
      if (!unifier.unify(data.params[i], args[i])) return {};
  } else {
    for (size_t i = 0; i < args.size(); ++i)
      if (!fits(pool, data.params[i], args[i])) return {};
  }
  if (args.size() == data.params.size()) {
    if (!parametric) return qualifier && !fits(pool, data.sort, qualifier) ? Sort() : data.sort;
    return qualifier ? qualifier : instantiate(pool, data.sort, unifier.bindings());
  }
  std::vector<Sort> arrow;
  for (Sort param : data.params.subspan(args.size()))
    arrow.push_back(instantiate(pool, param, unifier.bindings()));
  arrow.push_back(instantiate(pool, data.sort, unifier.bindings()));
  return pool.sort(ctor_of(SortKind::Arrow), {}, arrow);
}

bool fits(const Pool& pool, Sort expected, Sort actual) {
  if (expected == actual || expected == kUnknown || actual == kUnknown) return true;
  if (expected == kReal) return actual == kInt;
  const std::span<const Sort> parts = pool.args(expected);
  if (parts.empty()) return false;
  if (pool.kind(expected) == SortKind::Array && pool.kind(actual) == SortKind::Arrow)
    return std::ranges::equal(parts, pool.args(actual));
  return alike(pool, expected, actual);
}

bool is_known(const Pool& pool, Sort sort) {
  absl::flat_hash_set<Sort> seen;
  std::vector<Sort> work{sort};
  while (!work.empty()) {
    const Sort part = work.back();
    work.pop_back();
    if (part == kUnknown) return false;
    for (const Sort arg : pool.args(part))
      if (seen.insert(arg).second) work.push_back(arg);
  }
  return true;
}

bool Unifier::unify(Sort pattern, Sort actual) {
  struct Pair {
    Sort expected;
    Sort got;
    bool top;
  };
  std::vector<Pair> work{{pattern, actual, true}};
  while (!work.empty()) {
    const auto [expected, got, top] = work.back();
    work.pop_back();
    if (got == kUnknown) continue;
    if (pool_.kind(expected) == SortKind::Param) {
      if (!bind(pool_.indices(expected)[0], got, top)) return false;
    } else if (!pool_.has_param(expected)) {
      if (!(top ? fits(pool_, expected, got) : alike(pool_, expected, got))) return false;
    } else {
      const std::span<const Sort> expected_args = pool_.args(expected);
      const std::span<const Sort> got_args = pool_.args(got);
      if (pool_.ctor(expected) != pool_.ctor(got) || expected_args.size() != got_args.size())
        return false;
      for (size_t i = got_args.size(); i > 0; --i)
        work.push_back({expected_args[i - 1], got_args[i - 1], false});
    }
  }
  return true;
}

// A sort that was met inside another one is not promoted.
bool Unifier::bind(uint32_t which, Sort got, bool top) {
  if (bindings_.size() <= which) {
    bindings_.resize(which + 1);
    fixed_.resize(which + 1);
  }
  Sort& bound = bindings_[which];
  if (!bound) bound = got;
  const bool can_grow = !fixed_[which];
  if (!top) fixed_[which] = true;
  if (top ? fits(pool_, bound, got) : alike(pool_, bound, got)) return true;
  if (!can_grow || !fits(pool_, got, bound)) return false;
  bound = got;
  return true;
}

Sort instantiate(Pool& pool, Sort pattern, std::span<const Sort> bindings) {
  if (!pool.has_param(pattern)) return pattern;
  absl::flat_hash_map<Sort, Sort> done;
  std::vector<std::pair<Sort, bool>> work{{pattern, false}};
  while (!work.empty()) {
    const auto [sort, children_done] = work.back();
    work.pop_back();
    if (done.contains(sort)) continue;
    if (!pool.has_param(sort)) {
      done[sort] = sort;
    } else if (pool.kind(sort) == SortKind::Param) {
      const uint32_t which = pool.indices(sort)[0];
      done[sort] = which < bindings.size() && bindings[which] ? bindings[which] : kUnknown;
    } else if (!children_done) {
      work.emplace_back(sort, true);
      for (Sort arg : pool.args(sort)) work.emplace_back(arg, false);
    } else {
      std::vector<Sort> args;
      for (Sort arg : pool.args(sort)) args.push_back(done.at(arg));
      done[sort] = pool.sort(pool.ctor(sort), pool.indices(sort), args);
    }
  }
  return done.at(pattern);
}

}  // namespace pg
