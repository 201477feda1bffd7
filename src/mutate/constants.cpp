#include "mutate/constants.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "theory/strings/string_value.h"
#include "theory/theories.h"

namespace pg {
namespace {

// Where characters change their kind: ASCII and its printable part, digits, bytes, surrogates, the
// planes, the last one.
constexpr uint32_t kEdgeCharacters[] = {0,      9,       ' ',     '"',     '/',    '0',    '9',
                                        ':',    'A',     'Z',     '\\',    'z',    '~',    0x7F,
                                        0x80,   0xFF,    0x100,   0xD7FF,  0xD800, 0xDFFF, 0xE000,
                                        0xFFFF, 0x10000, 0x1FFFF, 0x2FFFE, 0x2FFFF};

constexpr std::string_view kEdgeNumerals[] = {
    "2147483647",          "2147483648",          "4294967295",           "4294967296",
    "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616"};

constexpr std::string_view kModes[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};

}  // namespace

Term Constants::apply(std::string_view name, std::initializer_list<Term> args, Sort qualifier) {
  for (const Term arg : args)
    if (!arg) return {};
  return apply_operator(pool_, name, args, {}, qualifier);
}

std::string Constants::natural() {
  if (rng_.chance(1, 10)) return std::string(kEdgeNumerals[rng_.below(std::size(kEdgeNumerals))]);
  if (rng_.chance(1, 20)) {
    const uint64_t high = 1 + rng_.below(99);
    const uint64_t low = rng_.next();
    return fmt::format("{}{:020}", high, low);
  }
  if (rng_.chance(1, 5)) return std::to_string(1 + rng_.below(300'000));
  return std::to_string(1 + rng_.below(12));
}

Term Constants::negated(Term number) { return rng_.chance(1, 3) ? apply("-", {number}) : number; }

Term Constants::integer() {
  if (rng_.chance(1, 6)) return literal(LiteralKind::Numeral, "0", kInt);
  return negated(literal(LiteralKind::Numeral, natural(), kInt));
}

Term Constants::real() {
  constexpr std::string_view kEdges[] = {"0.0", "1.0", "0.5", "0.1", "0.999", "2.5", "4.0", "0.25"};
  auto whole = [&] { return literal(LiteralKind::Decimal, natural() + ".0", kReal); };
  switch (rng_.below(6)) {
    case 0:
      return negated(whole());
    case 1: {
      const Term top = whole();
      const Term bottom = whole();
      const Term signed_top = negated(top);
      return apply("/", {signed_top, bottom});
    }
    default:
      return negated(literal(LiteralKind::Decimal, kEdges[rng_.below(std::size(kEdges))], kReal));
  }
}

Term Constants::string() {
  const uint64_t kind = rng_.below(10);
  std::vector<uint32_t> text(rng_.below(kind < 7 ? 5 : 3));
  for (uint32_t& c : text) {
    if (kind < 5)  // few characters, so that parts are found
      c = static_cast<uint32_t>('a' + rng_.below(2));
    else if (kind < 7)
      c = static_cast<uint32_t>('0' + rng_.below(10));
    else
      c = kEdgeCharacters[rng_.below(std::size(kEdgeCharacters))];
  }
  return literal(LiteralKind::String, strings::write_string_literal(text), kString);
}

Term Constants::character() {
  const uint32_t edge = kEdgeCharacters[rng_.below(std::size(kEdgeCharacters))];
  const uint32_t letter = static_cast<uint32_t>('a' + rng_.below(4));
  const uint32_t drawn = rng_.chance(1, 2) ? edge : letter;
  return literal(LiteralKind::String, strings::write_string_literal({&drawn, 1}), kString);
}

// Digits of a binary number: all zeros, all ones, its least or greatest signed one, one, a small
// one, any.
std::string Constants::binary(uint32_t width) {
  std::string digits(width, '0');
  switch (rng_.below(9)) {
    case 0:
      break;
    case 1:
      digits.assign(width, '1');
      break;
    case 2:
      digits.front() = '1';
      break;
    case 3:
      digits.assign(width, '1');
      digits.front() = '0';
      break;
    case 4:
      digits.back() = '1';
      break;
    case 5:
      for (size_t i = width - std::min(width, 3u); i < width; ++i)
        digits[i] = rng_.chance(1, 2) ? '1' : '0';
      break;
    default:
      for (char& digit : digits) digit = rng_.chance(1, 2) ? '1' : '0';
      break;
  }
  return digits;
}

Term Constants::bits(uint32_t width) {
  const Sort sort = pool_.sort(SortKind::BitVec, {width});
  if (rng_.chance(1, 10))
    return literal(LiteralKind::IndexedBv, fmt::format("(_ bv{} {})", rng_.below(2), width), sort);
  return literal(LiteralKind::Binary, "#b" + binary(width), sort);
}

// The fields' own edges make zeros, subnormals, infinities, NaN, the least and greatest numbers.
Term Constants::floating(Sort sort) {
  constexpr std::string_view kSpecial[] = {"+oo", "-oo", "+zero", "-zero", "NaN"};
  const uint32_t exponent = pool_.indices(sort)[0];
  const uint32_t significand = pool_.indices(sort)[1];
  // cvc5 takes no field of one bit for a significand.
  if (significand == 2 || rng_.chance(1, 4)) {
    const std::string_view which = kSpecial[rng_.below(std::size(kSpecial))];
    return apply_operator(pool_, which, {}, pool_.indices(sort));
  }
  auto field = [&](const std::string& digits) {
    return literal(LiteralKind::Binary, "#b" + digits,
                   pool_.sort(SortKind::BitVec, {static_cast<uint32_t>(digits.size())}));
  };
  const Term sign = field(rng_.chance(1, 2) ? "1" : "0");
  std::string power = binary(exponent);
  // Numbers around one, where most of the arithmetic happens.
  if (rng_.chance(1, 2)) {
    power.assign(exponent, '1');
    power.front() = '0';
    if (exponent > 2) power.back() = rng_.chance(1, 2) ? '1' : '0';
  }
  const Term power_field = field(power);
  const Term fraction = field(binary(significand - 1));
  return apply("fp", {sign, power_field, fraction});
}

Term Constants::regex(Sort sort, int depth) {
  const bool plain = sort == kRegLan;
  const Sort qualifier = plain ? Sort() : sort;
  switch (rng_.below(depth > 1 ? 4 : 10)) {
    case 0:
      return apply("re.all", {}, qualifier);
    case 1:
      return apply(rng_.chance(1, 4) ? "re.none" : "re.allchar", {}, qualifier);
    case 4:
      return apply("re.*", {regex(sort, depth + 1)});
    case 5:
      return apply("re.opt", {regex(sort, depth + 1)});
    case 6:
    case 7: {
      const Term first = regex(sort, depth + 1);
      const Term second = regex(sort, depth + 1);
      return apply(rng_.chance(1, 2) ? "re.union" : "re.++", {first, second});
    }
    case 8:
      if (plain) {
        const Term low = character();
        const Term high = character();
        return apply("re.range", {low, high});
      }
      break;
    default:
      break;
  }
  if (plain) return apply("str.to_re", {string()});
  return apply("seq.to.re", {draw(pool_.args(sort)[0], depth + 1)});
}

// What cvc5 takes for a value, the argument of a constant array: it has a normal form of arrays and
// numbers, and no term of a float is one.
Term Constants::plain(Sort sort, int depth) {
  constexpr int kAttempts = 6;
  if (depth > kMaxDepth) return {};
  const SortKind kind = pool_.kind(sort);
  if (kind == SortKind::Array) {
    const Term value = plain(pool_.args(sort)[1], depth + 1);
    return value ? apply("const", {value}, sort) : Term();
  }
  Term value;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    value = draw(sort, depth);
    if (!value || pool_.args(value).empty()) return value;
  }
  const bool has_normal_form = kind == SortKind::Real || kind == SortKind::FloatingPoint;
  return has_normal_form ? Term() : value;
}

Term Constants::array(Sort sort, int depth) {
  const Sort index_sort = pool_.args(sort)[0];
  const Sort value_sort = pool_.args(sort)[1];
  const Term value = plain(value_sort, depth + 1);
  if (!value) return {};
  Term made = apply("const", {value}, sort);
  for (uint64_t stores = rng_.below(depth > 0 ? 2 : 4); made && stores > 0; --stores) {
    const Term index = draw(index_sort, depth + 1);
    const Term stored = draw(value_sort, depth + 1);
    made = apply("store", {made, index, stored});
  }
  return made;
}

// Zero to three elements, joined.
Term Constants::list(Sort sort, std::string_view empty, std::string_view one, std::string_view join,
                     int depth) {
  const uint64_t count = rng_.below(depth > 1 ? 2 : 4);
  if (count == 0) return apply(empty, {}, sort);
  std::vector<Term> items;
  for (uint64_t i = 0; i < count; ++i) {
    const Term element = draw(pool_.args(sort)[0], depth + 1);
    const bool counted = pool_.kind(sort) == SortKind::Bag;
    const Term item = counted ? apply(one, {element, integer()}) : apply(one, {element});
    if (!item) return {};
    items.push_back(item);
  }
  Term made = items[0];
  for (size_t i = 1; i < items.size(); ++i) made = apply(join, {made, items[i]});
  return made;
}

// Constructors that need no further datatype where it is deep enough.
Term Constants::datatype(Sort sort, int depth) {
  const std::span<const Head> constructors = pool_.constructors(pool_.ctor(sort));
  if (constructors.empty() || depth > kMaxDepth) return {};
  const size_t first = rng_.below(constructors.size());
  for (size_t i = 0; i < constructors.size(); ++i) {
    const Head constructor = constructors[(first + i) % constructors.size()];
    // Z3 does not see which instance of a parametric datatype is meant.
    if (pool_.has_param(pool_.data(constructor).sort)) return {};
    const std::span<const Sort> params = pool_.data(constructor).params;
    if (depth > 1 && i + 1 < constructors.size() && std::ranges::find(params, sort) != params.end())
      continue;
    std::vector<Term> args;
    for (const Sort param : params) {
      const Term arg = draw(param, depth + 1);
      if (!arg) break;
      args.push_back(arg);
    }
    if (args.size() < params.size()) continue;
    return pool_.make(constructor, sort, args);
  }
  return {};
}

Term Constants::tuple(Sort sort, int depth) {
  std::vector<Term> args;
  for (const Sort arg : pool_.args(sort)) {
    args.push_back(draw(arg, depth + 1));
    if (!args.back()) return {};
  }
  return apply_operator(pool_, args.empty() ? "tuple.unit" : "tuple", args);
}

Term Constants::draw(Sort sort, int depth) {
  if (depth > kMaxDepth) return {};
  switch (pool_.kind(sort)) {
    case SortKind::Bool:
      return apply(rng_.chance(1, 2) ? "true" : "false", {});
    case SortKind::Int:
      return integer();
    case SortKind::Real:
      return real();
    case SortKind::String:
      return string();
    case SortKind::RegLan:
    case SortKind::RegEx:
      return regex(sort, depth);
    case SortKind::RoundingMode:
      return apply(kModes[rng_.below(std::size(kModes))], {});
    case SortKind::Char:
      return literal(
          LiteralKind::Char,
          fmt::format("(_ Char {})", kEdgeCharacters[rng_.below(std::size(kEdgeCharacters))]),
          sort);
    case SortKind::BitVec:
      return bits(pool_.indices(sort)[0]);
    case SortKind::FloatingPoint:
      return floating(sort);
    case SortKind::Array:
      return array(sort, depth);
    case SortKind::Seq:
      return list(sort, "seq.empty", "seq.unit", "seq.++", depth);
    case SortKind::Set:
      return list(sort, "set.empty", "set.singleton", "set.union", depth);
    case SortKind::Bag:
      return list(sort, "bag.empty", "bag", "bag.union_disjoint", depth);
    case SortKind::Nullable:
      if (rng_.chance(1, 3)) return apply("nullable.null", {}, sort);
      return apply("nullable.some", {draw(pool_.args(sort)[0], depth + 1)});
    case SortKind::Tuple:
      return tuple(sort, depth);
    case SortKind::Declared:
      return datatype(sort, depth);
    case SortKind::Unknown:
    case SortKind::FiniteField:
    case SortKind::Arrow:
    case SortKind::Param:
      return {};
  }
  return {};
}

}  // namespace pg
