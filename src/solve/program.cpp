#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "solve/solver.h"

namespace pg {
namespace {

namespace fs = std::filesystem;

bool is_program(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

// Solvers run in a folder of their own, so that "./solver" would mean nothing there. The name of
// the file stays: it can tell the row, and a program can act by it.
std::string absolute_path(const fs::path& path) {
  if (path.is_absolute()) return path.string();
  std::error_code ignored;
  const fs::path whole = fs::absolute(path, ignored);
  const fs::path folder = fs::weakly_canonical(whole.parent_path(), ignored);
  return (folder.empty() ? whole : folder / whole.filename()).string();
}

Result<std::string> program_at(const std::string& path) {
  if (is_program(path)) return absolute_path(path);
  const auto wrong = [&](std::string_view why) {
    return environment_error(fmt::format("cannot run '{}': {}", path, why));
  };
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) return wrong("it is a directory");
  if (status.type() == fs::file_type::not_found)
    return wrong(path.starts_with('/')
                     ? "no such file"
                     : "no such file; paths are relative to the current directory");
  if (error) return wrong(error.message());
  if (!fs::is_regular_file(status)) return wrong("it is no file");
  return wrong(fmt::format("it is not executable; try: chmod +x {}", shell_quoted(path)));
}

}  // namespace

Result<std::string> locate_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return program_at(name);
  const char* path = std::getenv("PATH");
  std::string_view rest = path ? path : "/usr/local/bin:/usr/bin:/bin";
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(':'), rest.size());
    const fs::path candidate = fs::path(rest.substr(0, end)) / name;
    if (end > 0 && is_program(candidate)) return absolute_path(candidate);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return environment_error(
      fmt::format("no solver '{}' on PATH{}", name,
                  is_program(name) ? fmt::format("; did you mean ./{}?", name) : ""));
}

std::string find_program(const std::string& name) {
  Result<std::string> path = locate_program(name);
  return path ? *path : "";
}

size_t locate_scripts(std::vector<std::string>& argv) {
  size_t leading = 1;
  std::error_code ignored;
  for (; leading < argv.size(); ++leading) {
    std::string& word = argv[leading];
    if (word.find('/') == word.npos || !fs::is_regular_file(word, ignored)) break;
    word = absolute_path(word);
  }
  return leading;
}

}  // namespace pg
