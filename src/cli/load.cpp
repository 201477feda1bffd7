#include "cli/load.h"

#include <cstdio>

#include "base/input.h"

namespace pg {

ParsedScript load_script(Pool& pool, const std::string& path) {
  const Result<std::string> text = read_input(path);
  if (text) return parse_script(pool, *text);
  ParsedScript failed;
  failed.errors.push_back(text.error());
  return failed;
}

std::string display_name(const std::string& path) { return path == "-" ? "<stdin>" : path; }

void report_problems(const std::string& path, const ParsedScript& parsed, bool warnings) {
  const std::string name = display_name(path);
  auto report = [&](const Error& error, const char* severity) {
    std::fprintf(stderr, "%s\n", format_error(name, error, severity).c_str());
  };
  if (warnings)
    for (const Error& warning : parsed.warnings) report(warning, "warning");
  for (const Error& error : parsed.errors) report(error, "error");
}

}  // namespace pg
