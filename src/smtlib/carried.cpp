#include "smtlib/carried.h"

#include <algorithm>
#include <array>

namespace pg {
namespace {

struct Row {
  std::string_view name;
  Carried what;
};
constexpr auto kRows = std::to_array<Row>({
    {"apply", Carried::Applies},
    {"assert-not", Carried::Changes},
    {"block-model", Carried::Changes},
    {"block-model-values", Carried::Changes},
    {"check-synth", Carried::Changes},
    {"check-synth-next", Carried::Changes},
    {"constraint", Carried::Changes},
    {"declare-heap", Carried::Declares},
    {"declare-pool", Carried::Declares},
    {"declare-rel", Carried::Changes},
    {"declare-var", Carried::Changes},
    {"display", Carried::Remarks},
    {"echo", Carried::Remarks},
    {"eval", Carried::Prints},
    {"exit", Carried::Remarks},
    {"get-abduct", Carried::Prints},
    {"get-abduct-next", Carried::Prints},
    {"get-assertions", Carried::Prints},
    {"get-assignment", Carried::Prints},
    {"get-consequences", Carried::Changes},
    {"get-difficulty", Carried::Prints},
    {"get-info", Carried::Prints},
    {"get-interpolant", Carried::Prints},
    {"get-interpolant-next", Carried::Prints},
    {"get-learned-literals", Carried::Prints},
    {"get-model", Carried::Remarks},
    {"get-objectives", Carried::Prints},
    {"get-option", Carried::Prints},
    {"get-proof", Carried::Prints},
    {"get-qe", Carried::Prints},
    {"get-qe-disjunct", Carried::Prints},
    {"get-timeout-core", Carried::Prints},
    {"get-unsat-assumptions", Carried::Prints},
    {"get-unsat-core", Carried::Prints},
    {"help", Carried::Remarks},
    {"inv-constraint", Carried::Changes},
    {"labels", Carried::Remarks},
    {"query", Carried::Changes},
    {"rule", Carried::Changes},
    {"simplify", Carried::Prints},
    {"synth-fun", Carried::Changes},
    {"synth-inv", Carried::Changes},
});
static_assert(std::ranges::is_sorted(kRows, {}, &Row::name));

}  // namespace

std::optional<Carried> carried(std::string_view command) {
  const auto row = std::ranges::lower_bound(kRows, command, {}, &Row::name);
  if (row == kRows.end() || row->name != command) return {};
  return row->what;
}

}  // namespace pg
