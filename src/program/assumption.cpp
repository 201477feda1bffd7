#include "program/assumption.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/check.h"

namespace pg {
namespace {

using enum AssumptionKind;

constexpr auto kKinds = std::to_array<AssumptionInfo>({
    {Given, "input", "inputs are as --assume and --string say; always accepted"},
    {Bound, "bound", "no loop, recursion or sequence of calls goes beyond the bound"},
    {State, "state", "globals, static locals, errno and the locale are as a program starts"},
    {Unset, "unset", "locals without a value, and padding, are zero"},
    {Null, "null", "pointers that are compared with null or read are not null"},
    {Length, "length", "pointers without --array point to one element"},
    {Overlap, "overlap", "what pointers point to does not overlap"},
    {Aligned, "aligned", "what pointers point to begins at a multiple of 16"},
    {Calls, "calls", "functions without a body use no memory or function of the program"},
    {Volatile, "volatile", "volatile memory behaves like any other"},
    {Nan, "nan", "the bits and the sign of a NaN are not used"},
    {Zeros, "zeros", "fmin and fmax are not given zeros of both signs"},
});

}  // namespace

std::span<const AssumptionInfo> assumption_kinds() { return kKinds; }

std::string_view name_of(AssumptionKind kind) {
  const auto row = std::ranges::find(kKinds, kind, &AssumptionInfo::kind);
  CHECK(row != kKinds.end(), "a kind of assumption without a row");
  return row->name;
}

Assumption not_null(std::string_view name) {
  return {AssumptionKind::Null, fmt::format("'{}' is not null", name)};
}

bool has(const Assumptions& assumptions, AssumptionKind kind) {
  return std::ranges::find(assumptions, kind, &Assumption::kind) != assumptions.end();
}

std::string text_of(const Assumptions& assumptions) {
  std::string text;
  size_t left = assumptions.size();
  for (const Assumption& each : assumptions) {
    if (!text.empty()) text += left == 1 ? " and " : ", ";
    text += each.text;
    --left;
  }
  return text;
}

}  // namespace pg
