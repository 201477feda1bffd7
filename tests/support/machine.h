#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sys/stat.h>

#include "support/process.h"

namespace pg::test {

// A PATH and a cache of our own, for as long as it lives.
class Machine {
 public:
  Machine() {
    set("PATH", directory_.path().string());
    set("XDG_CACHE_HOME", directory_.path().string());
  }
  ~Machine() {
    for (const auto& [name, value] : before_)
      value ? ::setenv(name.c_str(), value->c_str(), 1) : ::unsetenv(name.c_str());
  }
  void install(const std::string& name, const std::string& version) const {
    install_script(name, "echo version " + version);
  }
  void install_script(const std::string& name, const std::string& text) const {
    directory_.write(name, "#!/bin/sh\n" + text + "\n");
    ::chmod((directory_.path() / name).c_str(), 0700);
  }
  void install_release(const std::string& release) const {
    const std::string folder = "polygraph/z3-solver/" + release + "/node_modules/z3-solver";
    std::filesystem::create_directories(directory_.path() / folder);
    directory_.write(folder + "/package.json", "{}");
    install("node", "18");
  }
  std::string read(const std::string& file) const { return directory_.read(file); }
  std::string path(const std::string& file) const { return (directory_.path() / file).string(); }

 private:
  void set(const char* name, const std::string& value) {
    const char* old = std::getenv(name);
    before_.emplace_back(name, old ? std::optional<std::string>(old) : std::nullopt);
    ::setenv(name, value.c_str(), 1);
  }

  TemporaryDirectory directory_;
  std::vector<std::pair<std::string, std::optional<std::string>>> before_;
};

}  // namespace pg::test
