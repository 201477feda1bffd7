#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/paths.h"

namespace pg::test {

// A new, empty directory that goes away with its owner.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "polygraph-test-XXXXXX").string();
    if (!::mkdtemp(name.data())) ADD_FAILURE() << "no temporary directory";
    path_ = name;
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path& path() const { return path_; }

  void write(const std::string& name, std::string_view text) const {
    std::ofstream file(path_ / name, std::ios::binary);
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
  }
  std::string read(const std::string& name) const {
    std::ifstream file(path_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  std::filesystem::path path_;
};

struct RunResult {
  int exit_code = -1;  // minus the signal, if one ended it
  std::string out;
  std::string err;
};

// Runs a command in a directory and waits for it. `out` is a file for its standard output.
inline RunResult run(const TemporaryDirectory& directory, std::vector<std::string> words,
                     std::string_view input = {}, const char* out = nullptr) {
  directory.write(".stdin", input);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto redirect = [](const char* path, int flags, int target) {
      const int fd = ::open(path, flags, 0600);
      if (fd < 0 || ::dup2(fd, target) < 0) ::_exit(99);
    };
    if (::chdir(directory.path().c_str()) != 0) ::_exit(99);
    redirect(".stdin", O_RDONLY, STDIN_FILENO);
    redirect(out ? out : ".stdout", O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
    redirect(".stderr", O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    ::execv(argv[0], argv.data());
    ::_exit(98);
  }
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) != child) {
    ADD_FAILURE() << "cannot run " << words[0];
    return {};
  }
  RunResult result;
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  result.out = out ? "" : directory.read(".stdout");
  result.err = directory.read(".stderr");
  return result;
}

inline RunResult run_polygraph(const TemporaryDirectory& directory,
                               const std::vector<std::string>& args, std::string_view input = {},
                               const char* out = nullptr) {
  std::vector<std::string> words{polygraph_binary()};
  words.insert(words.end(), args.begin(), args.end());
  return run(directory, std::move(words), input, out);
}

}  // namespace pg::test
