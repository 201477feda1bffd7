#include <chrono>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>

#include "base/scratch.h"
#include "support/process.h"

namespace pg {
namespace {

namespace fs = std::filesystem;

TEST(ScratchFolder, GoesWithItsOwner) {
  std::string path;
  {
    const ScratchFolder folder;
    path = folder.path();
    EXPECT_TRUE(fs::is_directory(path));
    std::ofstream(path + "/file") << "text";
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(ScratchFolder, IsLockedWhileItsOwnerLives) {
  const ScratchFolder folder;
  const int other = ::open(folder.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  EXPECT_NE(::flock(other, LOCK_EX | LOCK_NB), 0);
  ::close(other);
}

TEST(ScratchFolder, CanBeRemovedBeforeAnEndWithoutDestructors) {
  const ScratchFolder folder;
  std::ofstream(folder.path() + "/file") << "text";
  remove_scratch();
  EXPECT_FALSE(fs::exists(folder.path()));
}

class SweepTest : public ::testing::Test {
 protected:
  fs::path make(const std::string& name, bool old) {
    const fs::path path = directory_.path() / name;
    fs::create_directories(path / "inner");
    if (old) fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(1));
    return path;
  }
  test::TemporaryDirectory directory_;
};

TEST_F(SweepTest, TakesWhatTheDeadHaveLeft) {
  const fs::path dead = make("polygraph-run-dead", true);
  const fs::path fresh = make("polygraph-run-fresh", false);
  const fs::path living = make("polygraph-run-living", true);
  const fs::path other = make("polygraph-other", true);
  const int lock = ::open(living.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_EQ(::flock(lock, LOCK_EX | LOCK_NB), 0);
  sweep_scratch(directory_.path());
  EXPECT_FALSE(fs::exists(dead));
  EXPECT_TRUE(fs::exists(fresh)) << "it may not be locked yet";
  EXPECT_TRUE(fs::exists(living));
  EXPECT_TRUE(fs::exists(other));
  ::close(lock);
  sweep_scratch(directory_.path());
  EXPECT_FALSE(fs::exists(living));
}

TEST_F(SweepTest, FollowsNoLink) {
  const fs::path kept = make("kept", true);
  fs::create_directory_symlink(kept, directory_.path() / "polygraph-run-link");
  sweep_scratch(directory_.path());
  EXPECT_TRUE(fs::exists(kept / "inner"));
}

}  // namespace
}  // namespace pg
