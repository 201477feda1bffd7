#include "mutate/uniform_literals.h"

#include <fmt/format.h>

namespace pg {
namespace {

std::string with_sign(const std::string& magnitude, bool negative) {
  return negative ? fmt::format("(- {})", magnitude) : magnitude;
}

std::string integer(Rng& rng) {
  const bool negative = rng.chance(1, 2);
  return with_sign(std::to_string(rng.below(uint64_t{1} << 31)), negative);
}

// A decimal or a fraction. No to_real: a logic with reals need not have integers.
std::string real(Rng& rng) {
  const bool negative = rng.chance(1, 2);
  const uint64_t whole = rng.below(uint64_t{1} << 31);
  const uint64_t part = 1 + rng.below(999);
  const bool decimal = rng.chance(1, 2);
  return with_sign(
      decimal ? fmt::format("{}.{:03}", whole, part) : fmt::format("(/ {}.0 {}.0)", whole, part),
      negative);
}

std::string bits(uint32_t width, Rng& rng) {
  std::string text = "#b";
  for (uint32_t i = 0; i < width; ++i) text += rng.chance(1, 2) ? '1' : '0';
  return text;
}

std::string string(Rng& rng) {
  std::string text = "\"";
  for (uint64_t length = rng.below(9); length > 0; --length) {
    const auto letter = static_cast<char>(' ' + rng.below(95));
    text += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  }
  return text + "\"";
}

}  // namespace

Term UniformLiterals::draw(Sort sort, Rng& rng) {
  const std::string text = text_of(sort, rng);
  if (text.empty()) return {};
  const Result<Term> read = reader_.read(text);
  return read && pool_.sort(*read) == sort ? *read : Term();
}

std::string UniformLiterals::text_of(Sort sort, Rng& rng) const {
  constexpr std::string_view kModes[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};
  switch (pool_.kind(sort)) {
    case SortKind::Bool:
      return rng.chance(1, 2) ? "true" : "false";
    case SortKind::Int:
      return integer(rng);
    case SortKind::Real:
      return real(rng);
    case SortKind::BitVec:
      return bits(pool_.indices(sort)[0], rng);
    case SortKind::FloatingPoint: {
      const std::string sign = bits(1, rng);
      const std::string exponent = bits(pool_.indices(sort)[0], rng);
      return fmt::format("(fp {} {} {})", sign, exponent, bits(pool_.indices(sort)[1] - 1, rng));
    }
    case SortKind::RoundingMode:
      return std::string(kModes[rng.below(std::size(kModes))]);
    case SortKind::String:
      return string(rng);
    default:
      return {};
  }
}

}  // namespace pg
