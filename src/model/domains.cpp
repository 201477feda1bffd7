#include "model/domains.h"

#include <algorithm>

#include <absl/container/flat_hash_set.h>

#include "term/infer.h"

namespace pg {

bool is_uninterpreted(const Pool& pool, Sort sort) {
  return pool.kind(sort) == SortKind::Declared && pool.constructors(pool.ctor(sort)).empty();
}

void Domains::set_universe(Sort sort, std::vector<Value> elements) {
  known_[sort] = std::move(elements);
}

// A sort's values are made of those of smaller sorts. Sorts nest as deep as the user likes, so the
// parts are listed first, from a stack; a sort that meets itself on the way (a recursive datatype)
// has an empty list by then and counts as infinite.
std::span<const Value> Domains::all(Sort sort) {
  std::vector<std::pair<Sort, bool>> work{{sort, false}};
  while (!work.empty()) {
    const auto [current, parts_done] = work.back();
    work.pop_back();
    if (parts_done) {
      std::vector<Value> listed = list(current);
      known_[current] = std::move(listed);
      continue;
    }
    if (!known_.try_emplace(current).second) continue;
    work.emplace_back(current, true);
    for (const Sort arg : pool_.args(current)) work.emplace_back(arg, false);
    std::vector<Sort> bindings(pool_.args(current).begin(), pool_.args(current).end());
    for (const Head constructor : pool_.constructors(pool_.ctor(current)))
      for (const Sort param : pool_.data(constructor).params)
        work.emplace_back(instantiate(pool_, param, bindings), false);
  }
  return known_.at(sort);
}

template <typename Visit>
bool Domains::product(std::span<const std::span<const Value>> lists, Visit visit) {
  size_t total = 1;
  for (const auto& list : lists) {
    if (list.empty() || total * list.size() > kMaxDomain) return false;
    total *= list.size();
  }
  std::vector<Value> chosen(lists.size());
  for (size_t i = 0; i < total; ++i) {
    size_t rest = i;
    for (size_t k = lists.size(); k > 0; --k) {
      chosen[k - 1] = lists[k - 1][rest % lists[k - 1].size()];
      rest /= lists[k - 1].size();
    }
    visit(std::span<const Value>(chosen));
  }
  return true;
}

std::vector<Value> Domains::list(Sort sort) {
  std::vector<Value> found;
  const std::span<const Sort> args = pool_.args(sort);
  switch (pool_.kind(sort)) {
    case SortKind::Bool:
      return {Value::boolean(false), Value::boolean(true)};
    case SortKind::RoundingMode:
      for (int mode = 0; mode < 5; ++mode)
        found.push_back(Value::mode(static_cast<RoundingMode>(mode)));
      return found;
    case SortKind::BitVec: {
      const uint32_t width = pool_.indices(sort)[0];
      if (width > 16) return {};
      for (uint64_t bits = 0; bits < (uint64_t{1} << width); ++bits)
        found.push_back(values_.bits(width, bits));
      return found;
    }
    case SortKind::FloatingPoint:
      return list_floats(sort);
    case SortKind::Declared:
      if (!list_datatype(sort, found)) found.clear();
      return found;
    case SortKind::Tuple: {
      std::vector<std::span<const Value>> lists;
      for (const Sort arg : args) lists.emplace_back(known_.at(arg));
      if (!product(lists, [&](auto items) { found.push_back(values_.tuple(items)); }))
        found.clear();
      return found;
    }
    case SortKind::Set: {
      const std::span<const Value> elements = known_.at(args[0]);
      if (elements.empty() || elements.size() > 12) return {};
      for (size_t mask = 0; mask < (size_t{1} << elements.size()); ++mask) {
        std::vector<Value> items;
        for (size_t i = 0; i < elements.size(); ++i)
          if (mask >> i & 1) items.push_back(elements[i]);
        found.push_back(values_.set(std::move(items)));
      }
      return found;
    }
    case SortKind::Array: {
      const std::span<const Value> indices = known_.at(args[0]);
      if (indices.empty() || indices.size() > 16) return {};
      const std::vector<std::span<const Value>> lists(indices.size(),
                                                      std::span<const Value>(known_.at(args[1])));
      const bool few = product(lists, [&](std::span<const Value> items) {
        std::vector<ValuePool::Entry> entries;
        for (size_t i = 0; i < items.size(); ++i) entries.emplace_back(indices[i], items[i]);
        found.push_back(values_.array(items[0], std::move(entries), indices));
      });
      if (!few) found.clear();
      return found;
    }
    case SortKind::Unknown:
    case SortKind::Int:
    case SortKind::Real:
    case SortKind::String:
    case SortKind::RegLan:
    case SortKind::Char:
    case SortKind::FiniteField:
    case SortKind::Seq:
    case SortKind::Bag:
    case SortKind::RegEx:
    case SortKind::Nullable:
    case SortKind::Arrow:
    case SortKind::Param:
      return {};
  }
  return {};
}

std::vector<Value> Domains::list_floats(Sort sort) {
  const uint32_t exponent = pool_.indices(sort)[0];
  const uint32_t significand = pool_.indices(sort)[1];
  const uint32_t width = exponent + significand;
  if (width > 16) return {};
  std::vector<Value> found;
  const uint64_t infinity = ((uint64_t{1} << exponent) - 1) << (significand - 1);
  for (uint64_t bits = 0; bits < (uint64_t{1} << width); ++bits) {
    const uint64_t magnitude = bits & ((uint64_t{1} << (width - 1)) - 1);
    if (magnitude <= infinity)
      found.push_back(values_.float_bits(width, mpz_class(static_cast<unsigned long>(bits))));
  }
  // One NaN: see theory/floats.
  const uint64_t nan = infinity | uint64_t{1} << (significand - 2);
  found.push_back(values_.float_bits(width, mpz_class(static_cast<unsigned long>(nan))));
  return found;
}

bool Domains::list_datatype(Sort sort, std::vector<Value>& found) {
  const std::span<const Head> constructors = pool_.constructors(pool_.ctor(sort));
  const std::vector<Sort> bindings(pool_.args(sort).begin(), pool_.args(sort).end());
  for (const Head constructor : constructors) {
    std::vector<std::span<const Value>> lists;
    for (const Sort param : pool_.data(constructor).params)
      lists.emplace_back(known_.at(instantiate(pool_, param, bindings)));
    const bool few =
        product(lists, [&](auto items) { found.push_back(values_.datatype(constructor, items)); });
    if (!few || found.size() > kMaxDomain) return false;
  }
  return !constructors.empty();
}

std::span<const Value> Domains::samples(Sort sort) {
  constexpr size_t kEnough = 16;
  if (const std::span<const Value> every = all(sort); !every.empty() && every.size() <= kEnough)
    return every;
  const auto [it, is_new] = samples_.try_emplace(sort);
  std::vector<Value>& samples = it->second;
  if (!is_new) return samples;
  const SortKind kind = pool_.kind(sort);
  if (kind == SortKind::Int || kind == SortKind::Real) {
    for (const int64_t number : {0, 1, -1, 2, -2, 3, 10, -10, 1000, -1000})
      samples.push_back(Value::integer(number));
    if (kind == SortKind::Real) samples.push_back(values_.rational(mpq_class(1, 2)));
  } else if (kind == SortKind::BitVec) {
    const uint32_t width = pool_.indices(sort)[0];
    const mpz_class top = mpz_class(1) << (width - 1);
    for (const mpz_class& number : {mpz_class(0), mpz_class(1), mpz_class(2), mpz_class(-1),
                                    mpz_class(-2), top, mpz_class(top - 1)})
      samples.push_back(values_.bits(width, number));
  } else if (kind == SortKind::String) {
    static constexpr uint32_t kLetters[] = {'a', 'b'};
    for (size_t length = 0; length <= 2; ++length)
      samples.push_back(values_.string(std::span(kLetters).first(length)));
  } else if (const Value value = some(sort); value.is_defined() && !has_unknown_elements(sort)) {
    samples.push_back(value);
  }
  return samples;
}

// An element that we would choose may be none of them.
bool Domains::has_unknown_elements(Sort sort) {
  absl::flat_hash_set<Sort> seen{sort};
  std::vector<Sort> work{sort};
  while (!work.empty()) {
    const Sort current = work.back();
    work.pop_back();
    const std::span<const Head> constructors = pool_.constructors(pool_.ctor(current));
    if (is_uninterpreted(pool_, current) && all(current).empty()) return true;
    const std::vector<Sort> bindings(pool_.args(current).begin(), pool_.args(current).end());
    std::vector<Sort> parts = bindings;
    for (const Head constructor : constructors)
      for (const Sort param : pool_.data(constructor).params)
        parts.push_back(instantiate(pool_, param, bindings));
    for (const Sort part : parts)
      if (seen.insert(part).second) work.push_back(part);
  }
  return false;
}

Value Domains::some(Sort sort) {
  if (const auto it = chosen_.find(sort); it != chosen_.end()) return it->second;
  // Datatypes and arrays need values of their parts; those come first, from a stack.
  std::vector<std::pair<Sort, bool>> work{{sort, false}};
  while (!work.empty()) {
    const auto [current, parts_done] = work.back();
    work.pop_back();
    if (parts_done) {
      chosen_[current] = choose(current);
      continue;
    }
    if (!chosen_.try_emplace(current, values_.unsupported("no value of this sort is known")).second)
      continue;
    work.emplace_back(current, true);
    for (const Sort arg : pool_.args(current)) work.emplace_back(arg, false);
    const std::vector<Sort> bindings(pool_.args(current).begin(), pool_.args(current).end());
    for (const Head constructor : pool_.constructors(pool_.ctor(current)))
      for (const Sort param : pool_.data(constructor).params)
        work.emplace_back(instantiate(pool_, param, bindings), false);
  }
  return chosen_.at(sort);
}

Value Domains::choose(Sort sort) {
  const std::span<const Sort> args = pool_.args(sort);
  auto part = [&](Sort of) {
    const auto it = chosen_.find(of);
    return it == chosen_.end() ? values_.unsupported("no value of this sort is known") : it->second;
  };
  switch (pool_.kind(sort)) {
    case SortKind::Bool:
      return Value::boolean(false);
    case SortKind::Int:
    case SortKind::Real:
      return Value::integer(0);
    case SortKind::String:
      return values_.string({});
    case SortKind::RoundingMode:
      return Value::mode(RoundingMode::NearestEven);
    case SortKind::BitVec:
      return values_.bits(pool_.indices(sort)[0], uint64_t{0});
    case SortKind::FloatingPoint:
      return values_.float_bits(pool_.indices(sort)[0] + pool_.indices(sort)[1], mpz_class(0));
    case SortKind::Seq:
      return values_.sequence({});
    case SortKind::Set:
      return values_.set({});
    case SortKind::Bag:
      return values_.compound(ValueKind::Bag, 0, {});
    case SortKind::Array:
      return part(args[1]).is_defined() ? values_.array(part(args[1]), {}, all(args[0]))
                                        : part(args[1]);
    case SortKind::Tuple: {
      std::vector<Value> items;
      for (const Sort arg : args) {
        items.push_back(part(arg));
        if (!items.back().is_defined()) return items.back();
      }
      return values_.tuple(items);
    }
    case SortKind::Declared: {
      if (const auto it = known_.find(sort); it != known_.end() && !it->second.empty())
        return it->second.front();
      const std::span<const Head> constructors = pool_.constructors(pool_.ctor(sort));
      if (constructors.empty()) return values_.element(sort, 0);
      const std::vector<Sort> bindings(args.begin(), args.end());
      for (const Head constructor : constructors) {
        std::vector<Value> items;
        for (const Sort param : pool_.data(constructor).params)
          items.push_back(part(instantiate(pool_, param, bindings)));
        if (std::ranges::all_of(items, &Value::is_defined))
          return values_.datatype(constructor, items);
      }
      return part(sort);
    }
    case SortKind::Unknown:
    case SortKind::RegLan:
    case SortKind::Char:
    case SortKind::FiniteField:
    case SortKind::RegEx:
    case SortKind::Nullable:
    case SortKind::Arrow:
    case SortKind::Param:
      break;
  }
  return values_.unsupported("no value of this sort is known");
}

}  // namespace pg
