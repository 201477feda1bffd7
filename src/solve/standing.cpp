#include "solve/standing.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <ranges>
#include <vector>

#include "solve/process.h"

namespace pg {
namespace {

struct Mark {
  std::string_view words;
  std::string_view level;
};
// The first that fits counts: what is experimental is for experts, too.
constexpr Mark kMarks[] = {{"experimental", "experimental"},
                           {"EXPERTS only", "expert"},
                           {"(EXPERT)", "expert"},
                           {"expert option", "expert"}};

std::string_view without_space(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

// A line of the help text: the options that it starts with, and the words after them.
struct HelpLine {
  std::vector<std::string_view> options;  // of "-q | --quiet", "--arith-prop=MODE"
  std::string_view words;
};

// Options stand at the left; words that go on below them are far to the right.
constexpr size_t kMaxIndent = 10;

HelpLine read_line(std::string_view line) {
  HelpLine made{{}, without_space(line)};
  if (line.find_first_not_of(' ') >= kMaxIndent) return made;
  while (made.words.starts_with('-') || made.words.starts_with('|')) {
    const std::string_view word = made.words.substr(0, made.words.find(' '));
    if (word != "|") made.options.push_back(word.substr(0, word.find_first_of("=[,")));
    made.words = without_space(made.words.substr(word.size()));
  }
  return made;
}

// All words on an option: those beside it, and those below.
std::string text_of(std::string_view help, std::string_view option) {
  std::string text;
  bool inside = false;
  for (const auto part : std::views::split(help, '\n')) {
    const HelpLine line = read_line({part.begin(), part.end()});
    if (!line.options.empty())
      inside = std::ranges::find(line.options, option) != line.options.end();
    else if (line.words.empty())
      inside = false;
    if (inside && !line.words.empty()) text += (text.empty() ? "" : " ") + std::string(line.words);
  }
  return text;
}

std::string ask_help(const Solver& solver) {
  ProcessLimits limits;
  limits.output_bytes = 4 << 20;
  limits.confined = true;
  const Result<std::unique_ptr<Process>> process =
      Process::start({solver.argv[0], std::string(solver.spec->help_option)}, limits);
  if (!process) return {};
  (*process)->exchange({}, {}, Clock::now() + std::chrono::seconds(10));
  return (*process)->take_output() + "\n\n" + (*process)->take_errors();
}

}  // namespace

Standing read_standing(std::string_view help, std::string_view option) {
  option = option.substr(0, option.find('='));
  Standing standing;
  standing.help = text_of(help, option);
  // "--no-x" is listed as "--x [*]".
  if (standing.help.empty() && option.starts_with("--no-"))
    standing.help = text_of(help, "--" + std::string(option.substr(5)));
  for (const Mark& mark : kMarks)
    if (standing.level.empty() && standing.help.find(mark.words) != standing.help.npos)
      standing.level = mark.level;
  return standing;
}

Standing standing_of(const Solver& solver, std::string_view option) {
  if (solver.spec->help_option.empty()) return {};
  static std::mutex mutex;
  static std::map<std::string, std::string>* texts = new std::map<std::string, std::string>;
  const std::lock_guard lock(mutex);
  const auto [it, fresh] = texts->try_emplace(solver.argv[0]);
  if (fresh) it->second = ask_help(solver);
  return read_standing(it->second, option);
}

}  // namespace pg
