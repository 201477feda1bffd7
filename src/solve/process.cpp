#include "solve/process.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>

#include <absl/container/flat_hash_map.h>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/stop.h"
#include "solve/sandbox.h"
#include "solve/scratch.h"

extern char** environ;

namespace pg {
namespace {

// Of standard error only the end matters: messages of a crash come last.
constexpr size_t kMaxErrors = 64 << 10;
constexpr std::string_view kTagName = "POLYGRAPH_RUN=";
// What has a limit on its memory need not give any back while it runs. z3 does after each query,
// and taking it again, page by page, is up to two fifths of its time; large pages save the rest of
// that, and a third of the start of a process.
constexpr std::string_view kKeepMemory =
    "GLIBC_TUNABLES=glibc.malloc.trim_threshold=4294967296:glibc.malloc.mmap_threshold=33554432:"
    "glibc.malloc.hugetlb=1";

// What a confined process is told of our environment: where programs and libraries are, and what
// sanitizers and profilers of a solver's build want to know.
constexpr auto kTold = std::to_array<std::string_view>(
    {"PATH=", "LD_LIBRARY_PATH=", "LD_PRELOAD=", "JAVA_HOME=", "TZ=", "GLIBC_TUNABLES=",
     "ASAN_OPTIONS=", "UBSAN_OPTIONS=", "LSAN_OPTIONS=", "TSAN_OPTIONS=", "MSAN_OPTIONS="});

// The environment of a new process.
std::vector<std::string> environment_of(const ProcessLimits& limits, const std::string& folder,
                                        const std::string& tag) {
  std::vector<std::string> made;
  for (char** entry = environ; *entry; ++entry) {
    const std::string_view text = *entry;
    const bool told = !limits.confined || std::ranges::any_of(kTold, [&](std::string_view name) {
      return text.starts_with(name);
    });
    if (told && !text.starts_with(kTagName) && !text.starts_with("LC_ALL="))
      made.emplace_back(text);
  }
  if (limits.memory_mb > 0 && !std::getenv("GLIBC_TUNABLES")) made.emplace_back(kKeepMemory);
  if (limits.confined)
    for (const char* name : {"HOME", "TMPDIR"}) made.push_back(fmt::format("{}={}", name, folder));
  made.emplace_back("LC_ALL=C");
  made.push_back(tag);
  return made;
}

// As exec wants it.
std::vector<char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// The children that are alive, and the tags that they carry in their environment. All other
// children of ours are orphans of a solver.
class Children {
 public:
  // No child is there, to be taken for an orphan, before it is known.
  template <typename Child>
  pid_t fork(const std::string& tag, Child child) {
    const std::lock_guard lock(mutex_);
    const pid_t pid = ::fork();
    if (pid == 0) child();
    if (pid > 0) tags_[pid] = tag;
    return pid;
  }
  void remove(pid_t pid) {
    const std::lock_guard lock(mutex_);
    tags_.erase(pid);
  }
  // True if it is a child that is alive, or was started by one.
  bool owns(pid_t pid, const std::string& environment) {
    const std::lock_guard lock(mutex_);
    if (tags_.contains(pid)) return true;
    const size_t at = environment.find(kTagName);
    if (at == std::string::npos) return false;
    const std::string_view tag(environment.c_str() + at);  // up to the zero after it
    return std::ranges::any_of(tags_, [&](const auto& entry) { return entry.second == tag; });
  }

