#include "cli/progress_line.h"

#include <cstdio>

namespace pg {

ProgressLine::~ProgressLine() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
}

bool ProgressLine::is_due() const {
  return shown_ && Clock::now() - last_ >= std::chrono::milliseconds(100);
}

void ProgressLine::show(const std::string& text) {
  last_ = Clock::now();
  std::fprintf(stderr, "\r\x1b[K%s", text.c_str());
  std::fflush(stderr);
}

}  // namespace pg
