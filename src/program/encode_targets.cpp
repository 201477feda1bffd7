// Pointers that the tested function returns.
#include <algorithm>

#include "program/checks.h"
#include "program/encoder.h"

namespace pg {
namespace {

// A place in a string literal that is computed.
Term literal_place(Terms& terms, const PointerTarget& target, Term offset, Term otherwise) {
  Term place = otherwise;
  for (size_t i = 0; i < target.places.size(); ++i) {
    const Term here = terms.equal(offset, terms.number(64, i));
    place = terms.ite(here, terms.number(64, target.places[i]), place);
  }
  return place;
}

}  // namespace

std::optional<size_t> Encoder::target_of(uint32_t object) const {
  for (size_t i = 0; i < interface_.targets.size(); ++i) {
    const PointerTarget& target = interface_.targets[i];
    if (target.is_parameter) {
      if (is_pointed(object) && heap_.object(object).name == target.name) return i;
      continue;
    }
    const auto found = globals_.find(module_.getNamedGlobal(target.name));
    if (found != globals_.end() && found->second == object) return i;
  }
  return std::nullopt;
}

Term Encoder::returned_target(const State& state, const Val& pointer, const Instruction* at) {
  Term whole = terms_.number(64, 0);
  for (const PointerCase& each : pointer.cases) {
    if (each.object == 0 || terms_.is_false(terms_.conjunction(state.path, each.when))) continue;
    Term here = terms_.number(64, kSomePointer);
    if (const std::optional<size_t> index = target_of(each.object)) {
      const Term begin = terms_.number(64, target_value(*index, 0));
      here = terms_.operation(Instruction::Add, begin, each.offset);
      here = literal_place(terms_, interface_.targets[*index], each.offset, here);
    } else if (each.object != unset_) {
      fail(at, "the result may point to a local, which ends with the call, or to a function");
    }
    whole = terms_.ite(each.when, here, whole);
  }
  return whole;
}

}  // namespace pg
