#include "term/path.h"

#include <algorithm>

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

Term replace_all(Pool& pool, Term root, std::vector<std::pair<Path, Term>> replacements) {
  struct Frame {
    Term term;
    std::vector<Term> args;
  };
  std::ranges::sort(replacements);
  Path path;                 // to the last one
  std::vector<Frame> stack;  // the terms above it
  Term made = root;          // what becomes of the last one, or of a term above it
  auto leave = [&] {
    stack.back().args[path.back()] = made;
    path.pop_back();
  };
  auto close = [&](size_t depth) {
    while (stack.size() > depth) {
      leave();
      made = pool.with_args(stack.back().term, stack.back().args);
      stack.pop_back();
    }
  };
  Term term = root;
  for (const auto& [next, replacement] : replacements) {
    if (!stack.empty()) {
      const auto common = static_cast<size_t>(std::ranges::mismatch(path, next).in1 - path.begin());
      CHECK(common < path.size() && common < next.size(), "one is inside of the other");
      close(common + 1);
      leave();
    }
    while (path.size() < next.size()) {
      if (stack.size() == path.size())
        stack.push_back({term, {pool.args(term).begin(), pool.args(term).end()}});
      const uint32_t child = next[path.size()];
      CHECK(child < stack.back().args.size(), "no such path");
      term = stack.back().args[child];
      path.push_back(child);
    }
    made = replacement;
  }
  close(0);
  return made;
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
