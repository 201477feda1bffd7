#include "base/output.h"

#include <filesystem>
#include <fstream>

namespace pg {
namespace {

namespace fs = std::filesystem;

bool write_in_place(const fs::path& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  return file.good();
}

}  // namespace

bool write_output(const std::string& path, std::string_view text) {
  std::error_code error;
  // A rename would put a plain file in the place of /dev/null.
  if (fs::exists(path, error) && !fs::is_regular_file(path, error))
    return write_in_place(path, text);
  // A link stays a link.
  const fs::path target =
      fs::is_symlink(path, error) ? fs::weakly_canonical(path, error) : fs::path(path);
  const fs::path part = target.string() + ".part";
  if (write_in_place(part, text)) {
    fs::rename(part, target, error);
    if (!error) return true;
  }
  fs::remove(part, error);
  return false;
}

}  // namespace pg
