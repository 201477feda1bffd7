#include "cli/help.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.h"
#include "mutate/strategy.h"

namespace pg {
namespace {

constexpr size_t kWidth = 80;
constexpr size_t kColumn = 26;  // where descriptions begin
constexpr size_t kShortColumn = 14;

constexpr const char* kTitle = "Polygraph: a lie detector for SMT solvers";
constexpr const char* kTimes =
    "TIME is a number of seconds, or a number with s, m, h or d: 90, 10m, 8h.";

struct CodeMeaning {
  int code;
  std::string_view meaning;
};
constexpr auto kExitCodes = std::to_array<CodeMeaning>({
    {kExitOk, "done, nothing to report"},
    {kExitLie, "a lie was found"},  // commands have their own words for it
    {kExitInput, "bad usage or bad input"},
    {kExitEnvironment, "the environment: a missing solver, a full disk"},
    {kExitInternal, "a bug of ours"},
    {kExitInterrupted, "interrupted; what was found is saved"},
});

// Lines of words that are not longer than the width, each but the first after some spaces.
std::string wrapped(std::string_view text, size_t indent, size_t width = kWidth) {
  std::string made;
  size_t column = indent;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    if (column > indent && column + 1 + end > width) {
      made += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      made += ' ';
      ++column;
    }
    made += text.substr(0, end);
    column += end;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return made;
}

// A line of a list: what is described, and the description in a column of its own.
std::string entry(const std::string& left, const std::string& right, size_t column = kColumn) {
  std::string made = "  " + left;
  if (made.size() + 2 > column)
    made += "\n" + std::string(column, ' ');
  else
    made.resize(column, ' ');
  return made + wrapped(right, column) + "\n";
}

std::string entry(int code, std::string_view meaning) {
  return entry(fmt::format("{}", code), std::string(meaning), kShortColumn);
}

std::string left_of(const Option& option) {
  if (option.is_positional())
    return std::string(option.spec.name) + (option.value.repeatable ? "..." : "");
  std::string text(option.spec.name);
  if (const size_t comma = text.find(','); comma != text.npos) text.insert(comma + 1, " ");
  if (option.value.word_optional) return fmt::format("{} [{}]", text, option.value.metavar);
  return option.is_flag() ? text : fmt::format("{} {}", text, option.value.metavar);
}

std::string right_of(const Option& option) {
  std::vector<std::string> notes;
  if (!option.value.choices.empty())
    notes.push_back(fmt::format("{}", fmt::join(option.value.choices, ", ")));
  if (const std::string usual = option.default_text(); !usual.empty())
    notes.push_back("default: " + usual);
  if (notes.empty()) return std::string(option.spec.help);
  return fmt::format("{} ({})", option.spec.help, fmt::join(notes, "; "));
}

std::string heading_of(std::string_view group) {
  return find_strategy(group) ? fmt::format("Strategy {}", group) : std::string(group);
}

// Options by group, in the order in which the groups come first.
std::vector<std::pair<std::string_view, std::vector<const Option*>>> grouped(
    const OptionSet& options) {
  std::vector<std::pair<std::string_view, std::vector<const Option*>>> groups;
  for (const Option& option : options.all()) {
    auto group =
        std::ranges::find(groups, option.spec.group, [](const auto& g) { return g.first; });
    if (group == groups.end()) group = groups.insert(group, {option.spec.group, {}});
    group->second.push_back(&option);
  }
  return groups;
}

std::string usage_of(const Subcommand& command, const OptionSet& options) {
  std::string usage = fmt::format("polygraph {} [OPTION]...", command.name);
  for (const Option& option : options.all()) {
    if (option.is_positional())
      usage += option.spec.required ? " " + left_of(option) : fmt::format(" [{}]", left_of(option));
    else if (option.spec.required)
      usage += " " + left_of(option);
  }
  return usage;
}

std::vector<std::pair<int, std::string_view>> exit_codes_of(const Subcommand& command) {
  std::vector<std::pair<int, std::string_view>> codes;
  for (const CodeMeaning& each : kExitCodes) {
    if (each.code == kExitLie && command.exit_one.empty()) continue;
    if (each.code == kExitInterrupted && !command.interruptible) continue;
    codes.emplace_back(each.code, each.code == kExitLie ? command.exit_one : each.meaning);
  }
  return codes;
}

// As man(1) reads it.
std::string roff(std::string_view text) {
  std::string made;
  for (const char c : text) {
    if (c == '\\')
      made += "\\e";
    else if (c == '-')
      made += "\\-";
    else if ((c == '.' || c == '\'') && (made.empty() || made.back() == '\n'))
      made += fmt::format("\\&{}", c);
    else
      made += c;
  }
  return made;
}

std::string manual_of(const Subcommand& command) {
  GlobalOptions global;
  const CommandLine line = command_line(command, global);
  const OptionSet& options = line.options;
  std::string text = fmt::format(".SS {}\n{}.\n.P\n.B {}\n", roff(command.name),
                                 roff(command.summary), roff(usage_of(command, options)));
  for (const Option& option : options.all())
    if (option.spec.group != kGlobalGroup)
      text += fmt::format(".TP\n.B {}\n{}\n", roff(left_of(option)), roff(right_of(option)));
  if (!line.notes.empty()) text += fmt::format(".P\n.nf\n{}\n.fi\n", roff(line.notes));
  if (!command.exit_one.empty())
    text += fmt::format(".P\nThe exit code is 1 if {}.\n", roff(command.exit_one));
  return text;
}

}  // namespace

std::string overview_text() {
  std::string text =
      fmt::format("{}\n\nUsage: polygraph COMMAND [OPTION]...\n\nCommands\n", kTitle);
  for (const Subcommand& command : subcommands())
    text += entry(std::string(command.name), std::string(command.summary), kShortColumn);
  GlobalOptions global;
  OptionSet globals;
  globals.add(global_options(), global);
  text += fmt::format("\n{}\n", kGlobalGroup);
  for (const Option& option : globals.all())
    text += entry(left_of(option), right_of(option), kShortColumn);
  text += entry("-h, --help", "This, or what a command does", kShortColumn);
  text += entry("--version", "The version", kShortColumn);
  text += "\nExit codes\n";
  for (const CodeMeaning& each : kExitCodes) text += entry(each.code, each.meaning);
  return text + "\nRun polygraph help COMMAND for the options of a command.\n";
}

std::string help_text(const Subcommand& command) {
  GlobalOptions global;
  const CommandLine line = command_line(command, global);
  const OptionSet& options = line.options;
  std::string text = fmt::format("{}\n\nUsage: {}\n", command.summary, usage_of(command, options));
  bool times = false;
  for (const auto& [group, members] : grouped(options)) {
    text += fmt::format("\n{}\n", heading_of(group));
    for (const Option* option : members) {
      text += entry(left_of(*option), right_of(*option));
      times = times || option->value.metavar == "TIME";
    }
  }
  text += "\nExit codes\n";
  for (const auto& [code, meaning] : exit_codes_of(command)) text += entry(code, meaning);
  if (times) text += fmt::format("\n{}\n", kTimes);
  if (!line.notes.empty()) text += fmt::format("\n{}\n", line.notes);
  return text;
}

std::string manual_text() {
  std::string text = fmt::format(
      ".TH POLYGRAPH 1 \"\" \"polygraph {}\" \"User Commands\"\n.SH NAME\npolygraph \\- a lie "
      "detector for SMT solvers\n.SH SYNOPSIS\n.B polygraph\n.I COMMAND\n[\\fIOPTION\\fR]...\n"
      ".SH DESCRIPTION\nFinds wrong answers of SMT solvers: mutates formulas so that the right "
      "answer is known, asks the solvers, and writes small, certified bug reports.\n",
      POLYGRAPH_VERSION);
  text += ".SH OPTIONS OF ALL COMMANDS\n";
  GlobalOptions global;
  OptionSet globals;
  globals.add(global_options(), global);
  for (const Option& option : globals.all())
    text += fmt::format(".TP\n.B {}\n{}\n", roff(left_of(option)), roff(right_of(option)));
  text += fmt::format(".P\n{}\n.SH COMMANDS\n", roff(kTimes));
  for (const Subcommand& command : subcommands()) text += manual_of(command);
  text += ".SH EXIT STATUS\n";
  for (const CodeMeaning& each : kExitCodes)
    text += fmt::format(".TP\n.B {}\n{}\n", each.code, roff(each.meaning));
  text +=
      ".SH FILES\n.TP\n.I polygraph.toml\nSolvers by name below [solvers], and options of fuzz "
      "below [fuzz], in the current directory.\n";
  return text;
}

void add_help(CommandLine& line) {
  struct Options {
    std::string command;
    bool manual = false;
  };
  auto options = std::make_shared<Options>();
  Words names;
  for (const Subcommand& each : subcommands()) names.emplace_back(each.name);
  OptionValue command = choice(options->command, std::move(names));
  command.metavar = "COMMAND";
  line.options.add({.name = "COMMAND", .group = "Arguments", .help = "The command"},
                   std::move(command));
  line.options.add({.name = "--man", .group = "Output", .help = "The manual page, for man(1)"},
                   flag(options->manual));
  line.run = [options](OptionSet&, const GlobalOptions&) {
    const auto found = std::ranges::find(subcommands(), options->command, &Subcommand::name);
    const std::string text = options->manual                ? manual_text()
                             : found == subcommands().end() ? overview_text()
                                                            : help_text(*found);
    std::fputs(text.c_str(), stdout);
    return kExitOk;
  };
}

}  // namespace pg
