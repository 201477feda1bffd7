#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/check.h"
#include "cli/fail.h"
#include "cli/help.h"
#include "cli/signals.h"
#include "cli/subcommand.h"

namespace pg {

std::span<const Subcommand> subcommands() {
  static constexpr auto kSubcommands = std::to_array<Subcommand>({
      {"fuzz", "Find lies: mutate seeds, ask solvers, write the bugs down",
       "a bug was found that was not there before", true, add_fuzz},
      {"replay", "Check a bug's certificate, and whether its solver still lies",
       "a bug still shows", false, add_replay},
      {"parse", "Check that files are well-sorted; one line about each", "", false, add_parse},
      {"print", "Print a file as Polygraph understands it", "", false, add_print},
      {"check", "Evaluate a file under a model: true, false (and why), or unknown",
       "the model does not make the file true", false, add_check},
      {"eval", "The exact value of a term without variables", "", false, add_eval},
      {"solve", "Ask every solver, validate the models, and say who lies", "a solver lies", false,
       add_solve},
      {"rules", "The approximation rules, and their proofs", "a rule is refuted", false, add_rules},
      {"mutate", "Write mutants of a file, whose answers are known",
       "a solver lied while it was asked for values", false, add_mutate},
      {"reduce", "Make a file that shows a lie as small as it can be", "", true, add_reduce},
      {"testgen", "Tests for a C function that kill every mutant, and proofs for the rest",
       "a mutant is left that is neither killed nor proved equivalent", false, add_testgen},
      {"report", "What a campaign found, as a page and for other programs", "", false, add_report},
      {"repair", "Save what can be saved of a campaign whose store is damaged", "", false,
       add_repair},
      {"solvers", "The solvers that are found, and how they are run", "", false, add_solvers},
      {"completion", "A completion script for bash, zsh or fish", "", false, add_completion},
      {"help", "What a command does, and its options", "", false, add_help},
  });
  return kSubcommands;
}

std::span<const OptionRow<GlobalOptions>> global_options() {
  static constexpr auto kRows = std::to_array<OptionRow<GlobalOptions>>({
      {{.name = "--json", .group = kGlobalGroup, .help = "One JSON value per line, errors too"},
       [](GlobalOptions& o) { return flag(o.json); }},
      {{.name = "-q,--quiet", .group = kGlobalGroup, .help = "Only results and errors"},
       [](GlobalOptions& o) { return flag(o.quiet); }},
  });
  return kRows;
}

CommandLine command_line(const Subcommand& command, GlobalOptions& global) {
  CommandLine line;
  command.add(line);
  line.options.add(global_options(), global);
  return line;
}

namespace {

// Tells CLI11 about our options. What they read is checked by them.
void declare(CLI::App& app, OptionSet& options) {
  for (Option& option : options.all()) {
    const auto read = [&option](const CLI::results_t& words) {
      // Without a word CLI11 makes one up.
      const bool wordless = option.is_flag() || (words.size() == 1 && words[0].empty());
      if (const Result<bool> given = option.give(wordless ? Words{} : words); !given)
        throw CLI::ValidationError(given.error().message);
      return true;
    };
    const std::string name(option.spec.name);
    CLI::Option* made = app.add_option(name, read);
    made->required(option.spec.required)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    if (option.is_flag())
      made->expected(0);
    else if (option.value.word_optional)
      made->expected(0, 1);
    else if (option.is_positional() && option.value.repeatable)
      made->expected(1, CLI::detail::expected_max_vector_size)->allow_extra_args();
    else
      made->expected(1);
  }
}

class Formatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const override {
    const auto command = std::ranges::find(subcommands(), app->get_name(), &Subcommand::name);
    return command == subcommands().end() ? overview_text() : help_text(*command);
  }
};

// What was meant by a word that nothing takes.
Error unexpected(const CLI::App& app, const std::string& word) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  std::vector<std::string> candidates;
  if (chosen.empty()) {
    for (const Subcommand& each : subcommands()) candidates.emplace_back(each.name);
    if (!word.starts_with("-"))
      return {{}, fmt::format("there is no command '{}'{}", word, did_you_mean(word, candidates))};
  }
  const std::string name = word.substr(0, word.find('='));
  candidates.clear();
  for (const CLI::App* each :
       {&app, chosen.empty() ? &app : static_cast<const CLI::App*>(chosen[0])})
    for (const CLI::Option* option : each->get_options())
      for (const std::string& long_name : option->get_lnames())
        candidates.push_back("--" + long_name);
  if (std::ranges::find(candidates, name) != candidates.end())
    return {{}, fmt::format("'{}' goes after the command", name)};
  const std::string who = chosen.empty() ? "polygraph" : chosen[0]->get_name();
  if (!word.starts_with("-")) return {{}, fmt::format("{} does not take '{}'", who, word)};
  return {{}, fmt::format("{} has no option '{}'{}", who, name, did_you_mean(name, candidates))};
}

