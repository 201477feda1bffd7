#include "compare/solver_session.h"

#include <chrono>

#include "base/check.h"

namespace pg::test {

SolverSession::Reply SolverSession::ask(std::string_view commands) {
  // cvc5 prints the quotes, z3 does not.
  static constexpr std::string_view kMarker = "end-of-answer";
  std::string text;
  if (!process_) {
    Result<std::unique_ptr<Process>> started = Process::start(command_, {.memory_mb = 3072});
    CHECK(started, "the solver does not start");
    process_ = std::move(*started);
    text = first_;
  }
  text.append(commands).append("(echo \"").append(kMarker).append("\")\n");
  const Process::Stop stop =
      process_->exchange(text, kMarker, Clock::now() + std::chrono::milliseconds(timeout_ms_));
  Reply reply{End::Answered, process_->take_output() + process_->take_errors()};
  if (stop != Process::Stop::Found) {
    reply.end = stop == Process::Stop::Ended ? End::Gone : End::Timeout;
    reply.signal = process_->signal();
    process_.reset();
    return reply;
  }
  reply.out.resize(reply.out.find(kMarker));
  if (reply.out.ends_with('"')) reply.out.pop_back();
  return reply;
}

}  // namespace pg::test
