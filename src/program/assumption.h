#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace pg {

// What an equivalence may rest on, beside the function and its inputs.
enum class AssumptionKind : uint8_t {
  Given,  // what the user says of them, which counts as accepted
  Bound,
  State,
  Unset,
  Null,
  Length,
  Overlap,
  Aligned,
  Calls,
  Volatile,
  Nan,
  Zeros
};

struct AssumptionInfo {
  AssumptionKind kind;
  std::string_view name;
  std::string_view summary;
};
std::span<const AssumptionInfo> assumption_kinds();
std::string_view name_of(AssumptionKind kind);

struct Assumption {
  AssumptionKind kind = AssumptionKind::Bound;
  std::string text;  // 'top' starts with its initial value
  auto operator<=>(const Assumption&) const = default;
};
using Assumptions = std::set<Assumption>;

Assumption not_null(std::string_view name);

bool has(const Assumptions& assumptions, AssumptionKind kind);

// All of them in one sentence.
std::string text_of(const Assumptions& assumptions);

}  // namespace pg
