#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "theory/strings/regex.h"
#include "theory/strings/string_value.h"
#include "theory/value.h"

namespace pg::regex {

// Words as code points: strings are, the elements of sequences are numbered as they come.
class Alphabet {
 public:
  std::vector<uint32_t> codes(const ValuePool& values, Value word, size_t offset = 0);
  // More elements than code points: they are no longer told apart.
  bool is_full() const { return numbers_.size() > strings::kLastCodePoint; }

 private:
  absl::flat_hash_map<Value, uint32_t> numbers_;
};

// What to match: words of the language from their start, or, reading a text backwards from its end,
// whether a word of it that is not empty begins here.
enum class Direction : uint8_t { Forward, Backward };

// Runs words through the derivatives of one expression. They are made when they are met, in a pool
// of its own which goes when it goes. A state is an expression: a union of partial derivatives
// (Antimirov), so that no state is larger than the expression has places, and complement and
// intersection are nodes like any other (Brzozowski).
class Matcher {
 public:
  // With a context, its budget is the matcher's, too.
  Matcher(const ValuePool& values, Value re, Direction direction, Alphabet& alphabet,
          EvalContext* context = nullptr);

  Value start() const { return start_; }
  Value step(Value state, uint32_t code);
  static bool accepts(Value state) { return nullable(state); }
  static bool is_dead(Value state) { return node(state) == Node::None; }
  bool accepts_all(Value state) const { return state == all_; }
  // Once it is too large the answers mean nothing.
  bool too_large() const { return work_ > kMaxWork; }

  // The expression that a state stands for, in another pool; strings only.
  Value expression(Value state, ValuePool& values);

 private:
  static constexpr uint64_t kMaxWork = 5'000'000;

  // The derivative of `head`, followed by `tail`, is to be added.
  struct Task {
    Value head;
    Value tail;
  };
  struct Expansion {
    std::vector<Task> tasks;
    absl::flat_hash_set<uint64_t> seen;
    std::vector<Value> found;    // the partial derivatives
    std::vector<Value> missing;  // whose derivatives must be known first
  };

  void spend(uint64_t work);
  void split_alphabet();
  uint32_t class_of(uint32_t code) const;
  std::optional<Value> known(Value re, uint32_t letter) const;
  Value derive(Value re, uint32_t letter);
  std::optional<Value> expand(Value re, uint32_t letter, std::vector<Value>& missing);
  void expand_task(Task task, uint32_t letter, Expansion& expansion);
  void push(Value head, Value tail, Expansion& expansion);
  bool matches(Value chars, uint32_t letter) const;

  ValuePool values_;
  Builder builder_;
  Value start_;
  Value all_;
  std::vector<uint32_t>
      bounds_;  // where a class of characters begins: none tells its members apart
  std::array<uint32_t, 128> ascii_{};
  absl::flat_hash_map<uint64_t, Value> known_;  // derivatives, by expression and class
  EvalContext* context_;
  uint64_t work_ = 0;
};

struct Match {
  size_t begin;
  size_t end;
};

// Whether a word is in a language. None if that is too much work, here and below.
std::optional<bool> is_member(const ValuePool& values, Value word, Value re,
                              EvalContext* context = nullptr);

// The matches from a position on, without overlap, at most `limit` of them: each time the leftmost,
// then the shortest that is not empty.
std::optional<std::vector<Match>> find_matches(const ValuePool& values, Value word, Value re,
                                               size_t from, size_t limit,
                                               EvalContext* context = nullptr);

}  // namespace pg::regex
