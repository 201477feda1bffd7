#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace pg {

void check_failed(const char* file, int line, const char* condition, std::string_view message) {
  std::fflush(stdout);
  std::fprintf(stderr, "polygraph: internal error: %.*s (%s at %s:%d)\n",
               static_cast<int>(message.size()), message.data(), condition, file, line);
  std::fflush(stderr);
  std::_Exit(kExitInternal);
}

}  // namespace pg
