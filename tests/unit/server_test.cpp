#include "report/server.h"

#include <stdexcept>

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

namespace pg {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class ServerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    Result<std::unique_ptr<Server>> server =
        Server::start("", [](const std::string& path) -> std::optional<Response> {
          if (path == "missing") return {};
          if (path == "throws") throw std::runtime_error("out of luck");
          return Response{"text/plain", "<" + path + ">"};
        });
    ASSERT_TRUE(server) << server.error().message;
    server_ = std::move(*server);
    const std::string& url = server_->url();
    const std::string scheme = "http://127.0.0.1:";
    ASSERT_THAT(url, StartsWith(scheme));
    const size_t slash = url.find('/', scheme.size());
    port_ = url.substr(scheme.size(), slash - scheme.size());
    path_ = url.substr(slash);
  }

  // All that comes back for these bytes.
  std::string raw(const std::string& request) const {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(std::stoi(port_)));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    for (size_t sent = 0; sent < request.size();) {
      const ssize_t count =
          ::send(socket, request.data() + sent, request.size() - sent, MSG_NOSIGNAL);
      if (count <= 0) break;  // it may refuse before it read all
      sent += static_cast<size_t>(count);
    }
    std::string answer;
    char buffer[4096];
    for (ssize_t count; (count = ::recv(socket, buffer, sizeof buffer, 0)) > 0;)
      answer.append(buffer, static_cast<size_t>(count));
    ::close(socket);
    return answer;
  }
  std::string ask(const std::string& method, const std::string& path, const std::string& host,
                  const std::string& more = "") const {
    return raw(method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + more +
               "Connection: close\r\n\r\n");
  }
  std::string ours() const { return "127.0.0.1:" + port_; }

  std::unique_ptr<Server> server_;
  std::string port_;
  std::string path_;  // with the secret
};

TEST_F(ServerTest, AnswersWhoKnowsTheSecret) {
  const std::string answer = ask("GET", path_ + "data/3", ours());
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(answer, HasSubstr("<data/3>"));
  EXPECT_THAT(answer, HasSubstr("Content-Type: text/plain"));
  EXPECT_THAT(answer, HasSubstr("X-Content-Type-Options: nosniff"));
  EXPECT_THAT(answer, HasSubstr("frame-ancestors 'none'"));
  EXPECT_THAT(answer, Not(HasSubstr("Access-Control-Allow")));
  EXPECT_THAT(ask("GET", path_, "localhost:" + port_), StartsWith("HTTP/1.1 200"));
}

TEST_F(ServerTest, NobodyElse) {
  EXPECT_EQ(path_.size(), 34u);
  for (const std::string& path :
       {std::string("/"), std::string("/data/3"), path_.substr(0, path_.size() - 1),
        path_.substr(0, 10), "/x" + path_, std::string("*")})
    EXPECT_THAT(ask("GET", path, ours()), StartsWith("HTTP/1.1 404")) << path;
  EXPECT_THAT(ask("GET", path_ + "missing", ours()), StartsWith("HTTP/1.1 404"));
}

TEST_F(ServerTest, NoOtherHost) {
  for (const std::string& host : {std::string("evil.example"), "evil.example:" + port_,
                                  std::string("127.0.0.1"), "127.0.0.1.evil.example:" + port_,
                                  std::string("127.0.0.1:1"), std::string(), "10.0.0.1:" + port_})
    EXPECT_THAT(ask("GET", path_, host), StartsWith("HTTP/1.1 403")) << host;
  EXPECT_THAT(raw("GET " + path_ + " HTTP/1.0\r\n\r\n"), HasSubstr(" 403 "));
}

TEST_F(ServerTest, GetOnly) {
  for (const char* method : {"POST", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "NONSENSE"}) {
    const std::string answer = ask(method, path_, ours(), "Content-Length: 0\r\n");
    EXPECT_THAT(answer, HasSubstr(" 405 ")) << method;
    EXPECT_THAT(answer, HasSubstr("Allow: GET")) << method;
  }
  EXPECT_THAT(ask("GET", path_, ours(), "Content-Length: 10000000000\r\n"), HasSubstr(" 413 "));
  EXPECT_THAT(ask("GET", path_, ours(), "Transfer-Encoding: chunked\r\n"), HasSubstr(" 413 "));
}

TEST_F(ServerTest, LargeAndBrokenRequestsAreRefused) {
  const std::string large(1 << 20, 'a');
  EXPECT_THAT(ask("GET", path_ + large, ours()), Not(HasSubstr(" 200 ")));
  EXPECT_THAT(ask("GET", path_, ours(), "X: " + large + "\r\n"), Not(HasSubstr(" 200 ")));
  EXPECT_THAT(raw("\r\n\r\n\r\n\x01\x02 nonsense\r\n\r\n"), Not(HasSubstr(" 200 ")));
  // And it goes on.
  EXPECT_THAT(ask("GET", path_, ours()), StartsWith("HTTP/1.1 200"));
}

TEST_F(ServerTest, OutlivesItsHandler) {
  EXPECT_THAT(ask("GET", path_ + "throws", ours()), StartsWith("HTTP/1.1 500"));
  EXPECT_THAT(ask("GET", path_, ours()), StartsWith("HTTP/1.1 200"));
}

TEST_F(ServerTest, SecretsDiffer) {
  const auto other = Server::start(
      "127.0.0.1:0", [](const std::string&) -> std::optional<Response> { return {}; });
  ASSERT_TRUE(other);
  EXPECT_THAT((*other)->url(), Not(HasSubstr(path_)));
}

TEST_F(ServerTest, AddressesThatAreNone) {
  for (const char* address : {"nowhere", "localhost:80", "127.0.0.1:99999x", "1.2.3:4:5"})
    EXPECT_FALSE(Server::start(address, nullptr)) << address;
  EXPECT_FALSE(Server::start("127.0.0.1:" + port_, nullptr)) << "taken";
}

}  // namespace
}  // namespace pg
