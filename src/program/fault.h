#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace pg {

// One change of the program. Number 0 is the program as it is.
struct Fault {
  uint32_t id = 0;
  std::string op;        // the operator's name: AOR
  std::string function;  // that it is in
  std::string file;      // that its line is in, as clang names it
  Place place;
  std::string change;  // in words: "+ becomes -"
  std::string before;  // the line of source
  std::string after;   // the same with the change
};

}  // namespace pg