 private:
  std::mutex mutex_;
  absl::flat_hash_map<pid_t, std::string> tags_;
};

Children& children() {
  static Children* all = new Children;  // outlives every process
  return *all;
}

void close_fd(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

bool set_limit(__rlimit_resource_t what, uint64_t most) {
  const rlimit limit{most, most};
  return ::setrlimit(what, &limit) == 0;
}

// In the child, between fork and exec: only what is safe there.
[[noreturn]] void become(char* const* argv, char* const* env, const ProcessLimits& limits,
                         const char* folder, const std::array<int, 3>& fds, int failure,
                         pid_t parent, const char* entrance) {
  ::setpgid(0, 0);
  if (*entrance) {
    // Where that fails, the limits below still hold.
    const int fd = ::open(entrance, O_WRONLY | O_CLOEXEC);
    [[maybe_unused]] const ssize_t entered = fd >= 0 ? ::write(fd, "0", 1) : 0;
  }
  // If we die, nobody is left to end it.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
  bool good = true;
  for (int i = 0; i < 3; ++i) good = good && ::dup2(fds[static_cast<size_t>(i)], i) == i;
  set_limit(RLIMIT_CORE, 0);
  if (limits.memory_mb > 0) good = good && set_limit(RLIMIT_AS, limits.memory_mb << 20);
  if (limits.cpu_seconds > 0) good = good && set_limit(RLIMIT_CPU, limits.cpu_seconds);
  good = good && ::chdir(folder) == 0;
  if (limits.confined) {
    set_limit(RLIMIT_FSIZE, limits.output_bytes);
    confine(folder);
  }
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  // By its path it is run as it is; execvpe would give what is no program to a shell.
  if (good)
    std::strchr(argv[0], '/') ? ::execve(argv[0], argv, env) : ::execvpe(argv[0], argv, env);
  const int error = errno;
  [[maybe_unused]] const ssize_t written = ::write(failure, &error, sizeof error);
  ::_exit(127);
}

int poll_timeout(Clock::time_point deadline, bool watched) {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
  // Rounded up; without a descriptor that tells of its end, or where somebody may want us to stop,
  // we look now and then.
  const int64_t most = !watched ? 10 : stop_flag() ? 100 : 60'000;
  return static_cast<int>(std::clamp<int64_t>(left + 1, 0, most));
}

// A file of /proc; empty if the process is gone. Reading can fail half-way, which streams do not
// expect.
std::string read_proc(pid_t pid, const char* name) {
  std::string text;
  int fd = ::open(fmt::format("/proc/{}/{}", pid, name).c_str(), O_RDONLY | O_CLOEXEC);
  std::array<char, 4096> buffer;
  ssize_t count = 0;
  while (fd >= 0 && (count = ::read(fd, buffer.data(), buffer.size())) > 0)
    text.append(buffer.data(), static_cast<size_t>(count));
  close_fd(fd);
  return text;
}

// The parent of a process; false if it is gone.
bool parent_of(pid_t pid, pid_t& parent) {
  const std::string text = read_proc(pid, "stat");
  // The name, in parentheses, can hold anything; after it come the state and the parent.
  const size_t name_end = text.rfind(')');
  if (name_end == std::string::npos || name_end + 4 >= text.size()) return false;
  parent = static_cast<pid_t>(std::strtol(text.c_str() + name_end + 4, nullptr, 10));
  return true;
}

// What the system's own words for a failed exec leave open.
std::string_view exec_hint(const std::string& program, int error) {
  if (error == ENOEXEC) return "; a script needs a first line such as #!/bin/sh";
  if (error == ENOENT && ::access(program.c_str(), F_OK) == 0)
    return ": the file is there, but not the interpreter that it names";
  return "";
}

Error failed(const std::string& what, int error) {
  return environment_error(fmt::format("{}: {}", what, std::strerror(error)));
}

}  // namespace

Result<std::unique_ptr<Process>> Process::start(const std::vector<std::string>& argv,
                                                const ProcessLimits& limits,
                                                const std::string& folder) {
  static std::once_flag once;
  std::call_once(once, [] {
    // What loses its parent comes to us, and a solver that dies while we write is no reason to die.
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    ::signal(SIGPIPE, SIG_IGN);
  });
  static std::atomic<uint64_t> next{0};
  std::unique_ptr<Process> process(new Process);
  process->output_limit_ = limits.output_bytes;
  process->tag_ = fmt::format("{}{}-{}", kTagName, ::getpid(), next++);

  if (limits.confined) {
    Result<std::string> made = new_scratch_folder();
    if (!made) return made.error();
    process->own_folder_ = *std::move(made);
  }
  const std::string& place = limits.confined ? process->own_folder_ : folder;
  const std::vector<std::string> environment = environment_of(limits, place, process->tag_);
  const std::vector<char*> arguments = pointers_to(argv);
  const std::vector<char*> env = pointers_to(environment);

  // Pipes for input, output, errors, and one that tells why exec failed.
  std::array<std::array<int, 2>, 4> pipes;
  for (auto& ends : pipes) ends = {-1, -1};
  auto close_all = [&] {
    for (auto& ends : pipes)
      for (int& fd : ends) close_fd(fd);
  };
  for (auto& ends : pipes) {
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
      const int error = errno;
      close_all();
      return failed("cannot make a pipe", error);
    }
  }
  process->cgroup_ = Cgroup::create(limits.memory_mb);
  const std::string entrance = process->cgroup_ ? process->cgroup_->entrance() : "";
  const pid_t parent = ::getpid();
  const pid_t pid = children().fork(process->tag_, [&] {
    become(arguments.data(), env.data(), limits, place.c_str(),
           {pipes[0][0], pipes[1][1], pipes[2][1]}, pipes[3][1], parent, entrance.c_str());
  });
  if (pid < 0) {
    const int error = errno;
    close_all();
    return failed("cannot start a process", error);
  }
  ::setpgid(pid, pid);  // both sides do it: whoever comes first
  for (const size_t which : {size_t{1}, size_t{2}, size_t{3}}) close_fd(pipes[which][1]);
  close_fd(pipes[0][0]);
  process->pid_ = pid;
  process->in_ = pipes[0][1];
  process->out_ = pipes[1][0];
  process->err_ = pipes[2][0];
  process->pidfd_ = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
  for (const int fd : {process->in_, process->out_, process->err_})
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);

