#include "theory/strings/regex.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include <absl/container/flat_hash_map.h>

#include "base/check.h"
#include "theory/strings/string_value.h"

namespace pg::regex {
namespace {

using strings::kLastCodePoint;

// Nested unions, intersections and character classes are merged up to this size. Without a bound a
// chain of n of them would keep n lists of up to n items.
constexpr size_t kMaxFlat = 64;

Value count_value(uint64_t count) {
  return Value::integer(count == kUnbounded ? -1 : static_cast<int64_t>(count));
}
uint64_t count_of(Value value) {
  return value.as_int64() < 0 ? kUnbounded : static_cast<uint64_t>(value.as_int64());
}

// Exact, or none if it is too large to count.
std::optional<uint64_t> add(uint64_t a, uint64_t b) {
  if (a == kUnbounded || b == kUnbounded) return kUnbounded;
  const uint64_t sum = a + b;
  return sum <= kMaxCount ? std::optional(sum) : std::nullopt;
}
std::optional<uint64_t> multiply(uint64_t a, uint64_t b) {
  if (a == 0 || b == 0) return 0;
  if (a == kUnbounded || b == kUnbounded) return kUnbounded;
  return a <= kMaxCount / b ? std::optional(a * b) : std::nullopt;
}

std::vector<Interval> normalize(std::vector<Interval> intervals) {
  std::sort(intervals.begin(), intervals.end(),
            [](const Interval& a, const Interval& b) { return a.first < b.first; });
  std::vector<Interval> merged;
  for (const Interval& next : intervals) {
    if (next.first > next.last) continue;
    if (!merged.empty() && next.first <= merged.back().last + 1)
      merged.back().last = std::max(merged.back().last, next.last);
    else
      merged.push_back(next);
  }
  return merged;
}

std::vector<Interval> common(std::span<const Interval> a, std::span<const Interval> b) {
  std::vector<Interval> result;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const Interval both{std::max(a[i].first, b[j].first), std::min(a[i].last, b[j].last)};
    if (both.first <= both.last) result.push_back(both);
    if (a[i].last < b[j].last)
      ++i;
    else
      ++j;
  }
  return result;
}

bool contains_node(std::span<const Value> sorted, Value re) {
  return std::binary_search(sorted.begin(), sorted.end(), re);
}

// Whether a sorted list holds an expression and its complement.
bool has_opposites(const ValuePool& values, std::span<const Value> sorted) {
  return std::any_of(sorted.begin(), sorted.end(), [&](Value item) {
    return node(item) == Node::Not && contains_node(sorted, values.items(item)[0]);
  });
}

void sort_unique(std::vector<Value>& items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

}  // namespace

std::span<const Value> parts(const ValuePool& values, Value re) {
  switch (node(re)) {
    case Node::None:
    case Node::Empty:
    case Node::Chars:
    case Node::Text:
      return {};
    case Node::Concat:
    case Node::Union:
    case Node::Inter:
    case Node::Not:
      return values.items(re);
    case Node::Loop:
      return values.items(re).first(1);
  }
  return {};
}

std::vector<Interval> intervals(const ValuePool& values, Value chars) {
  const std::span<const Value> bounds = values.items(chars);
  std::vector<Interval> result(bounds.size() / 2);
  for (size_t i = 0; i < result.size(); ++i)
    result[i] = {static_cast<uint32_t>(bounds[2 * i].payload()),
                 static_cast<uint32_t>(bounds[2 * i + 1].payload())};
  return result;
}

Loop as_loop(const ValuePool& values, Value re) {
  if (node(re) != Node::Loop) return {re, 1, 1};
  const std::span<const Value> items = values.items(re);
  return {items[0], count_of(items[1]), count_of(items[2])};
}

Value Builder::make(Node node, bool nullable, std::span<const Value> items) {
  const uint32_t aux = static_cast<uint32_t>(node) | (nullable ? 0x100u : 0u);
  return values_.compound(ValueKind::Regex, aux, items);
}

Value Builder::any_char() {
  const Value bounds[] = {Value::integer(0), Value::integer(kLastCodePoint)};
  return make(Node::Chars, false, bounds);
}

Value Builder::chars(std::vector<Interval> intervals) {
  intervals = normalize(std::move(intervals));
  if (intervals.empty()) return none();
  std::vector<Value> bounds;
  bounds.reserve(2 * intervals.size());
  for (const Interval& interval : intervals) {
    bounds.push_back(Value::integer(interval.first));
    bounds.push_back(Value::integer(interval.last));
  }
  return make(Node::Chars, false, bounds);
}

Value Builder::text(Value word, uint64_t offset) {
  const bool is_string = word.kind() == ValueKind::String;
  const size_t size = is_string ? values_.text(word).size() : values_.items(word).size();
  CHECK(offset <= size, "a text that starts beyond its word");
  if (offset == size) return empty();
  if (is_string && offset + 1 == size) {
    const uint32_t code = values_.text(word)[offset];
    return chars({{code, code}});
  }
  const Value items[] = {word, Value::integer(static_cast<int64_t>(offset))};
  return make(Node::Text, false, items);
}

// Two neighbours that repeat one body are one loop: r{a,b} r{c,d} = r{a+c,b+d}. None if they do
// not.
Value Builder::merge(Value first, Value second) {
  Loop a = as_loop(values_, first);
  Loop b = as_loop(values_, second);
  if (a.body != b.body) {
    if (first == b.body)
      a = {first, 1, 1};
    else if (second == a.body)
      b = {second, 1, 1};
    else
      return none();
  }
  const std::optional<uint64_t> least = add(a.least, b.least);
  const std::optional<uint64_t> most = add(a.most, b.most);
  return least && most ? loop(a.body, *least, *most) : none();
}

// Left-nested chains stay as they are: turning each of n of them to the right would take n² steps.
// Derivatives turn them when they get there.
Value Builder::concat(Value first, Value second) {
  if (node(first) == Node::None || node(second) == Node::Empty) return first;
  if (node(second) == Node::None || node(first) == Node::Empty) return second;
  while (node(second) == Node::Concat) {
    const std::span<const Value> rest = values_.items(second);
    const Value merged = merge(first, rest[0]);
    if (node(merged) == Node::None) break;
    first = merged;
    second = rest[1];
  }
  if (const Value merged = merge(first, second); node(merged) != Node::None) return merged;
  const Value items[] = {first, second};
  return make(Node::Concat, nullable(first) && nullable(second), items);
}

// Replaces nested nodes of the same kind by their items, as long as the list stays short.
void Builder::flatten(Node kind, std::vector<Value>& items) const {
  std::vector<Value> flat;
  size_t size = items.size();
  for (Value item : items) {
    const std::span<const Value> inner = parts(values_, item);
    if (node(item) == kind && size + inner.size() <= kMaxFlat) {
      flat.insert(flat.end(), inner.begin(), inner.end());
      size += inner.size();
    } else {
      flat.push_back(item);
    }
  }
  items = std::move(flat);
}

void Builder::unite_chars(std::vector<Value>& items) {
  auto is_small = [&](Value item) {
    return node(item) == Node::Chars && values_.items(item).size() <= 2 * kMaxFlat;
  };
  if (std::count_if(items.begin(), items.end(), is_small) < 2) return;
  std::vector<Interval> all;
  for (Value item : items) {
    if (!is_small(item)) continue;
    const std::vector<Interval> more = intervals(values_, item);
    all.insert(all.end(), more.begin(), more.end());
  }
  std::erase_if(items, is_small);
  items.push_back(chars(std::move(all)));
}

// r{a,b} t | r{c,d} t = r{a,d} t where the counts overlap or touch. Without it the states of nested
// loops would list every pair of counts.
void Builder::unite_loops(std::vector<Value>& items) {
  struct Part {
    Loop loop;
    Value tail;
  };
  std::vector<Part> loops;
  std::vector<Value> others;
  for (Value item : items) {
    const bool is_concat = node(item) == Node::Concat;
    const Value head = is_concat ? values_.items(item)[0] : item;
    if (node(head) == Node::Loop)
      loops.push_back({as_loop(values_, head), is_concat ? values_.items(item)[1] : empty()});
    else
      others.push_back(item);
  }
  if (loops.size() < 2) return;
  std::sort(loops.begin(), loops.end(), [](const Part& a, const Part& b) {
    return std::tie(a.loop.body, a.tail, a.loop.least) <
           std::tie(b.loop.body, b.tail, b.loop.least);
  });
  auto joins = [](const Part& part, const Part& next) {
    return part.loop.body == next.loop.body && part.tail == next.tail &&
           (part.loop.most == kUnbounded || next.loop.least <= part.loop.most + 1);
  };
  for (size_t i = 0; i < loops.size();) {
    Part part = loops[i];
    for (++i; i < loops.size() && joins(part, loops[i]); ++i)
      part.loop.most = std::max(part.loop.most, loops[i].loop.most);
    others.push_back(concat(loop(part.loop.body, part.loop.least, part.loop.most), part.tail));
  }
  items = std::move(others);
}

void Builder::intersect_chars(std::vector<Value>& items) {
  auto is_chars = [](Value item) { return node(item) == Node::Chars; };
  if (std::count_if(items.begin(), items.end(), is_chars) < 2) return;
  std::vector<Interval> all{{0, kLastCodePoint}};
  for (Value item : items)
    if (is_chars(item)) all = common(all, intervals(values_, item));
  std::erase_if(items, is_chars);
  items.push_back(chars(std::move(all)));
}

Value Builder::unite(std::vector<Value> items) {
  const Value everything = all();
  flatten(Node::Union, items);
  unite_chars(items);
  unite_loops(items);
  std::erase_if(items, [](Value item) { return node(item) == Node::None; });
  sort_unique(items);
  if (contains_node(items, everything) || has_opposites(values_, items)) return everything;
  const bool has_empty = contains_node(items, empty());
  const auto empties = std::count_if(items.begin(), items.end(), nullable);
  if (has_empty && empties > 1)
    std::erase_if(items, [](Value item) { return node(item) == Node::Empty; });
  if (items.empty()) return none();
  if (items.size() == 1) return items[0];
  if (has_empty && empties == 1 && items.size() == 2)
    return loop(node(items[0]) == Node::Empty ? items[1] : items[0], 0, 1);
  return make(Node::Union, empties > 0, items);
}

Value Builder::intersect(std::vector<Value> items) {
  const Value everything = all();
  flatten(Node::Inter, items);
  intersect_chars(items);
  std::erase_if(items, [&](Value item) { return item == everything; });
  sort_unique(items);
  if (contains_node(items, none()) || has_opposites(values_, items)) return none();
  const bool has_all_empty = std::all_of(items.begin(), items.end(), nullable);
  if (contains_node(items, empty())) return has_all_empty ? empty() : none();
  if (items.empty()) return everything;
  if (items.size() == 1) return items[0];
  return make(Node::Inter, has_all_empty, items);
}

Value Builder::complement(Value re) {
  if (node(re) == Node::Not) return values_.items(re)[0];
  if (node(re) == Node::None) return all();
  if (re == all()) return none();
  return make(Node::Not, !nullable(re), std::span(&re, 1));
}

Value Builder::loop(Value body, uint64_t least, uint64_t most) {
  if (least > most) return none();
  if (most == 0 || node(body) == Node::Empty) return empty();
  if (node(body) == Node::None) return least == 0 ? empty() : none();
  if (nullable(body)) least = 0;
  if (node(body) == Node::Loop) {
    // (r{a,b}){c,d} = r{ac,bd} if the intervals [ka,kb] for k = c..d leave no gap: the widest one
    // is the first, between cb and (c+1)a.
    const Loop inner = as_loop(values_, body);
    const std::optional<uint64_t> low = multiply(inner.least, least);
    const std::optional<uint64_t> high = multiply(inner.most, most);
    const std::optional<uint64_t> end = multiply(inner.most, least);
    const std::optional<uint64_t> next = multiply(inner.least, least + 1);
    const bool gapless = least == most || (end && next && (*end >= *next || *end + 1 == *next));
    if (low && high && gapless) return loop(inner.body, *low, *high);
  }
  if (least == 1 && most == 1) return body;
  const Value items[] = {body, count_value(least), count_value(most)};
  return make(Node::Loop, least == 0, items);
}

Value rebuild(const ValuePool& from, Value re, Builder& to, bool reversed, Leaves& leaves) {
  absl::flat_hash_map<Value, Value> done;
  auto build = [&](Value old) -> Value {
    std::vector<Value> items;
    for (Value part : parts(from, old)) items.push_back(done.at(part));
    switch (node(old)) {
      case Node::None:
        return to.none();
      case Node::Empty:
        return to.empty();
      case Node::Chars:
        return to.chars(intervals(from, old));
      case Node::Text:
        return leaves.text(old);
      case Node::Concat:
        return reversed ? to.concat(items[1], items[0]) : to.concat(items[0], items[1]);
      case Node::Union:
        return to.unite(std::move(items));
      case Node::Inter:
        return to.intersect(std::move(items));
      case Node::Not:
        return to.complement(items[0]);
      case Node::Loop: {
        const Loop loop = as_loop(from, old);
        return to.loop(items[0], loop.least, loop.most);
      }
    }
    return {};
  };
  // A node is built when it comes up the second time, after its parts.
  std::vector<std::pair<Value, bool>> stack{{re, false}};
  while (!stack.empty()) {
    const auto [old, ready] = stack.back();
    stack.pop_back();
    if (done.contains(old)) continue;
    if (ready) {
      const Value built = build(old);
      done.emplace(old, built);
      continue;
    }
    stack.emplace_back(old, true);
    for (Value part : parts(from, old))
      if (!done.contains(part)) stack.emplace_back(part, false);
  }
  return done.at(re);
}

}  // namespace pg::regex
