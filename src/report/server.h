#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"

struct MHD_Daemon;

namespace pg {

struct Response {
  std::string type;
  std::string body;
};

// Serves GET requests of whoever knows the address, which has a secret in it: nothing else on the
// machine, and no page of another site in the same browser, gets an answer.
class Server {
 public:
  // Called with what follows the secret in the path, by one thread at a time; none: there is
  // nothing of that name.
  using Handler = std::function<std::optional<Response>(const std::string& path)>;

  // Address: PORT, HOST:PORT or [HOST]:PORT, where the host is a number such as 127.0.0.1; empty is
  // any port of 127.0.0.1. Runs in a thread of its own until it is destroyed.
  static Result<std::unique_ptr<Server>> start(const std::string& address, Handler handler);
  // What is wrong with an address as such; empty if nothing is.
  static std::string problem_with(const std::string& address);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // What to open in a browser.
  const std::string& url() const { return url_; }

 private:
  Server() = default;
  friend struct ServerCalls;

  Handler handler_;
  std::string host_;  // what a browser sends as Host
  std::string port_;
  std::string prefix_;  // of every path
  std::string url_;
  MHD_Daemon* daemon_ = nullptr;
};

}  // namespace pg
