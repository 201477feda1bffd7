#include "smtlib/logic.h"

#include <array>

namespace pg {
namespace {

struct Part {
  std::string_view text;
  void (*add)(Logic&);
};

// Parts of a logic's name, longest first where one begins another.
constexpr auto kParts = std::to_array<Part>({
    {"AX", [](Logic& l) { l.arrays = true; }},
    {"A", [](Logic& l) { l.arrays = true; }},
    {"UF", [](Logic& l) { l.functions = true; }},
    {"BV", [](Logic& l) { l.bit_vectors = true; }},
    {"FP", [](Logic& l) { l.floats = true; }},
    {"DT", [](Logic& l) { l.datatypes = true; }},
    {"FF", [](Logic& l) { l.others = true; }},
    {"FS", [](Logic& l) { l.others = true; }},
    {"C", [](Logic& l) { l.others = true; }},
    {"S", [](Logic& l) { l.strings = true; }},
    {"IDL", [](Logic& l) { l.ints = l.differences = true; }},
    {"RDL", [](Logic& l) { l.reals = l.differences = true; }},
    {"LIRA", [](Logic& l) { l.ints = l.reals = true; }},
    {"NIRA", [](Logic& l) { l.ints = l.reals = l.nonlinear = true; }},
    {"LIA", [](Logic& l) { l.ints = true; }},
    {"NIA", [](Logic& l) { l.ints = l.nonlinear = true; }},
    {"LRA", [](Logic& l) { l.reals = true; }},
    {"NRA", [](Logic& l) { l.reals = l.nonlinear = true; }},
    {"T", [](Logic& l) { l.transcendental = true; }},
});

bool eat(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// All parts, or false if something is left that is no part. Tries longer arithmetic names before
// the letter A of arrays takes theirs: ALIA is A and LIA, LIA is no L and IA.
bool read_parts(std::string_view rest, Logic& logic) {
  while (!rest.empty()) {
    const Part* found = nullptr;
    for (const Part& part : kParts)
      if (rest.starts_with(part.text) && (!found || part.text.size() > found->text.size()))
        found = &part;
    if (!found) return false;
    found->add(logic);
    rest.remove_prefix(found->text.size());
  }
  return true;
}

}  // namespace

Logic read_logic(std::string_view name) {
  Logic logic{.quantifiers = true,
              .arrays = false,
              .functions = false,
              .bit_vectors = false,
              .floats = false,
              .datatypes = false,
              .strings = false,
              .ints = false,
              .reals = false,
              .nonlinear = false,
              .transcendental = false,
              .higher_order = false,
              .others = false};
  std::string_view rest = name;
  if (eat(rest, "HO_")) logic.higher_order = true;
  if (eat(rest, "QF_")) logic.quantifiers = false;
  if (rest.empty() || rest == "ALL" || rest == "ALL_SUPPORTED" || !read_parts(rest, logic)) {
    Logic everything;
    everything.quantifiers = logic.quantifiers;
    return everything;
  }
  // Lengths and codes of strings are integers.
  if (logic.strings && !logic.ints) logic.ints = logic.only_lengths = true;
  return logic;
}

}  // namespace pg
