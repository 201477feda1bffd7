#include "model/loops.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include <absl/container/flat_hash_set.h>

#include "smtlib/printer.h"
#include "term/infer.h"
#include "theory/datatypes/regular.h"

namespace pg {
namespace {

constexpr std::string_view kPrefixes[] = {"cbv_", "@uc_"};
constexpr std::string_view kUnquoted = "cbv_(";
// Of a value with loops, as it is written.
constexpr size_t kMaxNodes = 1'000;

bool is_constructor(const Pool& pool, Term term) {
  const HeadData& data = pool.data(term);
  return data.kind == HeadKind::Function && data.role == FunctionRole::Constructor;
}

// The node of a term, and the next of its fields.
struct OpenNode {
  Term term;
  size_t node;
  size_t next = 0;
};

}  // namespace

std::optional<Loop> loop_of(std::string_view name) {
  if (name.size() > 2 && name.starts_with('|') && name.ends_with('|'))
    name = name.substr(1, name.size() - 2);
  const auto prefix = std::ranges::find_if(
      kPrefixes, [&](std::string_view each) { return name.starts_with(each); });
  const size_t digits = name.find_last_not_of("0123456789") + 1;
  if (prefix == std::end(kPrefixes) || digits == name.size()) return {};
  const std::string_view number = name.substr(digits);
  Loop loop{name.substr(prefix->size(), digits - std::min(digits, prefix->size()))};
  if (!loop.sort.ends_with('_')) return {};
  loop.sort.remove_suffix(1);
  const auto [end, error] = std::from_chars(number.begin(), number.end(), loop.levels);
  if (error != std::errc()) return {};
  return loop;
}

std::optional<Loop> loop_of(const Pool& pool, Term term) {
  if (pool.kind(term) != HeadKind::Opaque || !pool.args(term).empty()) return {};
  return loop_of(pool.text(pool.data(term).name));
}

// Every constructor's term inside is asked the same again, so each looks at a few terms only.
bool has_loop(const Pool& pool, Term term) {
  if (!pool.has(term, kHasOpaque) || !is_constructor(pool, term)) return false;
  absl::flat_hash_set<Term> seen{term};
  std::vector<Term> work{term};
  while (!work.empty() && seen.size() <= kMaxNodes) {
    const Term parent = work.back();
    work.pop_back();
    for (const Term arg : pool.args(parent)) {
      if (loop_of(pool, arg)) return true;
      if (pool.has(arg, kHasOpaque) && is_constructor(pool, arg) && seen.insert(arg).second)
        work.push_back(arg);
    }
  }
  return false;
}

Value tie_loops(Pool& pool, ValuePool& values, Term term, const std::function<Value(Term)>& eval) {
  std::vector<datatypes::TreeNode> graph{{pool.head(term), {}}};
  std::vector<OpenNode> path{{term, 0}};
  while (!path.empty()) {
    OpenNode& open = path.back();
    if (open.next == pool.args(open.term).size()) {
      path.pop_back();
      continue;
    }
    const size_t which = open.next++;
    const Term field = pool.args(open.term)[which];
    const size_t node = open.node;
    if (const std::optional<Loop> loop = loop_of(pool, field)) {
      if (loop->levels >= path.size()) return values.unsupported("a loop that leads nowhere");
      const OpenNode& target = path[path.size() - 1 - loop->levels];
      const Sort sort = pool.sort(target.term);
      const std::span<const Sort> params = pool.args(pool.sort(open.term));
      const std::vector<Sort> bindings(params.begin(), params.end());
      const Sort wanted =
          instantiate(pool, pool.data(pool.head(open.term)).params[which], bindings);
      if (sort != wanted || print_sort(pool, sort) != loop->sort)
        return values.unsupported("a loop to a value of another sort");
      graph[node].fields.push_back({{}, target.node, true});
    } else if (has_loop(pool, field)) {
      if (graph.size() == kMaxNodes) return values.unsupported("an infinite value with many parts");
      graph[node].fields.push_back({{}, graph.size(), true});
      path.push_back({field, graph.size()});
      graph.push_back({pool.head(field), {}});
    } else {
      const Value value = eval(field);
      if (!value.is_defined()) return value;
      graph[node].fields.push_back({value});
    }
  }
  return datatypes::tree_of(values, std::move(graph));
}

bool has_unquoted_loops(std::string_view text) { return text.find(kUnquoted) != text.npos; }

std::string with_quoted_loops(std::string_view text) {
  std::string made;
  while (true) {
    const size_t at = text.find(kUnquoted);
    made += text.substr(0, at);
    if (at == text.npos) return made;
    text.remove_prefix(at);
    // Up to the parenthesis that closes the sort, and the number.
    size_t depth = 0;
    size_t end = kUnquoted.size() - 1;
    do {
      depth += text[end] == '(' ? 1 : 0;
      depth -= text[end] == ')' ? 1 : 0;
      ++end;
    } while (depth > 0 && end < text.size());
    end = std::min(text.find_first_not_of("_0123456789", end), text.size());
    const std::string_view name = text.substr(0, end);
    const bool quotable = loop_of(name) && name.find_first_of("|\\") == name.npos;
    made += quotable ? "|" + std::string(name) + "|" : std::string(name);
    text.remove_prefix(end);
  }
}

}  // namespace pg