int fail_to_parse(const CLI::App& app, const CLI::ParseError& error) {
  Error wrong{{}, error.what()};
  if (const std::vector<std::string> rest = app.remaining(true);
      dynamic_cast<const CLI::ExtrasError*>(&error) && !rest.empty())
    wrong = unexpected(app, rest[0]);
  else if (dynamic_cast<const CLI::ArgumentMismatch*>(&error))
    wrong.message = wrong.message.substr(0, wrong.message.find(':')) + " needs a value";
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  wrong.message += fmt::format("\nRun polygraph help{} for what there is.",
                               chosen.empty() ? "" : " " + chosen[0]->get_name());
  return fail(wrong);
}

// What is closed would be the next file or pipe that is opened. Writing to it still fails.
void occupy_standard_streams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(fd, F_GETFD) < 0) static_cast<void>(::open("/dev/null", O_RDONLY));
}

int run(int argc, char** argv) {
  CLI::App app("", "polygraph");
  app.formatter(std::make_shared<Formatter>());
  app.set_version_flag("--version", std::string("polygraph ") + POLYGRAPH_VERSION);
  app.require_subcommand(0, 1);
  app.fallthrough();
  GlobalOptions global;
  OptionSet globals;
  globals.add(global_options(), global);
  declare(app, globals);
  std::vector<CommandLine> lines(subcommands().size());
  for (size_t at = 0; at < lines.size(); ++at) {
    CLI::App* added = app.add_subcommand(std::string(subcommands()[at].name));
    added->fallthrough();
    subcommands()[at].add(lines[at]);
    declare(*added, lines[at].options);
  }
  // Errors of the command line itself are wanted as JSON as well.
  set_json_errors(std::any_of(argv, argv + argc,
                              [](const char* word) { return std::string_view(word) == "--json"; }));
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    return app.exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    return fail_to_parse(app, error);
  }
  if (app.get_subcommands().empty()) {
    std::fputs(overview_text().c_str(), stdout);
    return kExitOk;
  }
  const auto chosen =
      std::ranges::find(subcommands(), app.get_subcommands()[0]->get_name(), &Subcommand::name);
  CommandLine& line = lines[static_cast<size_t>(chosen - subcommands().begin())];
  const SignalWatch signals;
  return line.run(line.options, global);
}

}  // namespace

int run_cli(int argc, char** argv) {
  occupy_standard_streams();
  ::signal(SIGXFSZ, SIG_IGN);  // a file that is too large is like a full disk
  int exit_code = kExitInternal;
  try {
    exit_code = run(argc, argv);
  } catch (const std::bad_alloc&) {
    exit_code = fail(environment_error("out of memory"));
  } catch (const std::system_error& error) {
    exit_code = fail(environment_error(error.what()));
  } catch (const std::exception& error) {
    exit_code = fail({{}, fmt::format("internal error: {}", error.what()), Error::Kind::Internal});
  }
  // A report that did not reach its file is not a report.
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    return fail(environment_error("cannot write to standard output"));
  return exit_code;
}

}  // namespace pg
