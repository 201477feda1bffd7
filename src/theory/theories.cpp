#include "theory/theories.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "term/infer.h"
#include "term/pool.h"
#include "theory/arrays/arrays.h"
#include "theory/bags/bags.h"
#include "theory/bitvectors/bitvectors.h"
#include "theory/core/core.h"
#include "theory/datatypes/datatypes.h"
#include "theory/finite_fields/finite_fields.h"
#include "theory/floats/floats.h"
#include "theory/ints/ints.h"
#include "theory/reals/reals.h"
#include "theory/separation/separation.h"
#include "theory/sequences/sequences.h"
#include "theory/sets/sets.h"
#include "theory/strings/strings.h"
#include "theory/uf/uf.h"

namespace pg {
namespace {

// Int rows come before Real rows, so that (+ 1 2) is an Int.
constexpr std::array<const Theory*, 14> kTheories{
    &core::kTheory,       &ints::kTheory,          &reals::kTheory,   &arrays::kTheory,
    &bitvectors::kTheory, &floats::kTheory,        &strings::kTheory, &sequences::kTheory,
    &datatypes::kTheory,  &sets::kTheory,          &bags::kTheory,    &uf::kTheory,
    &separation::kTheory, &finite_fields::kTheory,
};

}  // namespace

std::span<const Theory* const> theories() { return kTheories; }

Term apply_operator(Pool& pool, std::string_view name, std::span<const Term> args,
                    std::span<const uint32_t> indices, Sort qualifier) {
  HeadData data;
  data.name = pool.intern(name);
  data.sort = qualifier;
  std::vector<Index> index_list;
  for (const uint32_t index : indices)
    index_list.push_back({pool.intern(std::to_string(index)), index, {}});
  data.indices = index_list;
  std::vector<Sort> sorts;
  for (const Term arg : args) sorts.push_back(pool.sort(arg));
  for (const Theory* theory : kTheories) {
    const auto alias = std::ranges::find(theory->aliases, name, &OpAlias::name);
    const std::string_view row = alias == theory->aliases.end() ? name : alias->row;
    for (const OpSpec& op : theory->ops) {
      if (op.name != row) continue;
      const Sort sort = infer(pool, op, index_list, sorts, qualifier);
      if (!sort) continue;
      data.op = &op;
      return pool.make(pool.head(data), sort, args);
    }
  }
  return {};
}

}  // namespace pg
