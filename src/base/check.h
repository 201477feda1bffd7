#pragma once

#include <string_view>

namespace pg {

// Exit codes of the command line; every subcommand speaks this language.
enum ExitCode : int {
  kExitOk = 0,             // done, nothing found
  kExitLie = 1,            // a lie: a bug, a false model, a surviving mutant
  kExitInput = 2,          // usage or bad input
  kExitEnvironment = 3,    // no solver, disk full
  kExitInternal = 4,       // our own bug
  kExitInterrupted = 130,  // by the user, all saved
};

// Reports a broken invariant and ends the process with kExitInternal.
[[noreturn]] void check_failed(const char* file, int line, const char* condition,
                               std::string_view message);

}  // namespace pg

// Our own bugs are caught in release builds too: a tester that computes nonsense accuses solvers.
#define CHECK(condition, message)                                    \
  do {                                                               \
    if (!(condition)) [[unlikely]]                                   \
      ::pg::check_failed(__FILE__, __LINE__, #condition, (message)); \
  } while (false)
