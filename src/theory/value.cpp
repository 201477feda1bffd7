#include "theory/value.h"

#include <algorithm>

#include <absl/container/flat_hash_map.h>
#include <xxhash.h>

#include "base/check.h"
#include "term/pool.h"
#include "theory/core/eval_support.h"

namespace pg {
namespace {

// Numbers of any size are hashed by their limbs.
uint64_t hash_number(const mpq_class& number) {
  const mpz_class& top = number.get_num();
  const mpz_class& bottom = number.get_den();
  const uint64_t seed = static_cast<uint64_t>(sgn(top)) + 3;
  const uint64_t high = XXH3_64bits_withSeed(mpz_limbs_read(top.get_mpz_t()),
                                             mpz_size(top.get_mpz_t()) * sizeof(mp_limb_t), seed);
  return XXH3_64bits_withSeed(mpz_limbs_read(bottom.get_mpz_t()),
                              mpz_size(bottom.get_mpz_t()) * sizeof(mp_limb_t), high);
}

mpz_class from_uint64(uint64_t value) {
  mpz_class result;
  mpz_import(result.get_mpz_t(), 1, -1, sizeof value, 0, 0, &value);
  return result;
}

uint64_t to_uint64(const mpz_class& value) {
  uint64_t result = 0;
  mpz_export(&result, nullptr, -1, sizeof result, 0, 0, value.get_mpz_t());
  return result;
}

constexpr uint64_t low_bits(uint32_t width) {
  return width >= 64 ? UINT64_MAX : (uint64_t{1} << width) - 1;
}

mpz_class modulo_power(const mpz_class& value, uint32_t width) {
  mpz_class result;
  mpz_fdiv_r_2exp(result.get_mpz_t(), value.get_mpz_t(), width);
  return result;
}

}  // namespace

ValuePool::ValuePool() = default;

Value ValuePool::unsupported(std::string_view reason) {
  const auto it = std::find(reasons_.begin(), reasons_.end(), reason);
  const auto index = static_cast<uint64_t>(it - reasons_.begin());
  if (it == reasons_.end()) reasons_.push_back(arena_.copy(reason));
  return {ValueKind::Unsupported, 0, index};
}

std::string_view ValuePool::reason(Value unsupported) const {
  return unsupported.kind() == ValueKind::Unsupported ? reasons_[unsupported.payload()]
                                                      : "left open by SMT-LIB";
}

Value ValuePool::too_large() { return unsupported("a number too large to compute with"); }

uint64_t ValuePool::keep_number(const mpq_class& number) {
  return number_table_.find_or_add(
      hash_number(number), [&](uint32_t known) { return numbers_[known] == number; },
      [&] {
        numbers_.push_back(number);
        number_bytes_ += bits_of(number) / 8 + sizeof number;
        return static_cast<uint32_t>(numbers_.size() - 1);
      });
}

Value ValuePool::integer(const mpz_class& value) {
  if (mpz_fits_slong_p(value.get_mpz_t())) return Value::integer(value.get_si());
  if (bits_of(value) > kMaxNumberBits) return too_large();
  return {ValueKind::BigInteger, 0, keep_number(mpq_class(value))};
}

Value ValuePool::rational(const mpq_class& value) {
  if (value.get_den() == 1) return integer(value.get_num());
  if (bits_of(value) > kMaxNumberBits) return too_large();
  return {ValueKind::Rational, 0, keep_number(value)};
}

Value ValuePool::real(const RealNumber& value) {
  if (const auto* exact = std::get_if<mpq_class>(&value)) return rational(*exact);
  const auto& root = std::get<Algebraic>(value);
  const auto known = std::ranges::find_if(
      algebraics_, [&](const Algebraic& other) { return other.compare(root) == 0; });
  const auto index = static_cast<uint64_t>(known - algebraics_.begin());
  if (known == algebraics_.end()) algebraics_.push_back(root);
  return {ValueKind::Algebraic, 0, index};
}

RealNumber ValuePool::as_real(Value value) const {
  CHECK(value.kind() != ValueKind::Computed, "a number that is known by its bounds only");
  if (value.kind() == ValueKind::Algebraic) return algebraics_[value.payload()];
  return as_rational(value);
}

mpz_class ValuePool::as_integer(Value value) const {
  if (value.kind() == ValueKind::Integer) return mpz_class(static_cast<long>(value.as_int64()));
  return numbers_[value.payload()].get_num();
}

mpq_class ValuePool::as_rational(Value value) const {
  if (value.kind() == ValueKind::Integer) return mpq_class(static_cast<long>(value.as_int64()));
  CHECK(is_rational(value), "not a rational number");
  return numbers_[value.payload()];
}

int ValuePool::sign(Value value) const {
  if (value.kind() == ValueKind::Integer)
    return value.as_int64() > 0 ? 1 : value.as_int64() < 0 ? -1 : 0;
  if (value.kind() == ValueKind::Algebraic) return algebraics_[value.payload()].compare(0);
  CHECK(is_rational(value), "not a rational number");
  return sgn(numbers_[value.payload()]);
}

int ValuePool::compare(Value a, Value b) const {
  if (a.kind() == ValueKind::Integer && b.kind() == ValueKind::Integer)
    return a.as_int64() < b.as_int64() ? -1 : a.as_int64() > b.as_int64() ? 1 : 0;
  if (a.kind() == ValueKind::Algebraic) {
    const Algebraic& root = algebraics_[a.payload()];
    if (b.kind() == ValueKind::Algebraic) return root.compare(algebraics_[b.payload()]);
    return root.compare(as_rational(b));
  }
  if (b.kind() == ValueKind::Algebraic) return -compare(b, a);
  return cmp(as_rational(a), as_rational(b));
}

Value ValuePool::bits(uint32_t width, uint64_t value) {
  if (width > 64) return bits(width, from_uint64(value));
  return {ValueKind::Bits, width, value & low_bits(width)};
}

Value ValuePool::bits(uint32_t width, const mpz_class& value) {
  if (width <= 64) return {ValueKind::Bits, width, to_uint64(modulo_power(value, width))};
  return big_bits(ValueKind::BigBits, width, value);
}

Value ValuePool::float_bits(uint32_t width, const mpz_class& value) {
  if (width <= 64) return {ValueKind::Float, width, to_uint64(modulo_power(value, width))};
  return big_bits(ValueKind::BigFloat, width, value);
}

Value ValuePool::big_bits(ValueKind kind, uint32_t width, const mpz_class& value) {
  return {kind, width, keep_number(mpq_class(modulo_power(value, width)))};
}

mpz_class ValuePool::as_unsigned(Value bits) const {
  if (bits.kind() == ValueKind::Bits || bits.kind() == ValueKind::Float)
    return from_uint64(bits.payload());
  return numbers_[bits.payload()].get_num();
}

mpz_class ValuePool::as_signed(Value bits) const {
  mpz_class value = as_unsigned(bits);
  if (mpz_tstbit(value.get_mpz_t(), bits.aux() - 1) != 0) value -= mpz_class(1) << bits.aux();
  return value;
}

Value ValuePool::string(std::span<const uint32_t> code_points) {
  const uint32_t id = text_table_.find_or_add(
      XXH3_64bits(code_points.data(), code_points.size_bytes()),
      [&](uint32_t known) { return std::ranges::equal(texts_[known], code_points); },
      [&] {
        texts_.push_back(arena_.copy(code_points));
        return static_cast<uint32_t>(texts_.size() - 1);
      });
  return {ValueKind::String, 0, id};
}

std::span<const uint32_t> ValuePool::text(Value string) const { return texts_[string.payload()]; }

Value ValuePool::compound(ValueKind kind, uint32_t aux, std::span<const Value> items) {
  uint64_t hash = (static_cast<uint64_t>(kind) << 32 | aux) * 0x9e3779b97f4a7c15u;
  for (const Value& item : items) {
    const uint64_t parts[2] = {uint64_t{item.aux()} << 8 | static_cast<uint64_t>(item.kind()),
                               item.payload()};
    hash = XXH3_64bits_withSeed(parts, sizeof parts, hash);
  }
  const uint32_t id = compound_table_.find_or_add(
      hash,
      [&](uint32_t known) {
        const Compound& other = compounds_[known];
        return other.kind == kind && other.aux == aux && std::ranges::equal(other.items, items);
      },
      [&] {
        compounds_.push_back({kind, aux, arena_.copy(items)});
        return static_cast<uint32_t>(compounds_.size() - 1);
      });
  return {kind, aux, id};
}

std::span<const Value> ValuePool::items(Value compound) const {
  return compounds_[compound.payload()].items;
}

uint64_t ValuePool::weight(Value value) const {
  // A step is some fifty nanoseconds. Products of long numbers take more for each word of them.
  constexpr uint64_t kWordsOfStep = 8;
  switch (value.kind()) {
    case ValueKind::BigInteger:
    case ValueKind::Rational:
    case ValueKind::BigBits:
    case ValueKind::BigFloat:
      return bits_of(numbers_[value.payload()]) / 64;
    case ValueKind::String:
      return texts_[value.payload()].size() / (2 * kWordsOfStep);
    case ValueKind::Computed:
    case ValueKind::Array:
    case ValueKind::Sequence:
    case ValueKind::Set:
    case ValueKind::Bag:
    case ValueKind::Datatype:
    case ValueKind::Tuple:
      return 2 * compounds_[value.payload()].items.size() / kWordsOfStep;
    case ValueKind::Unspecified:
    case ValueKind::Unsupported:
    case ValueKind::Bool:
    case ValueKind::Integer:
    case ValueKind::Algebraic:
    case ValueKind::Bits:
    case ValueKind::Float:
    case ValueKind::RoundingMode:
    case ValueKind::Regex:
    case ValueKind::Element:
    case ValueKind::Function:
      break;
  }
  return 0;
}

Value ValuePool::sequence(std::span<const Value> items) {
  // Words are compared by the handles of their letters.
  if (std::ranges::any_of(items, [&](const Value& item) {
        return item.kind() != ValueKind::Function && is_opaque(*this, item);
      }))
    return unsupported("a sequence of numbers that are known by their bounds only");
  return compound(ValueKind::Sequence, 0, items);
}

Value ValuePool::set(std::vector<Value> items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
  return compound(ValueKind::Set, 0, items);
}

Value ValuePool::tuple(std::span<const Value> items) {
  return compound(ValueKind::Tuple, 0, items);
}

Value ValuePool::datatype(Head constructor, std::span<const Value> items) {
  return compound(ValueKind::Datatype, constructor.id(), items);
}

Value ValuePool::element(Sort sort, uint64_t index) {
  return {ValueKind::Element, sort.id(), index};
}

Value ValuePool::array(Value otherwise, std::vector<Entry> entries, std::span<const Value> domain) {
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.first < b.first; });
  std::vector<Entry> kept;
  for (size_t i = 0; i < entries.size(); ++i)
    if (i + 1 == entries.size() || entries[i + 1].first != entries[i].first)
      kept.push_back(entries[i]);
  if (domain.size() / 2 <= kept.size() && !domain.empty()) {
    // The most frequent value is the default, the least of them if there are several.
    absl::flat_hash_map<Value, size_t> count;
    for (const Entry& entry : kept) ++count[entry.second];
    if (domain.size() > kept.size()) count[otherwise] += domain.size() - kept.size();
    Value best = otherwise;
    size_t most = 0;
    for (const auto& [value, times] : count) {
      if (times < most || (times == most && best < value)) continue;
      best = value;
      most = times;
    }
    if (best != otherwise) {
      absl::flat_hash_map<Value, Value> all;
      for (const Value& index : domain) all[index] = otherwise;
      for (const Entry& entry : kept) all[entry.first] = entry.second;
      kept.assign(all.begin(), all.end());
      std::sort(kept.begin(), kept.end());
      otherwise = best;
    }
  }
  std::erase_if(kept, [&](const Entry& entry) { return entry.second == otherwise; });
  std::vector<Value> flat{otherwise};
  for (const Entry& entry : kept) {
    flat.push_back(entry.first);
    flat.push_back(entry.second);
  }
  return compound(ValueKind::Array, 0, flat);
}

Value ValuePool::select(Value array, Value index) const {
  const std::span<const Value> all = items(array);
  size_t low = 0;
  size_t high = all.size() / 2;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (all[1 + 2 * middle] < index)
      low = middle + 1;
    else
      high = middle;
  }
  if (1 + 2 * low < all.size() && all[1 + 2 * low] == index) return all[2 + 2 * low];
  return all[0];
}

Value EvalCall::open(std::string_view name, std::span<const Value> of) const {
  return context.open(name, pool.sort(term), of);
}

}  // namespace pg
