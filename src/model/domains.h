#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "term/pool.h"
#include "theory/value.h"

namespace pg {

// Whether it is a declared sort without constructors.
bool is_uninterpreted(const Pool& pool, Sort sort);

// Which values a sort has, where they are few enough to list (kMaxDomain).
class Domains {
 public:
  Domains(Pool& pool, ValuePool& values) : pool_(pool), values_(values) {}

  // The universe that a model declares for an uninterpreted sort.
  void set_universe(Sort sort, std::vector<Value> elements);

  // All values; empty if they are many, infinitely many, or unknown.
  std::span<const Value> all(Sort sort);

  // A few values that the sort certainly has, edge cases mostly; all of them if they are few.
  std::span<const Value> samples(Sort sort);

  // A value of the sort, the same at each call; unsupported if we know none.
  Value some(Sort sort);

  // Whether values of the sort have parts of an uninterpreted sort whose elements nobody lists.
  bool has_unknown_elements(Sort sort);

 private:
  std::vector<Value> list(Sort sort);
  Value choose(Sort sort);
  std::vector<Value> list_floats(Sort sort);
  bool list_datatype(Sort sort, std::vector<Value>& found);
  // Calls visit for each way to choose one item of each list; false if they are too many.
  template <typename Visit>
  static bool product(std::span<const std::span<const Value>> lists, Visit visit);

  Pool& pool_;
  ValuePool& values_;
  absl::flat_hash_map<Sort, std::vector<Value>> known_;
  absl::flat_hash_map<Sort, std::vector<Value>> samples_;
  absl::flat_hash_map<Sort, Value> chosen_;
};

}  // namespace pg
