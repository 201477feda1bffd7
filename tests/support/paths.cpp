#include "support/paths.h"

namespace pg::test {

const std::string& source_folder() {
  static const std::string path = POLYGRAPH_SOURCE_DIR;
  return path;
}

const std::string& polygraph_binary() {
  static const std::string path = POLYGRAPH_BINARY;
  return path;
}

const std::string& fake_solver() {
  static const std::string path = POLYGRAPH_FAKE_SOLVER;
  return path;
}

}  // namespace pg::test
