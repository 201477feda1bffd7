// Passes that make numbers, strings and indices smaller.
#include <algorithm>

#include <fmt/format.h>
#include <gmpxx.h>

#include "reduce/passes.h"
#include "reduce/term_passes.h"
#include "term/infer.h"
#include "theory/strings/string_value.h"

namespace pg {
namespace {

// Strings longer than this lose halves and quarters, not single characters.
constexpr size_t kMaxSingle = 24;

// Smaller ones of a natural number, the smallest first.
std::vector<mpz_class> smaller(const mpz_class& number) {
  std::vector<mpz_class> found;
  for (const mpz_class& each : {mpz_class(0), mpz_class(1), mpz_class(2), mpz_class(sqrt(number)),
                                mpz_class(number / 2), mpz_class(number - 1)})
    if (each >= 0 && each < number && std::ranges::find(found, each) == found.end())
      found.push_back(each);
  return found;
}

std::string spell_bits(const mpz_class& value, uint32_t width, LiteralKind kind) {
  if (kind == LiteralKind::IndexedBv) return fmt::format("(_ bv{} {})", value.get_str(), width);
  const int base = kind == LiteralKind::Hex ? 16 : 2;
  const size_t digits = kind == LiteralKind::Hex ? width / 4 : width;
  const std::string text = value.get_str(base);
  return (base == 16 ? "#x" : "#b") + std::string(digits - std::min(digits, text.size()), '0') +
         text;
}

std::vector<std::string> shrink_bits(const Pool& pool, Term term) {
  const HeadData& data = pool.data(term);
  const uint32_t width = pool.indices(pool.sort(term))[0];
  std::string_view digits = pool.text(data.name);
  int base = data.literal == LiteralKind::Hex ? 16 : 2;
  if (data.literal == LiteralKind::IndexedBv) {
    base = 10;
    digits.remove_prefix(2);  // (_ bv7 4), after its "_ "
    digits = digits.substr(digits.find("bv"));
    digits = digits.substr(0, digits.find(' '));
  }
  std::vector<std::string> found;
  mpz_class value;
  if (value.set_str(std::string(digits.substr(2)), base) != 0) return found;
  for (const mpz_class& each : smaller(value))
    found.push_back(spell_bits(each, width, data.literal));
  return found;
}

std::vector<std::string> shrink_string(std::string_view spelling) {
  std::vector<std::string> found;
  const auto points = strings::read_string_literal(spelling);
  if (!points) return found;
  const size_t size = points->size();
  auto without = [&](size_t begin, size_t end) {
    std::vector<uint32_t> fewer(points->begin(), points->begin() + static_cast<ptrdiff_t>(begin));
    fewer.insert(fewer.end(), points->begin() + static_cast<ptrdiff_t>(end), points->end());
    found.push_back(strings::write_string_literal(fewer));
  };
  const size_t least = size <= kMaxSingle ? 1 : size / 8;
  for (size_t step = size; step >= std::max<size_t>(least, 1); step /= 2)
    for (size_t begin = 0; begin < size; begin += step)
      without(begin, std::min(begin + step, size));
  return found;
}

// Other spellings of a literal that say less.
std::vector<std::string> shrink(const Pool& pool, Term term) {
  const HeadData& data = pool.data(term);
  const std::string spelling(pool.text(data.name));
  std::vector<std::string> found;
  switch (data.literal) {
    case LiteralKind::Numeral:
      for (const mpz_class& each : smaller(mpz_class(spelling))) found.push_back(each.get_str());
      return found;
    case LiteralKind::Decimal: {
      const std::string whole = spelling.substr(0, spelling.find('.'));
      found.push_back(whole + ".0");
      for (const mpz_class& each : smaller(mpz_class(whole)))
        found.push_back(each.get_str() + ".0");
      return found;
    }
    case LiteralKind::Hex:
    case LiteralKind::Binary:
    case LiteralKind::IndexedBv:
      return shrink_bits(pool, term);
    case LiteralKind::String:
      return shrink_string(spelling);
    case LiteralKind::Char:
    case LiteralKind::Algebraic:
      return {};
  }
  return {};
}

// The same operator with one of its indices smaller, where the sort stays.
std::vector<Term> shrink_indices(Pool& pool, Term term) {
  std::vector<Term> found;
  const HeadData data = pool.data(term);
  std::vector<Sort> sorts;
  for (const Term arg : pool.args(term)) sorts.push_back(pool.sort(arg));
  for (size_t i = 0; i < data.indices.size(); ++i) {
    if (data.indices[i].value == Index::kNotANumber) continue;
    for (const mpz_class& each : smaller(mpz_class(data.indices[i].value))) {
      std::vector<Index> indices(data.indices.begin(), data.indices.end());
      indices[i] = {pool.intern(each.get_str()), static_cast<uint32_t>(each.get_ui()), {}};
      if (infer(pool, *data.op, indices, sorts, data.sort) != pool.sort(term)) continue;
      HeadData changed = data;
      changed.indices = indices;
      found.push_back(pool.make(pool.head(changed), pool.sort(term), pool.args(term)));
    }
  }
  return found;
}

}  // namespace

std::vector<Edit> shrink_literals(const PassInput& input) {
  Pool& pool = input.pool;
  std::vector<Edit> edits;
  auto replace = [&](Term from, Term to) { edits.emplace_back().terms.emplace_back(from, to); };
  for (const Subject& subject : subjects(pool, input.script)) {
    const Term term = subject.term;
    const HeadData data = pool.data(term);
    if (data.kind == HeadKind::Literal) {
      for (const std::string& spelling : shrink(pool, term))
        replace(term, pool.literal(data.literal, spelling, pool.sort(term)));
    } else if (data.op && !data.indices.empty()) {
      for (const Term other : shrink_indices(pool, term)) replace(term, other);
    }
  }
  return edits;
}

}  // namespace pg
