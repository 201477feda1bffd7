#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace pg {

using Words = std::vector<std::string>;

// Where an option keeps its value: how to read it from words, and how to write it so that reading
// gives the same value again.
struct OptionValue {
  std::string_view metavar = {};  // N, FILE, TIME; empty: a flag
  Words choices = {};             // what the words can be; empty: anything
  bool repeatable = false;        // one word for each time it is given
  bool word_optional = false;     // may be given without a word
  std::function<Result<bool>(const Words&)> read = {};
  std::function<Words()> write = {};
};

// The usual values.
OptionValue flag(bool& value);
OptionValue switch_off(bool& value);  // given: false
OptionValue text(std::string& value, std::string_view metavar);
OptionValue texts(Words& values, std::string_view metavar);  // given several times
OptionValue choice(std::string& value, Words choices);
OptionValue list(Words& values, std::string_view metavar, Words choices = {});  // a,b,c
OptionValue duration(double& seconds, double least, double most);               // 90, 10m, 8h, 1d
OptionValue number(uint64_t& value, uint64_t least, uint64_t most);
OptionValue number(uint32_t& value, uint32_t least, uint32_t most);
OptionValue number(int& value, int least, int most);

// 90, 90s, 10m, 8h, 1d: in seconds.
Result<double> read_duration(std::string_view text);
std::string duration_word(double seconds);

// Whether a value belongs to what a campaign is, so that going on with it needs the same.
enum class Kept : uint8_t { No, Always, IfGiven };

// What is said about an option. The command line, polygraph.toml, stored campaigns, recipes, help,
// the manual page and shell completion are made of such rows.
struct OptionSpec {
  std::string_view name;   // --rng; -q,--quiet; SEED for words without a name
  std::string_view group;  // its heading in the help
  std::string_view help;
  Kept kept = Kept::No;
  bool required = false;
  std::string_view usual = {};  // the default in words, where the value does not tell
};

// One row per option of a struct.
template <typename Owner>
struct OptionRow {
  OptionSpec spec;
  OptionValue (*value)(Owner& owner);
};

// An option of some struct.
struct Option {
  OptionSpec spec;
  OptionValue value;
  Words usual;         // what it was before anything was read
  bool given = false;  // by anybody

  bool is_positional() const { return !spec.name.starts_with("-"); }
  bool is_flag() const { return value.metavar.empty(); }
  // The name without dashes and without its short form.
  std::string_view key() const;
  // What the help says the default is; empty if there is none worth telling.
  std::string default_text() const;
  // Reads words; the error names the option.
  Result<bool> give(const Words& words);
};

// A value by the name of its option.
struct OptionWords {
  std::string name;
  Words words;
  bool operator==(const OptionWords&) const = default;
};

// Options of a command, bound to the structs that hold them. Those must stay where they are.
class OptionSet {
 public:
  template <typename Rows, typename Owner>
  void add(const Rows& rows, Owner& owner) {
    for (const auto& row : rows) add(row.spec, row.value(owner));
  }
  void add(const OptionSpec& spec, OptionValue value);

  std::span<Option> all() { return options_; }
  std::span<const Option> all() const { return options_; }
  // By its key: rng, SEED.
  Option* find(std::string_view key);
  bool given(std::string_view key) const;

  // What belongs to a campaign.
  std::vector<OptionWords> kept() const;
  // Takes over settings of options that were not given.
  Result<bool> restore(std::span<const OptionWords> settings);

 private:
  std::vector<Option> options_;
};

// Of some rows: what a struct has that a new one of its kind has not.
template <typename Rows, typename Owner>
std::vector<OptionWords> changed(const Rows& rows, const Owner& owner) {
  Owner now = owner;
  Owner usual;
  std::vector<OptionWords> settings;
  for (const auto& row : rows) {
    Words words = row.value(now).write();
    if (words != row.value(usual).write())
      settings.push_back({std::string(row.spec.name), std::move(words)});
  }
  return settings;
}

// The one of these that a mistyped word is most like; empty if it is like none.
std::string closest(std::string_view word, std::span<const std::string> candidates);
// "; did you mean 'fuzz'?" or nothing.
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates);

}  // namespace pg
