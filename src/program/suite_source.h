#pragma once

namespace pg {

// The parts of suite.c that are the same in every one; `@` stands for the beginning of our names.
extern const char* const kSuiteHead;    // before the program
extern const char* const kSuiteRunner;  // behind the tests

}  // namespace pg
