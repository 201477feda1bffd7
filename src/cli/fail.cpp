#include "cli/fail.h"

#include <cstdio>

namespace pg {
namespace {

int exit_code_of(Error::Kind kind) {
  switch (kind) {
    case Error::Kind::BadInput:
      return kExitInput;
    case Error::Kind::Environment:
      return kExitEnvironment;
    case Error::Kind::Internal:
      return kExitInternal;
    case Error::Kind::Interrupted:
      return kExitInterrupted;
  }
  return kExitInternal;
}

}  // namespace

int fail(const std::string& file, const Error& error) {
  std::fprintf(stderr, "%s\n", format_error(file, error).c_str());
  return exit_code_of(error.kind);
}

int fail(const Error& error) { return fail("polygraph", error); }

}  // namespace pg
