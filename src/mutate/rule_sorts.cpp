#include "mutate/rule_sorts.h"

#include "base/check.h"

namespace pg {

WrittenSort read_written_sort(std::string_view text) {
  const size_t open = text.find('(');
  WrittenSort sort{text.substr(0, open), {}};
  if (open == std::string_view::npos) return sort;
  size_t depth = 0;
  size_t start = open + 1;
  for (size_t i = open + 1; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if ((text[i] == ',' && depth == 0) || i + 1 == text.size()) {
      sort.args.push_back(text.substr(start, i - start));
      start = i + 1;
    }
    if (text[i] == ')' && depth > 0) --depth;
  }
  return sort;
}

SortKind kind_of_written(std::string_view name) {
  if (name == "BV") return SortKind::BitVec;
  if (name == "FP") return SortKind::FloatingPoint;
  if (name == "RM") return SortKind::RoundingMode;
  for (const SortSpec& spec : kSortSpecs)
    if (spec.name == name) return spec.kind;
  CHECK(false, "a rule's sort");
}

}  // namespace pg
