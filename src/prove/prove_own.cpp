#include "prove/prove_own.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "prove/prove.h"
#include "prove/rules_file.h"

namespace pg {
namespace {

// What a campaign gives to a query is little for a proof.
constexpr double kLeastSeconds = 20;

// Smaller formats of floats are those that cvc5 is wrong about.
constexpr uint32_t kLeastExponent = 5;
constexpr uint32_t kLeastSignificand = 11;

bool is_tiny(std::span<const Number> numbers) {
  return std::ranges::any_of(numbers, [](const Number& number) {
    const auto& [letter, value] = number;
    return (letter == 'e' && value < kLeastExponent) ||
           (letter == 's' && value < kLeastSignificand);
  });
}

}  // namespace

Result<std::string> prove_own(const RuleChain& chain, std::span<const OwnUse> uses,
                              std::span<const Solver> solvers, QueryLimits limits) {
  if (uses.empty()) return std::string();
  limits.seconds = std::max(limits.seconds, kLeastSeconds);
  RuleProver prover(solvers, limits);
  std::string text;
  for (const OwnUse& use : uses) {
    const Rule rule = chain.own_rules[use.rule].rule();
    std::vector<std::string> sizes;
    for (const auto& [letter, value] : use.numbers)
      sizes.push_back(fmt::format("{}={}", letter, value));
    const std::string at = fmt::format("{}", fmt::join(sizes, ", "));
    const std::string what =
        fmt::format("the user's rule {}{}{}", describe(rule), at.empty() ? "" : " at ", at);
    if (const std::string fault = fault_of_sorts(rule); !fault.empty())
      return Error{{}, fmt::format("{} is none: {}", what, fault)};
    const Setting setting{at, use.numbers, {}, is_tiny(use.numbers)};
    const RuleProof proof = at.empty() ? prover.prove(rule) : prover.prove_at(rule, setting);
    if (!is_accepted(proof.evidence()))
      return Error{{}, fmt::format("{} is not proved here: {}", what, proof.text())};
    text += fmt::format("; {} is proved: {}", what, proof.text());
  }
  return text;
}

}  // namespace pg
