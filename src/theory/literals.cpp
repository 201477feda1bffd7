#include "theory/literals.h"

#include <optional>
#include <string>

#include "theory/strings/string_value.h"

namespace pg {
namespace {

// 12.50 is 1250 / 10^2.
mpq_class decimal_value(std::string_view spelling) {
  const size_t point = spelling.find('.');
  std::string digits(spelling.substr(0, point));
  digits += spelling.substr(point + 1);
  mpz_class denominator;
  mpz_ui_pow_ui(denominator.get_mpz_t(), 10, spelling.size() - point - 1);
  mpq_class value(mpz_class(digits, 10), denominator);
  value.canonicalize();
  return value;
}

}  // namespace

Value literal_value(const Pool& pool, ValuePool& values, Term literal) {
  const HeadData& data = pool.data(literal);
  const std::string_view spelling = pool.text(data.name);
  switch (data.literal) {
    case LiteralKind::Numeral:
      return values.integer(mpz_class(std::string(spelling), 10));
    case LiteralKind::Decimal:
      return values.rational(decimal_value(spelling));
    case LiteralKind::Hex:
      return values.bits(pool.indices(pool.sort(literal))[0],
                         mpz_class(std::string(spelling.substr(2)), 16));
    case LiteralKind::Binary:
      return values.bits(pool.indices(pool.sort(literal))[0],
                         mpz_class(std::string(spelling.substr(2)), 2));
    case LiteralKind::IndexedBv: {
      // (_ bv10 32)
      const size_t begin = spelling.find("bv") + 2;
      const std::string digits(spelling.substr(begin, spelling.find(' ', begin) - begin));
      return values.bits(pool.indices(pool.sort(literal))[0], mpz_class(digits, 10));
    }
    case LiteralKind::Algebraic: {
      const std::optional<RealNumber> root = read_algebraic(spelling);
      return root ? values.real(*root) : values.unsupported("an algebraic number as this one");
    }
    case LiteralKind::Char: {
      const std::optional<uint32_t> code = strings::read_char_literal(spelling);
      if (!code) return values.unsupported("a literal that is no character");
      if (pool.sort(literal) == kString) return values.string({&*code, 1});
      return Value::integer(*code);
    }
    case LiteralKind::String: {
      const std::optional<std::vector<uint32_t>> text = strings::read_string_literal(spelling);
      if (!text) return values.unsupported("a literal that spells no string");
      return values.string(*text);
    }
  }
  return values.unsupported("an unknown literal");
}

}  // namespace pg
