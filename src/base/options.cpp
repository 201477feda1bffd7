#include "base/options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pg {
namespace {

struct Unit {
  char letter;
  double seconds;
};
constexpr auto kUnits = std::to_array<Unit>({{'d', 86400}, {'h', 3600}, {'m', 60}, {'s', 1}});

constexpr double kMaxSeconds = 1e9;

Error wrong(std::string message) { return {{}, std::move(message)}; }

template <typename Number>
Result<Number> read_number(std::string_view word) {
  Number value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size())
    return wrong(fmt::format("'{}' is no number that fits", word));
  return value;
}

template <typename Number>
OptionValue make_number(Number& value, Number least, Number most) {
  return {.metavar = "N",
          .read = [&value, least, most](const Words& words) -> Result<bool> {
            const Result<Number> read = read_number<Number>(words[0]);
            if (!read) return read.error();
            if (*read < least || *read > most)
              return wrong(fmt::format("{} is not between {} and {}", *read, least, most));
            value = *read;
            return true;
          },
          .write = [&value] { return Words{fmt::format("{}", value)}; }};
}

// A flag has no word; polygraph.toml says true or false.
OptionValue make_flag(bool& value, bool when_given) {
  return {.read = [&value, when_given](const Words& words) -> Result<bool> {
            const std::string_view word = words.empty() ? "true" : std::string_view(words[0]);
            if (word != "true" && word != "false") return wrong("give true or false");
            value = (word == "true") == when_given;
            return true;
          },
          .write = [&value, when_given] { return value == when_given ? Words{"true"} : Words{}; }};
}

Result<bool> check_choice(const Words& choices, const std::string& word) {
  if (choices.empty() || std::ranges::find(choices, word) != choices.end()) return true;
  return wrong(fmt::format("'{}' is none of {}{}", word, fmt::join(choices, ", "),
                           did_you_mean(word, choices)));
}

// The number of letters that have to change, swaps of neighbours counted once.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1);
  std::vector<size_t> row(b.size() + 1);
  std::vector<size_t> next(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      next[j] = std::min({row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        next[j] = std::min(next[j], before[j - 2] + 1);
    }
    before.swap(row);
    row.swap(next);
  }
  return row.back();
}

}  // namespace

OptionValue flag(bool& value) { return make_flag(value, true); }
OptionValue switch_off(bool& value) { return make_flag(value, false); }

OptionValue text(std::string& value, std::string_view metavar) {
  return {.metavar = metavar,
          .read = [&value](const Words& words) -> Result<bool> {
            value = words[0];
            return true;
          },
          .write = [&value] { return value.empty() ? Words{} : Words{value}; }};
}

OptionValue texts(Words& values, std::string_view metavar) {
  return {.metavar = metavar,
          .repeatable = true,
          .read = [&values](const Words& words) -> Result<bool> {
            values = words;
            return true;
          },
          .write = [&values] { return values; }};
}

OptionValue choice(std::string& value, Words choices) {
  OptionValue made = text(value, "NAME");
  made.choices = std::move(choices);
  return made;
}

OptionValue list(Words& values, std::string_view metavar, Words choices) {
  return {.metavar = metavar,
          .choices = choices,
          .repeatable = true,
          .read = [&values, choices](const Words& words) -> Result<bool> {
            Words read;
            for (std::string_view word : words) {
              while (true) {
                const size_t end = std::min(word.find(','), word.size());
                if (end > 0) read.emplace_back(word.substr(0, end));
                if (end == word.size()) break;
                word.remove_prefix(end + 1);
              }
            }
            for (const std::string& each : read)
              if (Result<bool> known = check_choice(choices, each); !known) return known;
            values = std::move(read);
            return true;
          },
          .write = [&values] { return Words{fmt::format("{}", fmt::join(values, ","))}; }};
}

OptionValue duration(double& seconds, double least, double most) {
  return {.metavar = "TIME",
          .read = [&seconds, least, most](const Words& words) -> Result<bool> {
            const Result<double> read = read_duration(words[0]);
            if (!read) return read.error();
            if (*read < least || *read > most)
              return wrong(fmt::format("{} is not between {} and {}", words[0],
                                       duration_word(least), duration_word(most)));
            seconds = *read;
            return true;
          },
          .write = [&seconds] { return Words{duration_word(seconds)}; }};
}

