#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "cli/load.h"
#include "cli/subcommand.h"
#include "smtlib/script.h"

namespace pg {
namespace {

nlohmann::json problems(const std::vector<Error>& errors) {
  nlohmann::json list = nlohmann::json::array();
  for (const Error& error : errors)
    list.push_back(
        {{"line", error.place.line}, {"column", error.place.column}, {"message", error.message}});
  return list;
}

void print_json(const std::string& name, const Pool& pool, const ParsedScript& parsed) {
  const nlohmann::json row = {{"file", name},
                              {"ok", parsed.errors.empty()},
                              {"commands", parsed.script.commands.size()},
                              {"terms", pool.term_count()},
                              {"logic", logic_of(pool, parsed.script)},
                              {"opaque", parsed.opaque_terms},
                              {"errors", problems(parsed.errors)},
                              {"warnings", problems(parsed.warnings)}};
  // Names and texts of a hostile file may be no UTF-8.
  const std::string line = row.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::printf("%s\n", line.c_str());
}

void print_line(const std::string& name, const Pool& pool, const ParsedScript& parsed) {
  const std::string logic(logic_of(pool, parsed.script));
  std::printf("%s: ok: %zu commands, %zu terms, logic %s, %llu opaque\n", name.c_str(),
              parsed.script.commands.size(), pool.term_count(),
              logic.empty() ? "not set" : logic.c_str(),
              static_cast<unsigned long long>(parsed.opaque_terms));
}

int run_parse(const std::vector<std::string>& files, const GlobalOptions& global) {
  int exit_code = kExitOk;
  for (const std::string& file : files) {
    Pool pool;
    const ParsedScript parsed = load_script(pool, file);
    if (!parsed.errors.empty()) exit_code = kExitInput;
    if (global.json) {
      print_json(display_name(file), pool, parsed);
    } else {
      report_problems(file, parsed, !global.quiet);
      if (parsed.errors.empty() && !global.quiet) print_line(display_name(file), pool, parsed);
    }
  }
  return exit_code;
}

}  // namespace

void add_parse(CommandLine& line) {
  auto files = std::make_shared<std::vector<std::string>>();
  line.options.add({.name = "FILE",
                    .group = "Arguments",
                    .help = "SMT-LIB files; - is standard input",
                    .required = true},
                   texts(*files, "FILE"));
  line.run = [files](OptionSet&, const GlobalOptions& global) { return run_parse(*files, global); };
}

}  // namespace pg
