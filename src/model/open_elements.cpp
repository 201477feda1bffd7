#include "model/open_elements.h"

#include <string>
#include <vector>

#include "model/domains.h"
#include "model/print_value.h"
#include "smtlib/parser.h"

namespace pg {
namespace {

bool is_op(const Pool& pool, Term term, std::string_view name) {
  const OpSpec* op = pool.op(term);
  return op && op->name == name;
}

// The parts of a concatenation, from left to right.
std::vector<Term> parts_of(const Pool& pool, Term sequence) {
  std::vector<Term> parts;
  std::vector<Term> work{sequence};
  while (!work.empty()) {
    const Term term = work.back();
    work.pop_back();
    if (!is_op(pool, term, "seq.++")) {
      parts.push_back(term);
      continue;
    }
    const std::span<const Term> args = pool.args(term);
    work.insert(work.end(), args.rbegin(), args.rend());
  }
  return parts;
}

// None if the sort has no value that can be written.
Term some_value(Pool& pool, Sort sort) {
  constexpr size_t kLongest = 1000;
  ValuePool values;
  const Value value = Domains(pool, values).some(sort);
  if (!value.is_defined()) return {};
  const Result<Term> term = parse_term(pool, print_value(pool, values, value, sort, kLongest));
  return term && pool.sort(*term) == sort ? *term : Term();
}

}  // namespace

Term with_open_elements_chosen(Pool& pool, Head constant, Term body) {
  std::vector<Term> parts = parts_of(pool, body);
  bool changed = false;
  // Only after elements one by one it is known which one a part is.
  for (size_t i = 0; i < parts.size() && is_op(pool, parts[i], "seq.unit"); ++i) {
    const Term element = pool.args(parts[i])[0];
    if (!is_op(pool, element, "seq.nth_i") || pool.args(element)[0] != pool.constant(constant))
      continue;
    const Term index = pool.args(element)[1];
    if (pool.kind(index) != HeadKind::Literal ||
        pool.text(pool.data(index).name) != std::to_string(i))
      continue;
    const Term value = some_value(pool, pool.sort(element));
    if (!value) continue;
    parts[i] = pool.with_args(parts[i], {&value, 1});
    changed = true;
  }
  if (!changed) return body;
  return parts.size() == 1 ? parts[0] : pool.with_args(body, parts);
}

}  // namespace pg
