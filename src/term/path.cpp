#include "term/path.h"

namespace pg {

Term at(const Pool& pool, Term root, std::span<const uint32_t> path) {
  Term term = root;
  for (uint32_t child : path) {
    CHECK(child < pool.args(term).size(), "no such path");
    term = pool.args(term)[child];
  }
  return term;
}

Term replace_at(Pool& pool, Term root, std::span<const uint32_t> path, Term replacement) {
  CHECK(pool.owns(root) && pool.owns(replacement), "term from another pool");
  std::vector<Term> spine;
  Term term = root;
  for (uint32_t child : path) {
    CHECK(child < pool.args(term).size(), "no such path");
    spine.push_back(term);
    term = pool.args(term)[child];
  }
  std::vector<Term> args;
  for (size_t i = path.size(); i > 0; --i) {
    const Term parent = spine[i - 1];
    args.assign(pool.args(parent).begin(), pool.args(parent).end());
    args[path[i - 1]] = replacement;
    replacement = pool.with_args(parent, args);
  }
  return replacement;
}

std::vector<Term> bound_at(const Pool& pool, Term root, std::span<const uint32_t> path) {
  std::vector<Term> bound;
  for (const uint32_t child : path) {
    const std::span<const Term> variables = bound_variables(pool, root);
    bound.insert(bound.end(), variables.begin(), variables.end());
    CHECK(child < pool.args(root).size(), "no such path");
    root = pool.args(root)[child];
  }
  return bound;
}

Polarity polarity_at(const Pool& pool, Term root, std::span<const uint32_t> path) {
  bool positive = true;
  Term term = root;
  for (uint32_t child : path) {
    const std::span<const Term> args = pool.args(term);
    CHECK(child < args.size(), "no such path");
    const HeadData& data = pool.data(term);
    char sign = '*';
    if (data.op)
      sign = polarity_of(*data.op, child, args.size());
    else if (data.kind == HeadKind::Annotation && child == 0)
      sign = '+';
    else if (data.kind == HeadKind::Case || (data.kind == HeadKind::Match && child > 0))
      sign = '+';
    if (sign == '*') return Polarity::Mixed;
    if (sign == '-') positive = !positive;
    term = args[child];
  }
  return positive ? Polarity::Positive : Polarity::Negative;
}

}  // namespace pg
