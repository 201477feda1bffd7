#include "cli/signals.h"

#include <cerrno>
#include <csignal>
#include <fstream>
#include <string>
#include <vector>

#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/fail.h"
#include "solve/scratch.h"

namespace pg {
namespace {

// What is going on when a command is asked to stop has so long to come to its end.
constexpr timespec kGrace{0, 700'000'000};
// Tells the thread that nobody needs it any more.
constexpr int kOurEnd = SIGUSR1;

std::atomic<std::atomic<bool>*> g_flag = nullptr;
std::atomic<std::atomic<bool>*> g_give_up = nullptr;

// Not those that whoever started us wants to be ignored, as nohup does: what is blocked is awaited,
// ignored or not.
sigset_t awaited_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, kOurEnd);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction now {};
    ::sigaction(signal, nullptr, &now);
    if (now.sa_handler != SIG_IGN) sigaddset(&set, signal);
  }
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
  const sigset_t set = awaited_signals();
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  thread_ = std::thread([this] { watch(); });
}

SignalWatch::~SignalWatch() {
  ::pthread_kill(thread_.native_handle(), kOurEnd);
  thread_.join();
}

void SignalWatch::stop_in_order(std::atomic<bool>& flag, std::atomic<bool>* give_up) {
  g_give_up = give_up;
  g_flag = &flag;
}

void SignalWatch::watch() {
  const sigset_t set = awaited_signals();
  bool in_grace = false;
  while (true) {
    const int signal =
        in_grace ? ::sigtimedwait(&set, nullptr, &kGrace) : ::sigwaitinfo(&set, nullptr);
    if (signal == kOurEnd) return;
    if (signal < 0 && errno != EAGAIN) continue;
    if (signal < 0) {
      if (std::atomic<bool>* give_up = g_give_up) *give_up = true;
      in_grace = false;
      continue;
    }
    std::atomic<bool>* flag = g_flag;
    if (!flag || flag->exchange(true)) end_at_once();
    flag->notify_all();
    in_grace = true;
  }
}

}  // namespace pg
