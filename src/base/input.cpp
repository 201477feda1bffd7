#include "base/input.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pg {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ > STDIN_FILENO) ::close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

Error system_error(const char* what) {
  return {{}, std::string(what) + ": " + std::strerror(errno)};
}

}  // namespace

Result<std::string> read_input(const std::string& path) {
  const bool standard_input = path == "-";
  // Without O_NONBLOCK, opening a FIFO waits for a writer, perhaps for ever.
  const Descriptor input(standard_input ? STDIN_FILENO
                                        : ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (input.get() < 0) return system_error("cannot open");
  struct stat status {};
  if (::fstat(input.get(), &status) != 0) return system_error("cannot read");
  if (S_ISDIR(status.st_mode)) return Error{{}, "is a directory"};
  const bool fifo = !standard_input && S_ISFIFO(status.st_mode);

  const Error too_large{{}, "is larger than 1 GiB"};
  std::string text;
  if (S_ISREG(status.st_mode)) {
    if (static_cast<uint64_t>(status.st_size) > kMaxInput) return too_large;
    text.reserve(static_cast<size_t>(status.st_size) + 1);
  }
  char buffer[1 << 16];
  while (true) {
    const ssize_t count = ::read(input.get(), buffer, sizeof buffer);
    if (count > 0) {
      text.append(buffer, static_cast<size_t>(count));
      if (text.size() > kMaxInput) return too_large;
    } else if (count == 0) {
      if (fifo && text.empty()) return Error{{}, "is a FIFO that nobody writes to"};
      return text;
    } else if (errno == EAGAIN) {
      // It has a writer that has not written yet: now waiting is right.
      const int flags = ::fcntl(input.get(), F_GETFL);
      if (flags < 0 || ::fcntl(input.get(), F_SETFL, flags & ~O_NONBLOCK) != 0)
        return system_error("cannot read");
    } else if (errno != EINTR) {
      return system_error("cannot read");
    }
  }
}

}  // namespace pg
