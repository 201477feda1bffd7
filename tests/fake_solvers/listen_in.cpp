// Stands before a solver and listens, for tools/find-again and tools/coverage: run as
// DIR/before/NAME it starts DIR/solvers/NAME with the same arguments and hands on its input. Where
// there is a pipe or file DIR/calls, it writes a line "call" there for each check-sat, but not for
// the trivial questions that show whether a solver runs at all. Where there is a folder DIR/heard,
// it keeps the arguments and the input there, one file a process.
#include <csignal>
#include <cstdio>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written <= 0) return false;
    text.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

// Counts check-sats line by line; a line may come in pieces.
class Counter {
 public:
  explicit Counter(int log) : log_(log) {}

  void read(std::string_view text) {
    if (log_ < 0) return;
    for (const char c : text) {
      if (c != '\n') {
        line_ += c;
        continue;
      }
      take_line();
      line_.clear();
    }
  }

 private:
  void take_line() {
    if (line_.starts_with("(reset)")) probe_ = false;
    if (line_.find("polygraph-probe") != std::string::npos) probe_ = true;
    if (line_.starts_with("(check-sat") && !probe_) write_all(log_, "call\n");
  }

  int log_;
  bool probe_ = false;
  std::string line_;
};

// A new file with the arguments in its first line, as a comment; -1 if nobody wants it. A tab
// stands between them, since no option has one.
int start_record(const std::string& place, char** argv) {
  // Numbers of processes come again.
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const std::string file = place + "/heard/" + std::to_string(getpid()) + "-" +
                           std::to_string(now.tv_sec) + "-" + std::to_string(now.tv_nsec) + ".smt2";
  const int record = open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  std::string line = ";";
  for (char** word = argv + 1; *word; ++word) line += std::string("\t") + *word;
  if (record >= 0) write_all(record, line + "\n");
  return record;
}

[[noreturn]] void become_solver(const std::string& program, char** argv, int input) {
  // It must not outlive us: nobody else ends it.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  dup2(input, STDIN_FILENO);
  execv(program.c_str(), argv);
  _exit(127);
}

// Whoever started us sees what it would see of the solver, and at once: we may be waiting for
// input.
void end_as_the_solver(int) {
  int status = 0;
  if (wait(&status) < 0) return;
  if (WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
  }
  _exit(WEXITSTATUS(status));
}

int usage(const char* why) {
  std::fprintf(stderr, "listen_in: %s\n", why);
  return 2;
}

}  // namespace

int main(int, char** argv) {
  const std::string self = argv[0];
  const size_t name = self.rfind('/');
  const size_t folder = name == std::string::npos ? name : self.rfind('/', name - 1);
  if (folder == std::string::npos) return usage("run it as DIR/before/NAME");
  const std::string place = self.substr(0, folder);
  const int log = open((place + "/calls").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  const int record = start_record(place, argv);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return usage("there is no pipe");
  struct sigaction action = {};
  action.sa_handler = end_as_the_solver;
  sigaction(SIGCHLD, &action, nullptr);
  const std::string program = place + "/solvers" + self.substr(name);
  if (fork() == 0) become_solver(program, argv, ends[0]);
  // Its output ends when it does.
  for (const int file : {ends[0], STDOUT_FILENO, STDERR_FILENO}) close(file);
  signal(SIGPIPE, SIG_IGN);
  Counter counter(log);
  std::vector<char> buffer(size_t{1} << 16);
  for (ssize_t size = 0; (size = read(STDIN_FILENO, buffer.data(), buffer.size())) > 0;) {
    const std::string_view text(buffer.data(), static_cast<size_t>(size));
    counter.read(text);
    if (record >= 0) write_all(record, text);
    if (!write_all(ends[1], text)) break;
  }
  close(ends[1]);
  while (true) pause();
}
