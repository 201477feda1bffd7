#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include <fmt/format.h>

#include "mutate/value.h"

namespace pg {
namespace {

// The thesis leaves samples for later.
constexpr uint32_t kBlendSamples = 8;

using Quantifiers = ValueOptions::Quantifiers;

void blend(ValueOptions& options) {
  options.domains = true;
  options.samples = kBlendSamples;
}
void blend_b(ValueOptions& options) {
  blend(options);
  options.together = 7;
  options.related = 3;
}

// Where one name begins with another, the longer one comes first.
constexpr auto kRefinements = std::to_array<Refinement>({
    {"BLENDA", "ADOMAIN and CPOG, with SAMPLES8",
     [](ValueOptions& o, uint32_t) {
       blend(o);
       o.original = true;
     }},
    {"BLENDBLEAF", "BLENDB and LEAFOPT",
     [](ValueOptions& o, uint32_t) {
       blend_b(o);
       o.leaves = true;
     }},
    {"BLENDB", "ADOMAIN, RELC3 and MULTIEF7, with SAMPLES8; the default",
     [](ValueOptions& o, uint32_t) { blend_b(o); }},
    {"SKOLU", "bound variables become constants; this is the default",
     [](ValueOptions& o, uint32_t) { o.quantifiers = Quantifiers::Skolem; }},
    {"SKOLE", "only those of exists do, forall is copied",
     [](ValueOptions& o, uint32_t) { o.quantifiers = Quantifiers::Existential; }},
    {"NOSKOLE", "both quantifiers are copied",
     [](ValueOptions& o, uint32_t) { o.quantifiers = Quantifiers::Copy; }},
    {"ADOMAINE", "watch the signs of all terms",
     [](ValueOptions& o, uint32_t) { o.all_domains = true; }},
    {"ADOMAIN", "watch the signs of constants, bound variables and literals",
     [](ValueOptions& o, uint32_t) { o.domains = true; }},
    {"LEAFOPT", "watch only formulas that have no formula inside",
     [](ValueOptions& o, uint32_t) { o.leaves = true; }},
    {"CPOG", "the formula itself holds as well, then its negation",
     [](ValueOptions& o, uint32_t) { o.original = true; }},
    {"EFFINAL", "what was enforced becomes part of the mutant",
     [](ValueOptions& o, uint32_t) { o.enforce_finally = true; }},
    {"MULTIEF", "enforce N formulas at once (MULTIEF is MULTIEF7)",
     [](ValueOptions& o, uint32_t n) { o.together = n; }, 7},
    {"MAXSAT", "one query for as many open formulas as hold together; needs z3",
     [](ValueOptions& o, uint32_t) { o.soft = true; }},
    {"RELC", "compare N literals with each other (RELC is RELC3)",
     [](ValueOptions& o, uint32_t n) { o.related = n; }, 3},
    {"SAMPLES", "N mutants of an enforcement, each with other values",
     [](ValueOptions& o, uint32_t n) { o.samples = n; }, 2},
    {"SPLIT", "each use of a let or a function has literals of its own",
     [](ValueOptions& o, uint32_t) { o.split = true; }},
    {"RBASE", "values at random; no solver is asked",
     [](ValueOptions& o, uint32_t) { o.random = true; }},
    {"EDGES", "with RBASE: mostly edge values", [](ValueOptions& o, uint32_t) { o.edges = true; }},
});

bool apply_refinement(std::string_view word, ValueOptions& options) {
  for (const Refinement& row : kRefinements) {
    if (!word.starts_with(row.name)) continue;
    const std::string_view rest = word.substr(row.name.size());
    uint32_t number = row.number;
    if (!rest.empty()) {
      const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
      if (row.number == 0 || error != std::errc() || end != rest.data() + rest.size() ||
          number == 0 || number > 1000)
        continue;
    }
    row.apply(options, number);
    return true;
  }
  return false;
}

}  // namespace

std::span<const Refinement> refinements() { return kRefinements; }

std::string refinements_text() {
  std::string text;
  for (const Refinement& row : kRefinements) {
    const std::string name = fmt::format("{}{}", row.name, row.number > 0 ? "N" : "");
    text += fmt::format("{}  {:<10}  {}", text.empty() ? "" : "\n", name, row.help);
  }
  return text;
}

Result<ValueOptions> read_value_options(std::string_view text) {
  // Nothing but the basic approach, one monitor at a time.
  ValueOptions options{
      .domains = false, .together = 1, .related = 0, .samples = 1, .variant = std::string(text)};
  while (!text.empty()) {
    const size_t end = std::min(text.find(','), text.size());
    const std::string_view word = text.substr(0, end);
    if (!apply_refinement(word, options))
      return Error{
          {}, fmt::format("there is no variant '{}'; the names are\n{}", word, refinements_text())};
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return options;
}

}  // namespace pg
