#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/input.h"

namespace pg {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class ReadInput : public testing::Test {
 protected:
  ReadInput() {
    std::string pattern = testing::TempDir() + "polygraph-input-XXXXXX";
    if (mkdtemp(pattern.data())) folder_ = pattern;
  }
  ~ReadInput() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string file(const std::string& name, const std::string& content) const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }
  std::string fifo() const {
    EXPECT_EQ(mkfifo(path("fifo").c_str(), 0600), 0);
    return path("fifo");
  }

 private:
  fs::path folder_;
};

void write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(fd, text.data(), text.size());
    ASSERT_GT(count, 0);
    text.remove_prefix(static_cast<size_t>(count));
  }
}

// Recognisable at every place, so that a lost or doubled block shows.
std::string long_text(size_t size) {
  std::string text;
  while (text.size() < size) text += std::to_string(text.size()) + "\n";
  return text;
}

std::string content(const Result<std::string>& read) {
  return read ? *read : "error: " + read.error().message;
}

TEST_F(ReadInput, GivesEveryByteOfAFile) {
  const std::string text("(check-sat)\r\n\0\xff\n", 16);
  EXPECT_EQ(content(read_input(file("a.smt2", text))), text);
}

TEST_F(ReadInput, GivesAFileOfManyBlocks) {
  const std::string text = long_text(1'000'000);
  EXPECT_TRUE(content(read_input(file("long.smt2", text))) == text);
}

TEST_F(ReadInput, AnEmptyFileIsNoError) { EXPECT_EQ(content(read_input(file("empty", ""))), ""); }

TEST_F(ReadInput, DevNullIsEmpty) { EXPECT_EQ(content(read_input("/dev/null")), ""); }

TEST_F(ReadInput, AMissingFileIsAnErrorOfTheWholeFile) {
  const Result<std::string> read = read_input(path("missing"));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "cannot open: No such file or directory");
  EXPECT_EQ(read.error().place, Place{});
}

TEST_F(ReadInput, ADirectoryIsAnError) {
  const Result<std::string> read = read_input(path("."));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "is a directory");
}

TEST_F(ReadInput, AFileThatIsTooLargeIsRefused) {
  const std::string huge = file("huge", "");
  fs::resize_file(huge, kMaxInput + 1);  // takes no space
  const Result<std::string> read = read_input(huge);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "is larger than 1 GiB");
}

TEST_F(ReadInput, AFifoWithoutWriterDoesNotHang) {
  const Result<std::string> read = read_input(fifo());
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, HasSubstr("nobody writes"));
}

TEST_F(ReadInput, AFifoWhoseWriterHasLeftGivesWhatItWrote) {
  const std::string name = fifo();
  const int reader = open(name.c_str(), O_RDONLY | O_NONBLOCK);  // keeps what is in the pipe
  const int writer = open(name.c_str(), O_WRONLY);
  write_all(writer, "(exit)\n");
  close(writer);
  EXPECT_EQ(content(read_input(name)), "(exit)\n");
  close(reader);
}

// Many times what a pipe holds: the reader finds it empty again and again and has to wait.
TEST_F(ReadInput, AFifoIsReadToTheEndOfItsWriter) {
  const std::string name = fifo();
  const std::string text = long_text(8'000'000);
  const int reader = open(name.c_str(), O_RDONLY | O_NONBLOCK);
  const int writer = open(name.c_str(), O_WRONLY);
  const auto before = std::signal(SIGPIPE, SIG_IGN);  // the writer's, should the reader give up
  std::string got;
  std::thread reading([&] {
    got = content(read_input(name));
    close(reader);
  });
  write_all(writer, text);
  close(writer);
  reading.join();
  std::signal(SIGPIPE, before);
  EXPECT_TRUE(got == text) << got.size() << " bytes: " << got.substr(0, 80);
}

// Standard input is a pipe here, and stays open for the next one who reads it.
TEST_F(ReadInput, AMinusIsStandardInput) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const int before = dup(STDIN_FILENO);
  ASSERT_EQ(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
  write_all(ends[1], "(reset)");
  close(ends[1]);
  const std::string got = content(read_input("-"));
  EXPECT_GE(fcntl(STDIN_FILENO, F_GETFD), 0);
  if (before >= 0) dup2(before, STDIN_FILENO);
  close(before);
  close(ends[0]);
  EXPECT_EQ(got, "(reset)");
}

TEST_F(ReadInput, ClosesWhatItOpened) {
  const std::string name = file("a.smt2", "x");
  auto next_descriptor = [] {
    const int fd = open("/dev/null", O_RDONLY);
    close(fd);
    return fd;
  };
  const int before = next_descriptor();
  for (int i = 0; i < 5; ++i) EXPECT_EQ(content(read_input(name)), "x");
  EXPECT_FALSE(read_input(path(".")));
  EXPECT_EQ(next_descriptor(), before);
}

}  // namespace
}  // namespace pg
