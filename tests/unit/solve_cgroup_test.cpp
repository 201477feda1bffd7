#include <gtest/gtest.h>

#include "solve/cgroup.h"
#include "support/process.h"

namespace pg {
namespace {

using test::TemporaryDirectory;

// The kernel fills a new group with files; a folder does not. So a real one is made only where the
// system lets us, and here we see that nothing else passes for one.
TEST(Cgroup, OnlyWhereTheSystemHasThem) {
  const TemporaryDirectory directory;
  const std::string root = directory.path().string();
  directory.write("own", "1:cpu:/x\n0::/\n");
  EXPECT_EQ(Cgroup::create(64, root, root + "/own"), nullptr);
  directory.write("cgroup.controllers", "cpu memory\n");
  EXPECT_EQ(Cgroup::create(64, root, root + "/missing"), nullptr);
  // A folder without cgroup.kill is no group, and does not stay.
  EXPECT_EQ(Cgroup::create(64, root, root + "/own"), nullptr);
  for (const auto& entry : std::filesystem::directory_iterator(root))
    EXPECT_FALSE(entry.is_directory()) << entry.path();
}

TEST(Cgroup, SaysHowProcessesAreLimited) {
  EXPECT_NE(limits_in_words().find("CPU time by rlimit"), std::string::npos) << limits_in_words();
}

}  // namespace
}  // namespace pg
