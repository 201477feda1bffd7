#include "program/overlay.h"

#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>

namespace pg {

std::vector<std::string> show_instead(const std::string& file, const std::string& text,
                                      const std::string& folder) {
  const std::string shown = folder + "/program.c";
  std::ofstream(shown, std::ios::binary) << text;
  const std::string path = std::filesystem::absolute(file).lexically_normal().string();
  const nlohmann::json overlay = {
      {"version", 0},
      {"use-external-names", false},
      {"roots", {{{"type", "file"}, {"name", path}, {"external-contents", shown}}}}};
  std::ofstream(folder + "/overlay.yaml")
      << overlay.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return {"-ivfsoverlay", folder + "/overlay.yaml"};
}

}  // namespace pg
