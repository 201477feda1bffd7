#include "theory/strings/matcher.h"

#include <algorithm>

#include "base/check.h"
#include "base/stop.h"

namespace pg::regex {
namespace {

uint64_t pair_key(Value a, Value b) { return a.payload() << 32 | b.payload(); }

// Texts of the matcher's pool are strings, of code points of its alphabet.
class Import : public Leaves {
 public:
  Import(const ValuePool& from, Builder& to, bool reversed, Alphabet& alphabet)
      : from_(from), to_(to), reversed_(reversed), alphabet_(alphabet) {}
  Value text(Value text) override {
    const std::span<const Value> items = from_.items(text);
    std::vector<uint32_t> codes = alphabet_.codes(from_, items[0], items[1].payload());
    if (reversed_) std::reverse(codes.begin(), codes.end());
    return to_.text(to_.values().string(codes));
  }

 private:
  const ValuePool& from_;
  Builder& to_;
  bool reversed_;
  Alphabet& alphabet_;
};

uint64_t less_one(uint64_t count) { return count == 0 || count == kUnbounded ? count : count - 1; }

}  // namespace

std::vector<uint32_t> Alphabet::codes(const ValuePool& values, Value word, size_t offset) {
  if (word.kind() == ValueKind::String) {
    const std::span<const uint32_t> text = values.text(word).subspan(offset);
    return {text.begin(), text.end()};
  }
  std::vector<uint32_t> codes;
  for (Value element : values.items(word).subspan(offset)) {
    const auto next = std::min<size_t>(numbers_.size(), strings::kLastCodePoint);
    codes.push_back(numbers_.try_emplace(element, static_cast<uint32_t>(next)).first->second);
  }
  return codes;
}

Matcher::Matcher(const ValuePool& values, Value re, Direction direction, Alphabet& alphabet,
                 EvalContext* context)
    : builder_(values_), context_(context) {
  const bool reversed = direction == Direction::Backward;
  Import import(values, builder_, reversed, alphabet);
  start_ = rebuild(values, re, builder_, reversed, import);
  all_ = builder_.all();
  if (reversed) {
    const Value not_empty = builder_.loop(builder_.any_char(), 1, kUnbounded);
    if (nullable(start_)) start_ = builder_.intersect({start_, not_empty});
    start_ = builder_.concat(all_, start_);
  }
  split_alphabet();
}

void Matcher::spend(uint64_t work) {
  // Of an evaluator: an expression is made, hashed and looked up for each.
  constexpr uint64_t kStepsOfWork = 8;
  work_ += work;
  if (must_stop() || (context_ && !context_->spend(kStepsOfWork * work))) work_ = kMaxWork + 1;
}

void Matcher::split_alphabet() {
  bounds_ = {0};
  absl::flat_hash_set<Value> seen{start_};
  std::vector<Value> stack{start_};
  while (!stack.empty()) {
    const Value re = stack.back();
    stack.pop_back();
    if (node(re) == Node::Chars) {
      for (const Interval& interval : intervals(values_, re)) {
        bounds_.push_back(interval.first);
        bounds_.push_back(interval.last + 1);
      }
    } else if (node(re) == Node::Text) {
      for (uint32_t code : values_.text(values_.items(re)[0])) {
        bounds_.push_back(code);
        bounds_.push_back(code + 1);
      }
    }
    for (Value part : parts(values_, re))
      if (seen.insert(part).second) stack.push_back(part);
  }
  std::sort(bounds_.begin(), bounds_.end());
  bounds_.erase(std::unique(bounds_.begin(), bounds_.end()), bounds_.end());
  for (uint32_t code = 0; code < ascii_.size(); ++code) {
    const auto it = std::upper_bound(bounds_.begin(), bounds_.end(), code);
    ascii_[code] = static_cast<uint32_t>(it - bounds_.begin()) - 1;
  }
}

uint32_t Matcher::class_of(uint32_t code) const {
  if (code < ascii_.size()) return ascii_[code];
  const auto it = std::upper_bound(bounds_.begin(), bounds_.end(), code);
  return static_cast<uint32_t>(it - bounds_.begin()) - 1;
}

std::optional<Value> Matcher::known(Value re, uint32_t letter) const {
  const auto it = known_.find(re.payload() << 20 | letter);
  return it == known_.end() ? std::nullopt : std::optional(it->second);
}

Value Matcher::step(Value state, uint32_t code) {
  const uint32_t letter = class_of(code);
  const std::optional<Value> next = known(state, letter);
  return next ? *next : derive(state, letter);
}

// Derivatives below complements and intersections come first; an expression that misses some is
// expanded again when they are there.
Value Matcher::derive(Value re, uint32_t letter) {
  std::vector<Value> stack{re};
  while (!stack.empty() && !too_large()) {
    const Value top = stack.back();
    if (known(top, letter)) {
      stack.pop_back();
      continue;
    }
    const std::optional<Value> derived = expand(top, letter, stack);
    if (!derived) continue;
    known_.emplace(top.payload() << 20 | letter, *derived);
    stack.pop_back();
  }
  return too_large() ? builder_.none() : *known(re, letter);
}

// The derivative as the union of its partial derivatives, or none: then what it misses is pushed.
std::optional<Value> Matcher::expand(Value re, uint32_t letter, std::vector<Value>& missing) {
  Expansion expansion;
  push(re, builder_.empty(), expansion);
  while (!expansion.tasks.empty() && !too_large()) {
    const Task task = expansion.tasks.back();
    expansion.tasks.pop_back();
    expand_task(task, letter, expansion);
  }
  if (!expansion.missing.empty()) {
    missing.insert(missing.end(), expansion.missing.begin(), expansion.missing.end());
    return std::nullopt;
  }
  // Unions among them are taken apart, so that each member is there once.
  absl::flat_hash_set<Value> members;
  for (size_t i = 0; i < expansion.found.size(); ++i) {
    const Value item = expansion.found[i];
    if (!members.insert(item).second || node(item) != Node::Union) continue;
    const std::span<const Value> more = values_.items(item);
    expansion.found.insert(expansion.found.end(), more.begin(), more.end());
  }
  std::vector<Value> flat;
  for (Value member : members)
    if (node(member) != Node::Union) flat.push_back(member);
  spend(expansion.found.size());
  return builder_.unite(std::move(flat));
}

void Matcher::push(Value head, Value tail, Expansion& expansion) {
  if (!expansion.seen.insert(pair_key(head, tail)).second) return;
  expansion.tasks.push_back({head, tail});
  spend(1);
}

bool Matcher::matches(Value chars, uint32_t letter) const {
  const std::span<const Value> bounds = values_.items(chars);
  const Value code = Value::integer(bounds_[letter]);
  // An even number of bounds lies at or before a character outside; equal ends are inside.
  const auto it = std::lower_bound(bounds.begin(), bounds.end(), code);
  const auto before = it - bounds.begin();
  return before % 2 == 1 || (it != bounds.end() && *it == code);
}

void Matcher::expand_task(Task task, uint32_t letter, Expansion& expansion) {
  const Value head = task.head;
  const Value tail = task.tail;
  auto found = [&](Value derived) { expansion.found.push_back(builder_.concat(derived, tail)); };
  switch (node(head)) {
    case Node::None:
    case Node::Empty:
      return;
    case Node::Chars:
      if (matches(head, letter)) expansion.found.push_back(tail);
      return;
    case Node::Text: {
      const std::span<const Value> items = values_.items(head);
      const uint64_t offset = items[1].payload();
      if (values_.text(items[0])[offset] == bounds_[letter])
        found(builder_.text(items[0], offset + 1));
      return;
    }
    case Node::Concat: {
      const std::span<const Value> items = values_.items(head);
      push(items[0], builder_.concat(items[1], tail), expansion);
      if (nullable(items[0])) push(items[1], tail, expansion);
      return;
    }
    case Node::Union:
      for (Value part : values_.items(head)) push(part, tail, expansion);
      return;
    case Node::Loop: {
      // D(r{a,b}) = D(r) r{a-1,b-1}; with a nullable r, for which a is 0, shorter ones are in it.
      const Loop loop = as_loop(values_, head);
      const Value rest = builder_.loop(loop.body, less_one(loop.least), less_one(loop.most));
      push(loop.body, builder_.concat(rest, tail), expansion);
      return;
    }
    case Node::Not:
    case Node::Inter: {
      std::vector<Value> derived;
      for (Value part : values_.items(head)) {
        const std::optional<Value> next = known(part, letter);
        if (next)
          derived.push_back(*next);
        else
          expansion.missing.push_back(part);
      }
      spend(derived.size());
      if (!expansion.missing.empty()) return;
      found(node(head) == Node::Not ? builder_.complement(derived[0])
                                    : builder_.intersect(std::move(derived)));
      return;
    }
  }
}

Value Matcher::expression(Value state, ValuePool& values) {
  Builder builder(values);
  Alphabet alphabet;
  Import import(values_, builder, false, alphabet);
  return rebuild(values_, state, builder, false, import);
}

std::optional<bool> is_member(const ValuePool& values, Value word, Value re, EvalContext* context) {
  if (node(re) == Node::Text) return values.items(re)[0] == word;
  Alphabet alphabet;
  Matcher matcher(values, re, Direction::Forward, alphabet, context);
  const std::vector<uint32_t> codes = alphabet.codes(values, word);
  if (alphabet.is_full()) return std::nullopt;
  Value state = matcher.start();
  for (uint32_t code : codes) {
    if (Matcher::is_dead(state) || matcher.accepts_all(state)) break;
    state = matcher.step(state, code);
    if (matcher.too_large()) return std::nullopt;
  }
  return Matcher::accepts(state);
}

namespace {

// Of each position, whether a match begins there: a word that is read backwards from its end, up to
// there, is anything and then a reversed match.
std::optional<std::vector<bool>> find_starts(const ValuePool& values,
                                             std::span<const uint32_t> codes, Value re,
                                             Alphabet& alphabet, EvalContext* context) {
  Matcher matcher(values, re, Direction::Backward, alphabet, context);
  std::vector<bool> starts(codes.size() + 1);
  Value state = matcher.start();
  for (size_t at = codes.size();; --at) {
    starts[at] = Matcher::accepts(state);
    if (at == 0) return starts;
    state = matcher.step(state, codes[at - 1]);
    if (matcher.too_large()) return std::nullopt;
  }
}

}  // namespace

std::optional<std::vector<Match>> find_matches(const ValuePool& values, Value word, Value re,
                                               size_t from, size_t limit, EvalContext* context) {
  Alphabet alphabet;
  Matcher matcher(values, re, Direction::Forward, alphabet, context);
  const std::vector<uint32_t> codes = alphabet.codes(values, word);
  if (alphabet.is_full()) return std::nullopt;
  const std::optional<std::vector<bool>> starts = find_starts(values, codes, re, alphabet, context);
  if (!starts) return std::nullopt;
  std::vector<Match> matches;
  for (size_t at = from; at < codes.size() && matches.size() < limit;) {
    if (!(*starts)[at]) {
      ++at;
      continue;
    }
    size_t end = at;
    Value state = matcher.start();
    do {
      CHECK(end < codes.size(), "no match where one begins");
      state = matcher.step(state, codes[end++]);
      if (matcher.too_large()) return std::nullopt;
    } while (!Matcher::accepts(state));
    matches.push_back({at, end});
    at = end;
  }
  return matches;
}

}  // namespace pg::regex
