#pragma once

#include <string>

#include "base/result.h"

namespace pg {

// Larger inputs are refused: what we read and build of it must fit into memory.
inline constexpr size_t kMaxInput = size_t{1} << 30;

// The whole content of a file, a pipe, or standard input ("-"). Never waits for a FIFO that nobody
// writes to. The error has no line: it is about the file as a whole.
Result<std::string> read_input(const std::string& path);

}  // namespace pg