  int error = 0;
  ssize_t count = 0;
  do {
    count = ::read(pipes[3][0], &error, sizeof error);
  } while (count < 0 && errno == EINTR);
  close_fd(pipes[3][0]);
  if (count == sizeof error) {
    Error why = failed(fmt::format("cannot run {}", argv[0]), error);
    why.message += exec_hint(argv[0], error);
    return why;
  }
  return process;
}

Process::~Process() {
  kill();
  std::error_code ignored;
  if (!own_folder_.empty()) std::filesystem::remove_all(own_folder_, ignored);
  for (int* fd : {&pidfd_, &in_, &out_, &err_}) close_fd(*fd);
}

// False at the end of the stream.
bool Process::read_from(int& fd, std::string& into, size_t limit) {
  std::array<char, 1 << 16> buffer;
  while (fd >= 0) {
    const ssize_t count = ::read(fd, buffer.data(), buffer.size());
    if (count > 0) {
      into.append(buffer.data(), static_cast<size_t>(count));
      if (&into == &output_) output_read_ += static_cast<size_t>(count);
      if (into.size() > limit) return true;
    } else if (count < 0 && errno == EINTR) {
      continue;
    } else if (count < 0 && errno == EAGAIN) {
      return true;
    } else {
      close_fd(fd);
    }
  }
  return false;
}

void Process::read_all() {
  read_from(out_, output_, output_.size() + (1 << 20));
  read_from(err_, errors_, 2 * kMaxErrors);
  if (errors_.size() > kMaxErrors) errors_.erase(0, errors_.size() - kMaxErrors);
}

// Whether it has ended. It stays a zombie until kill(), so that its number stays its own.
bool Process::look() {
  if (ended_) return true;
  siginfo_t info{};
  if (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
      info.si_pid != pid_)
    return false;
  ended_ = true;
  (info.si_code == CLD_EXITED ? exit_code_ : signal_) = info.si_status;
  return true;
}

Process::Stop Process::exchange(std::string_view input, std::string_view until,
                                Clock::time_point deadline) {
  send(input, until, deadline);
  return wait();
}

