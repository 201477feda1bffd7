#include "cli/signals.h"

#include <array>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include <dirent.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/scratch.h"
#include "cli/fail.h"

namespace pg {
namespace {

// What is going on when a command is asked to stop has so long to come to its end.
constexpr int kGraceMilliseconds = 700;

std::atomic<std::atomic<bool>*> g_flag = nullptr;
std::atomic<std::atomic<bool>*> g_give_up = nullptr;

sigset_t ending_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&set, signal);
  return set;
}

std::vector<pid_t> children() {
  std::vector<pid_t> found;
  DIR* threads = ::opendir("/proc/self/task");
  if (!threads) return found;
  while (const dirent* entry = ::readdir(threads)) {
    std::ifstream file(std::string("/proc/self/task/") + entry->d_name + "/children");
    for (pid_t pid = 0; file >> pid;) found.push_back(pid);
  }
  ::closedir(threads);
  return found;
}

// Children lead groups of their own. What loses its parent comes to us: it is looked for again.
void end_children() {
  for (int round = 0; round < 50; ++round) {
    const std::vector<pid_t> left = children();
    if (left.empty()) return;
    for (const pid_t pid : left) {
      ::kill(-pid, SIGKILL);
      ::kill(pid, SIGKILL);
    }
    while (::waitpid(-1, nullptr, WNOHANG) > 0) continue;
    ::usleep(2000);
  }
}

[[noreturn]] void end_at_once() {
  end_children();
  remove_scratch();
  ::_exit(kExitInterrupted);
}

}  // namespace

SignalWatch::SignalWatch() {
  const sigset_t set = ending_signals();
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  signals_ = ::signalfd(-1, &set, SFD_CLOEXEC);
  ending_ = ::eventfd(0, EFD_CLOEXEC);
  thread_ = std::thread([this] { watch(); });
}

SignalWatch::~SignalWatch() {
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(ending_, &one, sizeof one);
  thread_.join();
  ::close(signals_);
  ::close(ending_);
}

void SignalWatch::stop_in_order(std::atomic<bool>& flag, std::atomic<bool>* give_up) {
  g_give_up = give_up;
  g_flag = &flag;
}

void SignalWatch::watch() {
  std::array<pollfd, 2> fds{pollfd{signals_, POLLIN, 0}, pollfd{ending_, POLLIN, 0}};
  int timeout = -1;
  while (true) {
    const int ready = ::poll(fds.data(), fds.size(), timeout);
    if (ready == 0) {
      if (std::atomic<bool>* give_up = g_give_up) *give_up = true;
      timeout = -1;
    }
    if (ready <= 0) continue;
    if (fds[1].revents != 0) return;
    signalfd_siginfo info{};
    if (::read(signals_, &info, sizeof info) != sizeof info) continue;
    std::atomic<bool>* flag = g_flag;
    if (!flag || flag->exchange(true)) end_at_once();
    flag->notify_all();
    timeout = kGraceMilliseconds;
  }
}

}  // namespace pg
