#include <cstdio>
#include <memory>
#include <string>

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

using Row = OptionRow<Options>;
constexpr auto kRows = std::to_array<Row>({
    Row{kScriptArgument, [](Options& o) { return text(o.file, "FILE"); }},
    Row{{.name = "--no-let",
         .group = "Output",
         .help = "Write shared terms out in full; can be very long"},
        [](Options& o) { return flag(o.no_let); }},
    Row{{.name = "--width", .group = "Output", .help = "Wrap lines at this column; 0: never"},
        [](Options& o) { return number(o.print.width, 0u, 1'000'000u); }},
});

}  // namespace

void add_print(CommandLine& line) {
  auto options = std::make_shared<Options>();
  line.options.add(kRows, *options);
  line.run = [options](OptionSet&, const GlobalOptions& global) {
    return run_print(*options, global);
  };
}

}  // namespace pg
