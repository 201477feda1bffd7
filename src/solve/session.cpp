#include "solve/session.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include <fmt/format.h>
#include <sys/random.h>

#include "base/printable.h"
#include "solve/scratch.h"

namespace pg {
namespace {

// A solver that keeps its own limit answers before ours; with a small one, that is soon. It is no
// use to wait longer than a new process takes.
double grace(double seconds) { return std::min(0.25, 0.04 + seconds); }

constexpr auto kOutOfMemory = std::to_array<std::string_view>(
    {"out of memory", "bad_alloc", "memout", "memory limit", "Out of memory", "max. memory",
     "Cannot allocate memory", "max. resource limit exceeded memory", "heap out of memory"});
constexpr auto kOutOfTime = std::to_array<std::string_view>(
    {"timeout", "canceled", "cancelled", "interrupted", "resource", "Resource", "time limit"});

// A word that no script can know and that does not occur in this one.
std::string new_marker(std::string_view text) {
  while (true) {
    std::array<uint64_t, 2> bits{};
    if (::getrandom(bits.data(), sizeof bits, 0) != sizeof bits) continue;
    std::string marker = fmt::format("polygraph-{:016x}{:016x}", bits[0], bits[1]);
    if (text.find(marker) == std::string_view::npos) return marker;
  }
}

// Takes the line with that mark out of the output, and says where it was; 0 if there is none.
size_t cut_marker(std::string& output, std::string_view marker) {
  const size_t at = marker.empty() ? std::string::npos : output.find(marker);
  if (at == std::string::npos) return 0;
  const size_t before = output.rfind('\n', at);
  const size_t begin = before == std::string::npos ? 0 : before + 1;
  output.erase(begin, std::min(output.find('\n', at), output.size() - 1) + 1 - begin);
  return begin;
}

bool mentions(std::string_view text, std::span<const std::string_view> words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

std::string first_line(std::string_view text) {
  while (!text.empty() && (text.front() == '\n' || text.front() == ' ')) text.remove_prefix(1);
  return std::string(text.substr(0, std::min(text.find('\n'), size_t{300})));
}

// The words that are shown to people.
void make_printable(Answer& answer) {
  answer.detail = printable(answer.detail);
  answer.breakdown = printable(answer.breakdown);
  for (std::string& error : answer.errors) error = printable(error);
}

// All that a solver reads that answers at the end of it.
std::string whole_text(const Query& query) {
  std::string text;
  for (const QueryPart& part : query.parts) text += part.text;
  return text;
}

bool has_answer(std::string_view output) {
  return std::ranges::any_of(split_responses(output), [&](std::string_view response) {
    return read_answer(output, response).has_value();
  });
}

// The output up to each answer, at most so many pieces. What comes after the last belongs to it,
// unless there should have been one more.
std::vector<std::string> cut_after_answers(std::string_view output, size_t most) {
  std::vector<std::string> pieces;
  size_t begin = 0;
  for (const std::string_view response : split_responses(output)) {
    if (pieces.size() + 1 == most || !read_answer(output, response)) continue;
    const size_t end = output.find('\n', static_cast<size_t>(response.data() - output.data()));
    const size_t next = end == output.npos ? output.size() : end + 1;
    pieces.emplace_back(output.substr(begin, next - begin));
    begin = next;
  }
  pieces.emplace_back(output.substr(begin));
  return pieces;
}

// Signals that a program raises by itself when it goes wrong.
bool is_crash_signal(int signal) {
  return signal == SIGSEGV || signal == SIGABRT || signal == SIGILL || signal == SIGFPE ||
         signal == SIGBUS || signal == SIGTRAP || signal == SIGSYS;
}

}  // namespace

Session::Session(Solver solver, QueryLimits limits)
    : solver_(std::move(solver)), limits_(limits), limit_{limits.seconds, limits.by_work} {}
Session::~Session() {
  std::error_code ignored;
  if (solver_.reads_file()) std::filesystem::remove(input_file(), ignored);
}

bool Session::start(const Query& query, bool session, Answer& failure) {
  ProcessLimits limits;
  limits.memory_mb = solver_.spec->reserves_memory ? 0 : limits_.memory_mb;
  limits.output_bytes = limits_.output_mb << 20;
  limits.confined = !limits_.unconfined;
  const TimeLimit most{limits_.seconds, limits_.by_work};
  if (!session && limits_.seconds > 0)
    limits.cpu_seconds = static_cast<uint64_t>(solver_.clock_seconds(most)) * 4 + 10;
  transcript_.clear();
  scope_.reset();
  in_doubt_ = false;
  told_time_ = false;
  needs_ = query.needs;
  std::vector<std::string> command = solver_.command(needs_, most, session);
  const Result<std::string> scratch = scratch_folder();
  const Result<bool> written = write_input(query);
  if (solver_.reads_file()) std::ranges::replace(command, std::string(Solver::kFile), input_file());
  Result<std::unique_ptr<Process>> process =
      !scratch   ? Result<std::unique_ptr<Process>>(scratch.error())
      : !written ? Result<std::unique_ptr<Process>>(written.error())
                 : Process::start(command, limits, *scratch);
  if (!process) {
    failure.kind = AnswerKind::Error;
    failure.not_started = true;
    failure.detail = process.error().message;
    return false;
  }
  process_ = std::move(*process);
  ++starts_;
  return true;
}

bool Session::prepare(const Query& query, double seconds, Answer& failure) {
  limit_.seconds = seconds > 0 ? std::min(seconds, limits_.seconds) : limits_.seconds;
  Needs known = 0;  // those that make a difference to this solver
  for (const NeedOption& need : solver_.spec->needs) known |= need.need;
  const bool reusable = solver_.spec->resets && process_ && !in_doubt_ &&
                        (needs_ & known) == (query.needs & known) &&
                        transcript_.size() < solver_.spec->max_queries;
  if (reusable) return true;
  const double waited = waited_;
  const auto begin = Clock::now();
  process_.reset();
  if (!start(query, true, failure)) return false;
  // Until it answers at all, its time is that of starting it. What is wrong shows in the query.
  std::string ignored;
  if (solver_.spec->resets) exchange("", ignored);
  const double took = std::chrono::duration<double>(Clock::now() - begin).count();
  starting_ += took;
  waited_ = waited + took;
  return true;
}

std::vector<Answer> Session::ask(const Query& query, double seconds) {
  Session* self = this;
  return std::move(ask_all({&self, 1}, query, {&seconds, 1})[0]);
}

// Nothing, or why it could not be begun.
std::optional<Answer> Session::begin(const Query& query, double seconds) {
  Answer failure;
  if (!prepare(query, seconds, failure)) return failure;
  begin(query);
  return std::nullopt;
}

std::vector<Answer> Session::take(const Query& query, std::span<Process* const> others) {
  return converse(query, others);
}

std::vector<std::vector<Answer>> Session::ask_all(std::span<Session* const> sessions,
                                                  const Query& query,
                                                  std::span<const double> seconds,
                                                  const std::function<void()>& meanwhile) {
  std::vector<std::vector<Answer>> answers(sessions.size());
  for (size_t i = 0; i < sessions.size(); ++i) {
    Answer failure;
    if (!sessions[i]->prepare(query, seconds[i], failure)) answers[i] = {failure};
  }
  std::vector<Process*> running;
  for (size_t i = 0; i < sessions.size(); ++i) {
    if (!answers[i].empty()) continue;
    sessions[i]->begin(query);
    running.push_back(sessions[i]->process_.get());
  }
  if (meanwhile) meanwhile();
  for (size_t i = 0; i < sessions.size(); ++i) {
    if (!answers[i].empty()) continue;
    running.erase(running.begin());
    answers[i] = sessions[i]->converse(query, running);
  }
  return answers;
}

std::vector<Answer> ask_once(const Solver& solver, const Query& query, const QueryLimits& limits) {
  Session session(solver, limits);
  Answer failure;
  if (!session.start(query, false, failure)) return {failure};
  session.begin(query);
  std::vector<Answer> answers = session.converse(query);
  if (session.process_ && !answers.empty()) session.finish(query.rest, answers.back());
  return answers;
}

// Lets the solver run to its end: some break down on the way out.
void Session::finish(const std::string& rest, Answer& last) {
  const auto deadline = Clock::now() + std::chrono::milliseconds(2000);
  const Process::Stop stop = process_->exchange(rest, {}, deadline);
  if (stop == Process::Stop::Ended && is_crash_signal(process_->signal()))
    lose(stop, last);
  else
    last.error_output += process_->take_errors();
}

void Session::begin(const Query& query) {
  if (solver_.answers_at_end()) {
    transcript_.push_back(whole_text(query));
    sent_at_ = Clock::now();
    const double seconds = solver_.clock_seconds(limit_) * static_cast<double>(query.parts.size());
    const auto most = std::chrono::duration<double>(seconds + grace(seconds));
    process_->send(solver_.reads_file() ? std::string_view() : transcript_.back(), {},
                   sent_at_ + std::chrono::duration_cast<Clock::duration>(most));
    return;
  }
  const std::string& text = query.parts[0].text;
  const std::string header = text.substr(0, query.header);
  const std::string time = limit_command();
  std::string before;
  if (query.scoped && scope_ == header && time.empty()) {
    header_end_.clear();
    before = "(pop 1)\n(push 1)\n";
  } else {
    before = (transcript_.empty() ? "" : "(reset)\n") + time + header;
    header_end_ = new_marker(text);
    before += fmt::format("(echo \"{}\")\n", header_end_);
    if (query.scoped) before += "(push 1)\n";
  }
  scope_ = query.scoped ? std::optional(header) : std::nullopt;
  sets_options_ = text.find("(set-", query.header) != std::string::npos;
  transcript_.push_back(text);
  send(before + text.substr(query.header));
}

std::vector<Answer> Session::converse(const Query& query, std::span<Process* const> others) {
  if (solver_.answers_at_end()) return answers_at_end(query, others);
  std::vector<Answer> answers;
  for (const QueryPart& part : query.parts) {
    if (!answers.empty()) {
      transcript_.back() += part.text;
      sets_options_ = part.text.find("(set-") != std::string::npos;
      send(part.text);
    }
    std::string output;
    const Process::Stop stop = receive(output, others);
    answers.push_back(answer(stop, std::move(output), part, query.models));
    make_printable(answers.back());
    if (in_doubt_) break;
  }
  if (in_doubt_) process_.reset();
  return without_crash_of_limit(query, std::move(answers));
}

// No two sessions that live at the same time have one address.
std::string Session::input_file() const {
  const Result<std::string> scratch = scratch_folder();
  return fmt::format("{}/input-{}.smt2", scratch ? *scratch : "", fmt::ptr(this));
}

Result<bool> Session::write_input(const Query& query) {
  if (!solver_.reads_file()) return true;
  std::ofstream file(input_file(), std::ios::binary);
  file << whole_text(query);
  file.close();
  if (!file) return environment_error(fmt::format("cannot write {}", input_file()));
  return true;
}

std::vector<Answer> Session::answers_at_end(const Query& query, std::span<Process* const> others) {
  std::string output;
  const Process::Stop stop = receive(output, others);
  const bool well = stop == Process::Stop::Ended && !is_crash_signal(process_->signal());
  std::vector<std::string> pieces = cut_after_answers(output, query.parts.size());
  header_end_.clear();
  sets_options_ = false;
  std::vector<Answer> answers;
  for (size_t i = 0; i < pieces.size(); ++i) {
    // One without its answer is where the process ended.
    const bool complete = i + 1 < pieces.size() || (well && has_answer(pieces[i]));
    answers.push_back(
        answer(complete ? Process::Stop::Found : stop, pieces[i], query.parts[i], false));
    if (complete && i + 1 == pieces.size()) answers[i].error_output = process_->take_errors();
  }
  process_.reset();
  in_doubt_ = true;
  for (size_t i = 0; i < answers.size(); ++i) {
    if (answers[i].kind == AnswerKind::Sat && query.models && solver_.spec->exact)
      add_model_at_end(query, i, answers[i]);
    make_printable(answers[i]);
  }
  return answers;
}

// There is no asking for a model after the answer is known: the question is put again with that.
void Session::add_model_at_end(const Query& query, size_t check, Answer& answer) const {
  Query again = query;
  again.parts.resize(check + 1);
  again.parts[check].text += "(get-model)\n";
  again.models = false;
  const std::vector<Answer> said = Session(solver_, limits_).ask(again, limit_.seconds);
  if (said.size() != check + 1 || said[check].kind != AnswerKind::Sat) return;
  for (const std::string_view response : split_responses(said[check].output)) {
    if (const std::string error = error_message(response); !error.empty())
      answer.errors.push_back(error);
    else if (response.starts_with('(') && response.ends_with(')'))
      answer.model += std::string(response) + "\n";
  }
}

// Some crash when their work is limited (cvc5 1.0.3 on bit-vectors): then the clock is asked
// whether it is a bug.
std::vector<Answer> Session::without_crash_of_limit(const Query& query,
                                                    std::vector<Answer> answers) const {
  if (!solver_.limits_work(limit_) || answers.empty() || answers.back().kind != AnswerKind::Crash)
    return answers;
  QueryLimits limits = limits_;
  limits.by_work = false;
  std::vector<Answer> again = Session(solver_, limits).ask(query, limit_.seconds);
  if (again.size() == answers.size() && again.back().kind == AnswerKind::Crash) return again;
  Answer& last = answers.back();
  last.kind = AnswerKind::Unknown;
  last.detail = "it does not survive a limit on its work";
  last.breakdown.clear();
  return answers;
}

// Tells the process how long it may take, if that is not what it was started with.
std::string Session::limit_command() {
  if (limit_.seconds == limits_.seconds && !told_time_) return {};
  std::string text = solver_.limit_command(limit_);
  told_time_ = told_time_ || !text.empty();
  return text;
}

void Session::send(const std::string& text) {
  marker_ = new_marker(text);
  sent_at_ = Clock::now();
  const double seconds = solver_.clock_seconds(limit_);
  const auto most = std::chrono::duration<double>(seconds + grace(seconds));
  process_->send(fmt::format("{}\n(echo \"{}\")\n", text, marker_), marker_,
                 sent_at_ + std::chrono::duration_cast<Clock::duration>(most));
  waited_ += std::chrono::duration<double>(Clock::now() - sent_at_).count();
}

// Takes what comes back, without the marker that ends it.
Process::Stop Session::receive(std::string& output, std::span<Process* const> others) {
  const auto begin = Clock::now();
  const Process::Stop stop = process_->wait(others);
  waited_ += std::chrono::duration<double>(Clock::now() - begin).count();
  output = process_->take_output();
  if (stop == Process::Stop::Found) {
    size_t end = output.find(marker_);
    if (end > 0 && output[end - 1] == '"') --end;
    output.resize(end);
  }
  return stop;
}

Process::Stop Session::exchange(const std::string& text, std::string& output) {
  send(text);
  return receive(output);
}

bool Session::is_harmless(const std::string& message) const {
  return mentions(message, solver_.spec->harmless);
}

AnswerKind Session::kind_of_error(const std::string& message) const {
  if (!breakdown_message(message, sent()).empty()) return AnswerKind::Crash;
  if (mentions(message, kOutOfMemory)) return AnswerKind::OutOfMemory;
  if (mentions(message, solver_.spec->unsupported)) return AnswerKind::Unsupported;
  return AnswerKind::Error;
}

std::string_view Session::sent() const {
  return transcript_.empty() ? std::string_view() : std::string_view(transcript_.back());
}

// What the process said to a part, and what it adds when it is asked for more.
Answer Session::answer(Process::Stop stop, std::string output, const QueryPart& part, bool models) {
  Answer answer;
  const size_t header = cut_marker(output, header_end_);
  answer.output = std::move(output);
  answer.seconds = std::chrono::duration<double>(process_->stopped_at() - sent_at_).count();
  bool answered = false;
  bool refused = false;
  for (const std::string_view response : split_responses(answer.output)) {
    const std::string error = error_message(response);
    if (const std::optional<AnswerKind> kind = read_answer(answer.output, response)) {
      // What a solver says after it refused a declaration or an assertion means nothing.
      if (answered || refused) continue;
      answered = true;
      answer.kind = *kind;
    } else if (response == "unsupported" && !sets_options_ &&
               response.data() >= answer.output.data() + header) {
      // An option that a solver does not have is one thing, an assertion that it skips another.
      in_doubt_ = true;
      if (answered || refused) continue;
      refused = true;
      answer.kind = AnswerKind::Unsupported;
      answer.detail = "unsupported";
    } else if (response == "timeout" && !answered) {
      answered = true;
      answer.kind = AnswerKind::Timeout;
    } else if (!error.empty()) {
      answer.errors.push_back(error);
      if (is_harmless(error)) continue;
      in_doubt_ = true;
      if (answered || refused) continue;
      refused = true;
      answer.kind = kind_of_error(error);
      answer.detail = error;
      if (answer.kind == AnswerKind::Crash) answer.breakdown = breakdown_message(error, sent());
    }
  }
  if (stop != Process::Stop::Found) {
    in_doubt_ = true;
    if (!answered && !refused) {
      classify_end(stop, answer);
      // Some do not survive that their time is up; that is no bug of what they were asked.
      if (answer.kind == AnswerKind::Crash &&
          answer.seconds >= 0.95 * solver_.clock_seconds(limit_)) {
        answer.kind = AnswerKind::Timeout;
        answer.breakdown.clear();
      }
    } else {
      lose(stop, answer);
    }
    return answer;
  }
  if (!answered && !refused) {
    in_doubt_ = true;
    answer.kind = AnswerKind::Error;
    answer.detail = "no answer to check-sat";
  }
  if (solver_.answers_at_end()) return answer;
  if (answered && answer.kind == AnswerKind::Unknown) add_reason(answer);
  if (answered && answer.kind == AnswerKind::Sat && models) add_model(answer);
  if (answered && !part.after.empty() && process_ && !process_->ended())
    add_afterwards(part.after, answer);
  return answer;
}

// What else the script wants to see is none of our business, as long as the solver survives it.
void Session::add_afterwards(const std::string& after, Answer& answer) {
  std::string output;
  const Process::Stop stop = exchange(after, output);
  answer.output += output;
  for (const std::string_view response : split_responses(output)) {
    const std::string error = error_message(response);
    if (error.empty()) continue;
    answer.errors.push_back(error);
    if (answer.breakdown.empty()) answer.breakdown = breakdown_message(error, sent());
  }
  if (stop != Process::Stop::Found) lose(stop, answer);
}

// The process did not live to say its marker: the answer stands, and how it ended is kept with it.
void Session::lose(Process::Stop stop, Answer& answer) {
  in_doubt_ = true;
  Answer end;
  end.output = answer.output;
  classify_end(stop, end);
  // One that refused the input and ended has said so already.
  if (answer.decided() || !end.breakdown.empty())
    answer.errors.push_back("after its answer: " + end.detail);
  if (answer.breakdown.empty()) answer.breakdown = end.breakdown;
  answer.error_output = end.error_output;
}

void Session::add_reason(Answer& answer) {
  std::string output;
  if (exchange("(get-info :reason-unknown)", output) != Process::Stop::Found) {
    in_doubt_ = true;
    return;
  }
  answer.output += output;
  for (const std::string_view response : split_responses(output)) {
    if (!response.starts_with("(:reason-unknown")) continue;
    std::string_view reason = response.substr(16, response.size() - 17);
    const size_t begin = reason.find_first_not_of(" \"");
    if (begin == reason.npos) continue;
    reason = reason.substr(begin, reason.find_last_not_of(" \")") + 1 - begin);
    answer.detail = reason;
    if (mentions(reason, kOutOfMemory)) answer.kind = AnswerKind::OutOfMemory;
    if (mentions(reason, kOutOfTime)) answer.kind = AnswerKind::Timeout;
  }
}

void Session::add_model(Answer& answer) {
  std::string output;
  const Process::Stop stop = exchange("(get-model)", output);
  answer.output += output;
  for (const std::string_view response : split_responses(output)) {
    if (const std::string error = error_message(response); !error.empty()) {
      answer.errors.push_back(error);
      if (answer.breakdown.empty()) answer.breakdown = breakdown_message(error, sent());
      in_doubt_ = true;
    } else if (response.starts_with('(') && response.ends_with(')')) {
      answer.model += response;
      answer.model += '\n';
    }
  }
  if (stop == Process::Stop::Found) return;
  answer.model.clear();  // half of one is none
  lose(stop, answer);
}

// What it means that a process ended, or had to be ended, before its marker came.
void Session::classify_end(Process::Stop stop, Answer& answer) {
  if (stop == Process::Stop::Timeout) {
    answer.kind = AnswerKind::Timeout;
    answer.detail = fmt::format("no answer in {} s", solver_.clock_seconds(limit_));
    return;
  }
  if (stop == Process::Stop::Flood) {
    answer.kind = AnswerKind::Error;
    answer.detail = fmt::format("more than {} MB of output", limits_.output_mb);
    return;
  }
  answer.error_output = process_->take_errors();
  const std::string said = answer.error_output + "\n" + answer.output;
  const int signal = process_->signal();
  const int code = process_->exit_code();
  if (signal == SIGXCPU) {
    answer.kind = AnswerKind::Timeout;
    answer.detail = "out of CPU time";
  } else if (mentions(said, kOutOfMemory)) {
    answer.kind = AnswerKind::OutOfMemory;
    answer.detail = "out of memory";
  } else if (signal == SIGKILL) {
    // Nobody but the system ends it so: it ran out of something.
    answer.kind = AnswerKind::OutOfMemory;
    answer.detail = "killed by the system";
  } else if (const std::string why = breakdown_message(said, sent());
             is_crash_signal(signal) || !why.empty()) {
    answer.kind = AnswerKind::Crash;
    answer.breakdown = why.empty() ? fmt::format("signal SIG{}", ::sigabbrev_np(signal)) : why;
    answer.detail = answer.breakdown;
    // "unfinished" and the like: a part that this build does not have.
    if (mentions(why, solver_.spec->unsupported)) {
      answer.kind = AnswerKind::Unsupported;
      answer.unfinished = std::exchange(answer.breakdown, {});
    }
  } else if (signal != 0) {
    answer.kind = AnswerKind::Error;
    answer.detail = fmt::format("ended by SIG{}", ::sigabbrev_np(signal));
  } else {
    const std::string line = first_line(said);
    answer.kind = kind_of_error(line);
    if (answer.kind == AnswerKind::Crash) answer.breakdown = breakdown_message(line, sent());
    answer.detail = line.empty() ? fmt::format("ended without an answer, exit code {}", code)
                                 : fmt::format("exit code {}: {}", code, line);
  }
}

}  // namespace pg
