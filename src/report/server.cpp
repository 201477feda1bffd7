#include "report/server.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <exception>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <microhttpd.h>
#include <netdb.h>
#include <sys/random.h>
#include <unistd.h>

namespace pg {
namespace {

// Of one connection: the request's line and its headers must fit in.
constexpr size_t kMaxRequest = 16 << 10;
constexpr unsigned kMaxConnections = 16;
constexpr unsigned kMaxIdleSeconds = 20;

std::string make_secret() {
  std::array<unsigned char, 16> bytes;
  const ssize_t count = ::getrandom(bytes.data(), bytes.size(), 0);
  CHECK(count == static_cast<ssize_t>(bytes.size()), "the kernel has random bytes");
  std::string text;
  for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

struct Address {
  std::string host = "127.0.0.1";
  std::string port = "0";
};

Address split(const std::string& text) {
  Address address;
  const size_t colon = text.rfind(':');
  if (text.empty()) return address;
  if (colon == text.npos) {
    address.port = text;
    return address;
  }
  address.port = text.substr(colon + 1);
  if (colon > 0) address.host = text.substr(0, colon);
  if (address.host.size() > 1 && address.host.front() == '[' && address.host.back() == ']')
    address.host = address.host.substr(1, address.host.size() - 2);
  return address;
}

struct FreeAddresses {
  void operator()(addrinfo* list) const { ::freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

// Null if it is none.
Addresses look_up(const Address& address) {
  addrinfo hints = {};
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  // A port that is too large would be another one.
  if (std::strtoull(address.port.c_str(), nullptr, 10) > UINT16_MAX) return {};
  const bool good = ::getaddrinfo(address.host.c_str(), address.port.c_str(), &hints, &found) == 0;
  return Addresses(good ? found : nullptr);
}

// A socket that listens, or -1.
int listen_at(const addrinfo& address) {
  const int socket = ::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket < 0) return -1;
  const int on = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (::bind(socket, address.ai_addr, address.ai_addrlen) == 0 &&
      ::listen(socket, kMaxConnections) == 0)
    return socket;
  const int why = errno;
  ::close(socket);
  errno = why;
  return -1;
}

std::string port_of(int socket) {
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
  // The port is at the same place in both.
  return std::to_string(ntohs(reinterpret_cast<const sockaddr_in*>(&address)->sin_port));
}

bool is_number(const std::string& host) {
  unsigned char bytes[sizeof(in6_addr)];
  if (host.size() > 2 && host.front() == '[' && host.back() == ']')
    return ::inet_pton(AF_INET6, host.substr(1, host.size() - 2).c_str(), bytes) == 1;
  return ::inet_pton(AF_INET, host.c_str(), bytes) == 1;
}

// The policy that the page has itself cannot say that nobody may frame it.
constexpr auto kHeaders = std::to_array<std::pair<const char*, const char*>>({
    {"Content-Security-Policy", "frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cache-Control", "no-store"},
});

MHD_Result reply(MHD_Connection* connection, unsigned status, const Response& response) {
  MHD_Response* made = MHD_create_response_from_buffer(
      response.body.size(), const_cast<char*>(response.body.data()), MHD_RESPMEM_MUST_COPY);
  if (!made) return MHD_NO;
  MHD_add_response_header(made, "Content-Type", response.type.c_str());
  for (const auto& [name, value] : kHeaders) MHD_add_response_header(made, name, value);
  if (status == MHD_HTTP_METHOD_NOT_ALLOWED) MHD_add_response_header(made, "Allow", "GET");
  const MHD_Result result = MHD_queue_response(connection, status, made);
  MHD_destroy_response(made);
  return result;
}

MHD_Result refuse(MHD_Connection* connection, unsigned status, const char* why) {
  return reply(connection, status, {"text/plain; charset=utf-8", std::string(why) + "\n"});
}

}  // namespace

struct ServerCalls {
  // A page of another site can reach us by a name of its own that points to this machine: then
  // that name is the host. A number is none.
  static bool is_ours(const Server& server, const char* header) {
    const std::string_view whole(header ? header : "");
    const std::string port = ":" + server.port_;
    const bool named = whole.ends_with(port);
    // Of all ports a browser leaves out this one.
    if (!named && server.port_ != "80") return false;
    const std::string host(whole.substr(0, whole.size() - (named ? port.size() : 0)));
    const bool everywhere = server.host_ == "0.0.0.0" || server.host_ == "[::]";
    return host == server.host_ || host == "localhost" || (everywhere && is_number(host));
  }

  static MHD_Result answer(void* self, MHD_Connection* connection, const char* path,
                           const char* method, const char*, const char*, size_t*, void**) {
    const Server& server = *static_cast<const Server*>(self);
    const auto header = [&](const char* name) {
      return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
    };
    if (std::strcmp(method, MHD_HTTP_METHOD_GET) != 0)
      return refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "GET only");
    if (header(MHD_HTTP_HEADER_TRANSFER_ENCODING) ||
        (header(MHD_HTTP_HEADER_CONTENT_LENGTH) &&
         std::strcmp(header(MHD_HTTP_HEADER_CONTENT_LENGTH), "0") != 0))
      return refuse(connection, MHD_HTTP_CONTENT_TOO_LARGE, "no content, please");
    if (!is_ours(server, header(MHD_HTTP_HEADER_HOST)))
      return refuse(connection, MHD_HTTP_FORBIDDEN, "another host");
    const std::string_view whole(path);
    if (!whole.starts_with(server.prefix_))
      return refuse(connection, MHD_HTTP_NOT_FOUND, "not found");
    std::optional<Response> response;
    try {
      response = server.handler_(std::string(whole.substr(server.prefix_.size())));
    } catch (const std::exception&) {
      // Such as too little memory: no reason to end the campaign that is shown.
      return refuse(connection, MHD_HTTP_INTERNAL_SERVER_ERROR, "not now");
    }
    if (!response) return refuse(connection, MHD_HTTP_NOT_FOUND, "not found");
    return reply(connection, MHD_HTTP_OK, *response);
  }
};

std::string Server::problem_with(const std::string& address) {
  if (look_up(split(address))) return {};
  return fmt::format("'{}' is no address: PORT or HOST:PORT, such as 127.0.0.1:8000", address);
}

Result<std::unique_ptr<Server>> Server::start(const std::string& address, Handler handler) {
  const Address parts = split(address);
  const Addresses found = look_up(parts);
  if (!found) return Error{{}, problem_with(address)};
  const int socket = listen_at(*found);
  if (socket < 0)
    return environment_error(
        fmt::format("cannot listen at {}:{}: {}", parts.host, parts.port, std::strerror(errno)));
  // All is known before the first request can come.
  std::unique_ptr<Server> server(new Server);
  server->handler_ = std::move(handler);
  server->host_ = found->ai_family == AF_INET6 ? "[" + parts.host + "]" : parts.host;
  server->port_ = port_of(socket);
  server->prefix_ = fmt::format("/{}/", make_secret());
  server->url_ = fmt::format("http://{}:{}{}", server->host_, server->port_, server->prefix_);
  server->daemon_ =
      MHD_start_daemon(MHD_USE_AUTO_INTERNAL_THREAD, 0, nullptr, nullptr, &ServerCalls::answer,
                       server.get(), MHD_OPTION_LISTEN_SOCKET, socket, MHD_OPTION_CONNECTION_LIMIT,
                       kMaxConnections, MHD_OPTION_CONNECTION_TIMEOUT, kMaxIdleSeconds,
                       MHD_OPTION_CONNECTION_MEMORY_LIMIT, kMaxRequest, MHD_OPTION_END);
  if (!server->daemon_) return environment_error("cannot start a thread that serves the page");
  return server;
}

Server::~Server() {
  if (daemon_) MHD_stop_daemon(daemon_);
}

}  // namespace pg
