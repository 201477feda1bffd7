#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "mutate/constants.h"
#include "support/sig_terms.h"
#include "term/pool.h"

namespace pg::test {

// The solvers that a row's `known` names, those that know the standard included.
constexpr Known solvers_of(Known known) {
  const Known both = kZ3 | kCvc5;
  if (includes(known, kStandard)) return both;
  return static_cast<Known>(static_cast<uint8_t>(known) & static_cast<uint8_t>(both));
}

// Declares what the terms use.
extern const std::string_view kDeclarations;

// A term without variables, as text.
struct GroundTerm {
  std::string text;             // whose value is compared; empty if none can be drawn
  std::string term;             // the row's application in it
  std::string sort;             // of that application; empty if only reading it tells
  uint32_t depth = 1;           // rows applied inside each other, literals aside
  Known solvers = kZ3 | kCvc5;  // who reads this text
  bool chained = false;         // more arguments than two, which some solvers do not take
};

struct Template;

// Draws terms: a row applied to literals, edge values mostly, and to terms drawn before.
class GroundTerms final : private SigSource {
 public:
  explicit GroundTerms(uint64_t seed);

  GroundTerm draw(const OpSpec& row);
  // From now on it may stand in other terms.
  void keep(const GroundTerm& term, std::string_view sort, Known solvers);

  static constexpr uint32_t kMaxDepth = 3;

 private:
  struct Kept {
    std::string text;
    uint32_t depth;
    Known solvers;
  };

  uint32_t number() override;
  Sort sort() override;
  Sort scalar();
  bool usable(Sort sort) const;
  bool usable(const DrawnApplication& drawn) const;

  GroundTerm from_signature(const OpSpec& row);
  GroundTerm from_template(const Template& way);
  std::string observe(const std::string& term, Sort sort);

  std::string argument(Sort sort);
  std::string literal(Sort sort);
  std::string lambda(Sort sort);

  Sort named_sort(std::string_view text);
  std::string name(Sort sort) const;

  Pool pool_;
  Rng rng_;
  Constants constants_;
  std::map<std::string, Sort, std::less<>> sorts_;
  std::map<std::string, std::vector<Kept>, std::less<>> kept_;
  // Of the term that is being drawn.
  const OpSpec* row_ = nullptr;
  uint32_t depth_ = 0;
  uint64_t numbers_drawn_ = 0;
  std::array<uint32_t, 2> format_{};  // of floats, where the numbers are one
};

}  // namespace pg::test