void Process::send(std::string_view input, std::string_view until, Clock::time_point deadline) {
  input_ = input;
  until_ = until;
  deadline_ = deadline;
  stop_.reset();
  sent_ = 0;
  searched_ = 0;
  output_read_ = 0;
  write_some();
}

Process::Stop Process::wait(std::span<Process* const> others) {
  std::vector<Process*> all{this};
  all.insert(all.end(), others.begin(), others.end());
  while (!stop_) look_after(all);
  return *stop_;
}

void Process::wait_for_one(std::span<Process* const> all) {
  while (std::ranges::none_of(all, &Process::has_stopped)) look_after(all);
}

void Process::look_after(std::span<Process* const> all) {
  Clock::time_point deadline = Clock::time_point::max();
  bool watched = true;
  bool is_silent = false;
  std::vector<pollfd> fds;
  for (const Process* each : all) {
    if (each->stop_) continue;
    deadline = std::min(deadline, each->deadline_);
    watched = watched && each->pidfd_ >= 0;
    is_silent = is_silent || (each->out_ < 0 && each->err_ < 0 && each->pidfd_ < 0);
    fds.push_back({each->out_, POLLIN, 0});
    fds.push_back({each->err_, POLLIN, 0});
    fds.push_back({each->pidfd_, POLLIN, 0});
    fds.push_back({each->sent_ == each->input_.size() ? -1 : each->in_, POLLOUT, 0});
  }
  ::poll(fds.data(), fds.size(), poll_timeout(deadline, watched));
  for (Process* each : all) each->advance();
  // A process that closed its output without ending would keep us busy for nothing.
  if (is_silent) ::poll(nullptr, 0, 1);
}

bool Process::found() {
  if (until_.empty()) return false;
  const size_t from = searched_ > until_.size() ? searched_ - until_.size() : 0;
  searched_ = output_.size();
  return output_.find(until_, from) != std::string::npos;
}

void Process::write_some() {
  if (sent_ < input_.size() && in_ >= 0) {
    const ssize_t count = ::write(in_, input_.data() + sent_, input_.size() - sent_);
    if (count > 0) sent_ += static_cast<size_t>(count);
    // It has closed its input: it may still answer.
    if (count < 0 && errno != EAGAIN && errno != EINTR) close_fd(in_);
  }
  if (sent_ == input_.size() && until_.empty()) close_fd(in_);
}

void Process::advance() {
  if (stop_) return;
  write_some();
  const bool ended = look();
  read_all();
  if (found())
    stop_ = Stop::Found;
  else if (output_read_ > output_limit_)
    stop_ = Stop::Flood;
  // Its children may hold the pipes open for ever: what it wrote itself is there by now.
  else if (ended)
    stop_ = Stop::Ended;
  else if (Clock::now() >= deadline_ || must_stop())
    stop_ = Stop::Timeout;
  if (stop_) stopped_at_ = Clock::now();
}

void Process::kill() {
  if (pid_ < 0) return;
  if (cgroup_) cgroup_->kill();
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);
  while (!look()) {
    pollfd fd{pidfd_, POLLIN, 0};
    ::poll(&fd, 1, 10);
  }
  ::waitpid(pid_, nullptr, 0);
  children().remove(pid_);
  sweep();
  pid_ = -1;
}

void Process::sweep() {
  const pid_t self = ::getpid();
  for (int round = 0; round < 20; ++round) {
    std::vector<pid_t> orphans;
    DIR* proc = ::opendir("/proc");
    if (!proc) return;
    while (const dirent* entry = ::readdir(proc)) {
      const auto pid = static_cast<pid_t>(std::strtol(entry->d_name, nullptr, 10));
      pid_t parent = 0;
      if (pid <= 0 || !parent_of(pid, parent) || parent != self) continue;
      if (!children().owns(pid, read_proc(pid, "environ"))) orphans.push_back(pid);
    }
    ::closedir(proc);
    if (orphans.empty()) return;
    for (const pid_t pid : orphans) {
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
    }
  }
}

}  // namespace pg
