#include "cli/completion.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.h"
#include "cli/subcommand.h"

namespace pg {
namespace {

// Metavars that stand for files.
bool names_file(std::string_view metavar) {
  return metavar == "FILE" || metavar == "PATH" || metavar == "DIR";
}

// In single quotes, which hold what is between them as it is.
std::string quoted(std::string_view text) {
  std::string made = "'";
  for (const char c : text) made += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return made + "'";
}

// The long names of an option: --quiet.
std::string long_name(const Option& option) { return fmt::format("--{}", option.key()); }

// Calls the function with each command and its options.
template <typename Function>
void for_each_command(const Function& function) {
  for (const Subcommand& command : subcommands()) {
    GlobalOptions global;
    const CommandLine line = command_line(command, global);
    function(command, line.options);
  }
}

Words names_of_commands() {
  Words names;
  for (const Subcommand& command : subcommands()) names.emplace_back(command.name);
  return names;
}

std::string bash_script() {
  std::string options;
  std::string words;
  for_each_command([&](const Subcommand& command, const OptionSet& set) {
    std::vector<std::string> names{"--help"};
    for (const Option& option : set.all()) {
      const std::string name = option.is_positional() ? "" : long_name(option);
      if (!name.empty()) names.push_back(name);
      if (option.is_flag() || option.value.word_optional) continue;
      if (!option.value.choices.empty())
        words += fmt::format("    '{} {}') reply {};;\n", command.name, name,
                             quoted(fmt::format("{}", fmt::join(option.value.choices, " "))));
      else if (!name.empty() && !names_file(option.value.metavar))
        words += fmt::format("    '{} {}') COMPREPLY=();;\n", command.name, name);
      else if (!name.empty())
        words += fmt::format("    '{} {}') COMPREPLY=($(compgen -f -- \"$now\"));;\n", command.name,
                             name);
    }
    options += fmt::format("    {}) names='{}';;\n", command.name, fmt::join(names, " "));
  });
  return fmt::format(R"(# bash completion for polygraph
_polygraph() {{
  local now=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command= names= word
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case $word in -*) ;; *) command=$word; break;; esac
  done
  reply() {{ COMPREPLY=($(compgen -W "$1" -- "$now")); }}
  if [[ -z $command ]]; then
    reply '{} --help --version --json --quiet'
    return
  fi
  [[ $before == "$command" ]] && before=
  [[ $now == -* ]] && before=
  case $before in -*) ;; *) before=;; esac
  case "$command $before" in
{}    *)
      case $command in
{}      esac
      if [[ $now == -* ]]; then reply "$names"; else COMPREPLY=($(compgen -f -- "$now")); fi;;
  esac
}}
complete -o filenames -F _polygraph polygraph
)",
                     fmt::join(names_of_commands(), " "), words, options);
}

// What zsh completes a word with.
std::string zsh_action(const Option& option) {
  if (!option.value.choices.empty())
    return fmt::format("({})", fmt::join(option.value.choices, " "));
  return names_file(option.value.metavar) ? "_files" : " ";
}

// Brackets and colons mean something to _arguments.
std::string zsh_text(std::string_view text) {
  std::string made;
  for (const char c : text)
    made += c == '[' || c == ']' || c == ':' ? fmt::format("\\{}", c) : std::string(1, c);
  return made;
}

std::string zsh_script() {
  std::string commands;
  std::string cases;
  for (const Subcommand& command : subcommands())
    commands +=
        "    " + quoted(fmt::format("{}:{}", command.name, zsh_text(command.summary))) + "\n";
  for_each_command([&](const Subcommand& command, const OptionSet& set) {
    cases += fmt::format("    {})\n      _arguments", command.name);
    for (const Option& option : set.all()) {
      const std::string what = zsh_text(option.value.metavar);
      std::string spec;
      if (option.is_positional())
        spec =
            fmt::format("{}:{}:{}", option.value.repeatable ? "*" : "", what, zsh_action(option));
      else if (option.is_flag())
        spec = fmt::format("{}[{}]", long_name(option), zsh_text(option.spec.help));
      else
        spec = fmt::format("{}{}[{}]{}:{}:{}", option.value.repeatable ? "*" : "",
                           long_name(option), zsh_text(option.spec.help),
                           option.value.word_optional ? ":" : "", what, zsh_action(option));
      cases += " \\\n        " + quoted(spec);
    }
    cases += ";;\n";
  });
  return fmt::format(R"(#compdef polygraph
_polygraph() {{
  local -a commands=(
{}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{}  esac
}}
_polygraph "$@"
)",
                     commands, cases);
}

// fish reads the words once more: => is a redirection unless it is quoted.
std::string fish_choices(const Words& choices) {
  Words words;
  for (const std::string& choice : choices)
    words.push_back(choice.find_first_of("=<>") == choice.npos ? choice : quoted(choice));
  return words.empty() ? "" : " -a " + quoted(fmt::format("{}", fmt::join(words, " ")));
}

std::string fish_script() {
  std::string text = "# fish completion for polygraph\ncomplete -c polygraph -f\n";
  for (const Subcommand& command : subcommands())
    text += fmt::format("complete -c polygraph -n __fish_use_subcommand -a {} -d {}\n",
                        command.name, quoted(command.summary));
  for_each_command([&](const Subcommand& command, const OptionSet& set) {
    const std::string begin =
        fmt::format("complete -c polygraph -n '__fish_seen_subcommand_from {}'", command.name);
    for (const Option& option : set.all()) {
      const std::string choices = fish_choices(option.value.choices);
      if (option.is_positional()) {
        if (!choices.empty()) text += begin + choices + "\n";
        if (names_file(option.value.metavar)) text += begin + " -F\n";
        continue;
      }
      const bool file = names_file(option.value.metavar);
      const bool word = !option.is_flag() && !option.value.word_optional;
      text += fmt::format("{} -l {}{}{} -d {}\n", begin, option.key(),
                          !word  ? ""
                          : file ? " -r -F"
                                 : " -x",
                          choices, quoted(option.spec.help));
    }
  });
  return text;
}

constexpr auto kShells = std::to_array<Shell>({
    {"bash", bash_script},
    {"zsh", zsh_script},
    {"fish", fish_script},
});

}  // namespace

std::span<const Shell> shells() { return kShells; }

void add_completion(CommandLine& line) {
  auto name = std::make_shared<std::string>();
  Words names;
  for (const Shell& shell : shells()) names.emplace_back(shell.name);
  OptionValue value = choice(*name, std::move(names));
  value.metavar = "SHELL";
  line.options.add(
      {.name = "SHELL", .group = "Arguments", .help = "Whose script to print", .required = true},
      std::move(value));
  line.run = [name](OptionSet&, const GlobalOptions&) {
    std::fputs(std::ranges::find(shells(), *name, &Shell::name)->script().c_str(), stdout);
    return kExitOk;
  };
}

}  // namespace pg