OptionValue number(uint64_t& value, uint64_t least, uint64_t most) {
  return make_number(value, least, most);
}
OptionValue number(uint32_t& value, uint32_t least, uint32_t most) {
  return make_number(value, least, most);
}
OptionValue number(int& value, int least, int most) { return make_number(value, least, most); }

Result<double> read_duration(std::string_view text) {
  double factor = 1;
  std::string_view digits = text;
  for (const Unit& unit : kUnits) {
    if (!digits.ends_with(unit.letter)) continue;
    digits.remove_suffix(1);
    factor = unit.seconds;
    break;
  }
  const Result<double> count = read_number<double>(digits);
  // Of NaN nothing is true.
  if (!count || !(*count >= 0 && *count * factor <= kMaxSeconds))
    return wrong(fmt::format("'{}' is no time: give seconds, or a number with s, m, h or d", text));
  return *count * factor;
}

std::string duration_word(double seconds) {
  for (const Unit& unit : kUnits) {
    const double count = seconds / unit.seconds;
    if (count >= 1 && count == static_cast<double>(static_cast<uint64_t>(count)))
      return fmt::format("{}{}", static_cast<uint64_t>(count), unit.letter);
  }
  return fmt::format("{}s", seconds);
}

std::string_view Option::key() const {
  const std::string_view name = spec.name.substr(spec.name.rfind(',') + 1);
  return name.substr(std::min(name.find_first_not_of('-'), name.size()));
}

std::string Option::default_text() const {
  if (!spec.usual.empty()) return std::string(spec.usual);
  return is_flag() ? std::string() : fmt::format("{}", fmt::join(usual, " "));
}

Result<bool> Option::give(const Words& words) {
  const std::string_view name = spec.name.substr(spec.name.rfind(',') + 1);
  const auto named = [&](const Error& error) {
    return Error{error.place, fmt::format("{}: {}", name, error.message), error.kind};
  };
  if (words.size() > 1 && !value.repeatable) return named(wrong("is given more than once"));
  if (words.empty() && !is_flag() && !value.repeatable && !value.word_optional)
    return named(wrong(fmt::format("needs {}", value.metavar)));
  // A list checks its parts itself.
  if (!value.repeatable)
    for (const std::string& word : words)
      if (Result<bool> known = check_choice(value.choices, word); !known)
        return named(known.error());
  if (Result<bool> read = value.read(words); !read) return named(read.error());
  given = true;
  return true;
}

void OptionSet::add(const OptionSpec& spec, OptionValue value) {
  Words usual = value.write();
  options_.push_back({spec, std::move(value), std::move(usual)});
}

Option* OptionSet::find(std::string_view key) {
  const auto found = std::ranges::find(options_, key, &Option::key);
  return found == options_.end() ? nullptr : &*found;
}

bool OptionSet::given(std::string_view key) const {
  const auto found = std::ranges::find(options_, key, &Option::key);
  return found != options_.end() && found->given;
}

std::vector<OptionWords> OptionSet::kept() const {
  std::vector<OptionWords> settings;
  for (const Option& option : options_)
    if (option.spec.kept == Kept::Always || (option.spec.kept == Kept::IfGiven && option.given))
      settings.push_back({std::string(option.key()), option.value.write()});
  return settings;
}

Result<bool> OptionSet::restore(std::span<const OptionWords> settings) {
  for (const OptionWords& setting : settings) {
    Option* option = find(setting.name);
    if (!option || option->spec.kept == Kept::No)
      return wrong(fmt::format("there is no option '{}' that a campaign keeps", setting.name));
    // An empty list is what there is without the option.
    if (option->given || (setting.words.empty() && !option->value.repeatable)) continue;
    if (Result<bool> read = option->give(setting.words); !read) return read;
  }
  return true;
}

std::string closest(std::string_view word, std::span<const std::string> candidates) {
  std::string best;
  size_t least = word.size() / 3 + 2;
  for (const std::string& each : candidates) {
    const bool begins = word.size() >= 3 && each.starts_with(word);
    const size_t steps = begins ? 1 : distance(word, each);
    if (steps >= least || steps >= word.size()) continue;
    least = steps;
    best = each;
  }
  return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates) {
  const std::string like = closest(word, candidates);
  return like.empty() ? like : fmt::format("; did you mean '{}'?", like);
}

}  // namespace pg
