#include "cli/bug_command.h"

#include <chrono>
#include <filesystem>

#include <fmt/format.h>

#include "cli/fail.h"
#include "solve/process.h"

namespace pg {
namespace {

constexpr std::chrono::minutes kMost{5};

// Why the command failed; empty if it did not.
std::string failure_of(const std::string& command, const std::string& folder) {
  std::error_code ignored;
  const std::string here = std::filesystem::current_path(ignored).string();
  const Result<std::unique_ptr<Process>> process =
      Process::start({"/bin/sh", "-c", command + " \"$1\"", "polygraph", folder}, {}, here);
  if (!process) return process.error().message;
  const Process::Stop stop = (*process)->exchange({}, {}, Clock::now() + kMost);
  if (stop == Process::Stop::Timeout) return "it took more than five minutes";
  if ((*process)->exit_code() == 0) return {};
  const std::string said = (*process)->take_errors() + (*process)->take_output();
  return fmt::format("exit code {}{}{}", (*process)->exit_code(), said.empty() ? "" : ": ",
                     said.substr(0, said.find('\n')));
}

}  // namespace

BugCommand::BugCommand(std::string command)
    : command_(std::move(command)), thread_([this] { work(); }) {}

BugCommand::~BugCommand() {
  const std::lock_guard lock(lock_);
  ending_ = true;
  changed_.notify_all();
}

void BugCommand::run_for(const std::string& folder) {
  const std::lock_guard lock(lock_);
  folders_.push_back(folder);
  changed_.notify_all();
}

void BugCommand::work() {
  while (true) {
    std::string folder;
    {
      std::unique_lock lock(lock_);
      changed_.wait(lock, [&] { return ending_ || !folders_.empty(); });
      if (folders_.empty()) return;
      folder = std::move(folders_.front());
      folders_.pop_front();
    }
    if (const std::string failure = failure_of(command_, folder); !failure.empty())
      warn(fmt::format("--on-bug failed for {}: {}", folder, failure));
  }
}

}  // namespace pg
