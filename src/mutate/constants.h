#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/rng.h"
#include "term/pool.h"

namespace pg {

// Draws literals, edge values mostly: 0, 1, -1, the least and the greatest, NaN, subnormals, "",
// surrogates, the first and the last character.
class Constants {
 public:
  Constants(Pool& pool, Rng& rng) : pool_(pool), rng_(rng) {}

  // None if the sort has no literals, or none that we know: uninterpreted sorts, functions.
  Term draw(Sort sort) { return draw(sort, 0); }

  // A numeral from 1, small mostly.
  std::string natural();
  // A string of one character.
  Term character();

 private:
  static constexpr int kMaxDepth = 4;

  Term draw(Sort sort, int depth);
  Term integer();
  Term real();
  Term string();
  std::string binary(uint32_t width);
  Term bits(uint32_t width);
  Term floating(Sort sort);
  Term regex(Sort sort, int depth);
  Term array(Sort sort, int depth);
  Term plain(Sort sort, int depth);
  Term list(Sort sort, std::string_view empty, std::string_view one, std::string_view join,
            int depth);
  Term datatype(Sort sort, int depth);
  Term tuple(Sort sort, int depth);

  Term literal(LiteralKind kind, std::string_view spelling, Sort sort) {
    return pool_.literal(kind, spelling, sort);
  }
  Term apply(std::string_view name, std::initializer_list<Term> args, Sort qualifier = {});
  Term negated(Term number);

  Pool& pool_;
  Rng& rng_;
};

}  // namespace pg
