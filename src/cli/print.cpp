#include <cstdio>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "cli/load.h"
#include "cli/subcommand.h"
#include "smtlib/printer.h"

namespace pg {
namespace {

struct Options {
  std::string file;
  PrintOptions print;
  bool no_let = false;
};

int run_print(const Options& options, const GlobalOptions& global) {
  Pool pool;
  const ParsedScript parsed = load_script(pool, options.file);
  report_problems(options.file, parsed, !global.quiet);
  if (!parsed.errors.empty()) return kExitInput;
  PrintOptions print = options.print;
  print.share = !options.no_let;
  if (!global.json) {
    const std::string text = print_script(pool, parsed.script, print);
    std::fwrite(text.data(), 1, text.size(), stdout);
    return kExitOk;
  }
  for (const Command& command : parsed.script.commands) {
    std::string text;
    print_command(pool, command, print, text);
    const nlohmann::json row = {{"line", command.place.line},
                                {"column", command.place.column},
                                {"command", pool.text(command.name)},
                                {"text", text}};
    const std::string line = row.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    std::printf("%s\n", line.c_str());
  }
  return kExitOk;
}

}  // namespace

void add_print(CLI::App& app, const GlobalOptions& global, int& exit_code) {
  auto options = std::make_shared<Options>();
  app.add_option("FILE", options->file, "An SMT-LIB file; - is standard input")->required();
  app.add_flag("--no-let", options->no_let, "Write shared terms out in full; can be very long");
  app.add_option("--width", options->print.width, "Wrap lines at this column; 0: never")
      ->capture_default_str();
  app.callback([options, &global, &exit_code] { exit_code = run_print(*options, global); });
}

}  // namespace pg
