#include "compare/solver_session.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <sstream>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"

namespace pg::test {
namespace {

// cvc5 prints the quotes, z3 does not.
constexpr std::string_view kMarker = "end-of-answer";
constexpr rlim_t kMaxMemory = rlim_t{3} << 30;

bool answered(std::string_view out) {
  while (out.ends_with('\n') || out.ends_with('"')) out.remove_suffix(1);
  return out.ends_with(kMarker);
}

}  // namespace

SolverSession::SolverSession(SolverSession&& other) noexcept
    : command_(std::move(other.command_)),
      first_(std::move(other.first_)),
      timeout_ms_(other.timeout_ms_),
      child_(std::exchange(other.child_, -1)),
      to_(std::exchange(other.to_, -1)),
      from_(std::exchange(other.from_, -1)) {}

void SolverSession::start() {
  int input[2];
  int output[2];
  CHECK(::pipe2(input, O_CLOEXEC) == 0 && ::pipe2(output, O_CLOEXEC) == 0, "no pipe");
  std::vector<char*> argv;
  for (std::string& word : command_) argv.push_back(word.data());
  argv.push_back(nullptr);
  child_ = ::fork();
  CHECK(child_ >= 0, "no process");
  if (child_ == 0) {
    const rlimit memory{kMaxMemory, kMaxMemory};
    ::setrlimit(RLIMIT_AS, &memory);
    ::dup2(input[0], STDIN_FILENO);
    ::dup2(output[1], STDOUT_FILENO);
    ::dup2(output[1], STDERR_FILENO);
    ::execvp(argv[0], argv.data());
    ::_exit(127);
  }
  ::close(input[0]);
  ::close(output[1]);
  to_ = input[1];
  from_ = output[0];
  // A solver that does not read must not make us wait.
  ::fcntl(to_, F_SETFL, O_NONBLOCK);
}

int SolverSession::stop(int grace_ms) {
  if (child_ < 0) return 0;
  ::close(to_);
  ::close(from_);
  // One that is ending by itself gets the time for it: its own signal counts.
  const int process = static_cast<int>(::syscall(SYS_pidfd_open, child_, 0));
  pollfd ended{process, POLLIN, 0};
  if (process < 0 || ::poll(&ended, 1, grace_ms) <= 0) ::kill(child_, SIGKILL);
  if (process >= 0) ::close(process);
  int status = 0;
  ::waitpid(child_, &status, 0);
  child_ = -1;
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

SolverSession::Reply SolverSession::ask(std::string_view commands) {
  std::string text;
  if (child_ < 0) {
    start();
    text = first_;
  }
  text.append(commands).append("(echo \"").append(kMarker).append("\")\n");
  Reply reply{End::Answered, {}};
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(timeout_ms_);
  size_t written = 0;
  while (!answered(reply.out)) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    pollfd files[] = {{from_, POLLIN, 0}, {to_, POLLOUT, 0}};
    const int ready =
        left.count() > 0 ? ::poll(files, written < text.size() ? 2 : 1, int(left.count())) : 0;
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) {
      stop();
      reply.end = End::Timeout;
      return reply;
    }
    if (written < text.size() && (files[1].revents & (POLLOUT | POLLERR)) != 0) {
      const ssize_t count = ::write(to_, text.data() + written, text.size() - written);
      // What the solver said before it closed its input is still to be read.
      written = count >= 0        ? written + static_cast<size_t>(count)
                : errno == EAGAIN ? written
                                  : text.size();
    }
    if ((files[0].revents & (POLLIN | POLLHUP)) != 0) {
      char buffer[4096];
      const ssize_t count = ::read(from_, buffer, sizeof buffer);
      if (count <= 0) {
        reply.end = End::Gone;
        reply.signal = stop(1000);
        return reply;
      }
      reply.out.append(buffer, static_cast<size_t>(count));
    }
  }
  reply.out.resize(reply.out.rfind(kMarker));
  if (reply.out.ends_with('"')) reply.out.pop_back();
  return reply;
}

bool is_installed(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (::access((folder + "/" + program).c_str(), X_OK) == 0) return true;
  return false;
}

}  // namespace pg::test
