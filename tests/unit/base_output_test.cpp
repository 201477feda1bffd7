#include <filesystem>

#include <gtest/gtest.h>

#include "base/output.h"
#include "support/process.h"

namespace pg {
namespace {

namespace fs = std::filesystem;
using test::TemporaryDirectory;

TEST(WriteOutput, ReplacesTheWholeFile) {
  const TemporaryDirectory directory;
  directory.write("a", "something longer than what comes");
  EXPECT_TRUE(write_output(directory.path() / "a", "new"));
  EXPECT_EQ(directory.read("a"), "new");
  EXPECT_FALSE(fs::exists(directory.path() / "a.part"));
}

TEST(WriteOutput, KeepsTheOldFileIfItCannotWrite) {
  const TemporaryDirectory directory;
  directory.write("a", "old");
  fs::create_directory(directory.path() / "a.part");
  EXPECT_FALSE(write_output(directory.path() / "a", "new"));
  EXPECT_EQ(directory.read("a"), "old");
  EXPECT_FALSE(write_output(directory.path() / "missing" / "a", "new"));
}

TEST(WriteOutput, KeepsDevicesAndLinks) {
  const TemporaryDirectory directory;
  // A link to a device, so that a failure of this test leaves the system alone.
  fs::create_symlink("/dev/null", directory.path() / "null");
  EXPECT_TRUE(write_output(directory.path() / "null", "lost"));
  EXPECT_TRUE(fs::is_symlink(directory.path() / "null"));
  directory.write("target", "old");
  fs::create_symlink("target", directory.path() / "link");
  EXPECT_TRUE(write_output(directory.path() / "link", "new"));
  EXPECT_TRUE(fs::is_symlink(directory.path() / "link"));
  EXPECT_EQ(directory.read("target"), "new");
}

}  // namespace
}  // namespace pg
