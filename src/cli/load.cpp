#include "cli/load.h"

#include "base/check.h"
#include "base/input.h"
#include "cli/fail.h"
#include "prove/rules_file.h"

namespace pg {

ParsedScript load_script(Pool& pool, const std::string& path) {
  const Result<std::string> text = read_input(path);
  if (text) return parse_script(pool, *text);
  ParsedScript failed;
  failed.errors.push_back(text.error());
  return failed;
}

int load_rules(SaeOptions& options) {
  if (options.rules_file.empty()) return kExitOk;
  Result<std::shared_ptr<const OwnRules>> rules = load_proved_rules(options.rules_file);
  if (!rules) return fail(options.rules_file, rules.error());
  options.own = *std::move(rules);
  return kExitOk;
}

std::string display_name(const std::string& path) { return path == "-" ? "<stdin>" : path; }

void report_problems(const std::string& path, const ParsedScript& parsed, bool warnings) {
  const std::string name = display_name(path);
  if (warnings)
    for (const Error& warning : parsed.warnings) tell(name, warning, "warning");
  for (const Error& error : parsed.errors) tell(name, error, "error");
}

}  // namespace pg
