#include "reduce/loose.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <optional>

#include <absl/container/flat_hash_set.h>

#include "base/stop.h"
#include "reduce/tokens.h"
#include "reduce/workers.h"
#include "smtlib/lexer.h"

namespace pg {
namespace {

constexpr int kConfirmations = 3;

class LooseReducer {
 public:
  LooseReducer(const ReduceOptions& options, Workers& workers, Reduction& reduction)
      : options_(options), workers_(workers), reduction_(reduction) {}

  // Cuts until nothing can be cut any more. Outcomes are taken in the order of the cuts.
  void run(std::string text) {
    text_ = std::move(text);
    save();
    bool again = true;
    while (again && !stopped()) again = run_once();
    reduction_.finished = !stopped();
    reduction_.text = text_;
    reduction_.seconds = seconds();
  }

 private:
  struct Pending {
    size_t next;  // the cut after this one
    std::string text;
    uint64_t ticket;
  };

  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  bool stopped() const {
    return must_stop() || (options_.stop && *options_.stop) ||
           (options_.seconds > 0 && seconds() >= options_.seconds);
  }

  void save() {
    if (options_.save) options_.save(text_);
  }

  bool run_once() {
    bool helped = false;
    std::vector<Cut> cuts = cuts_of(text_);
    size_t at = 0;
    std::deque<Pending> pending;
    while (!stopped()) {
      for (; at < cuts.size() && pending.size() <= options_.jobs; ++at) {
        std::string made = tidy(with_cut(text_, cuts[at]));
        if (made.size() >= text_.size() || !known_.insert(made).second) continue;
        const uint64_t ticket = workers_.submit({made, {}});
        pending.push_back({at + 1, std::move(made), ticket});
      }
      if (pending.empty()) break;
      Pending next = std::move(pending.front());
      pending.pop_front();
      const Outcome outcome = workers_.wait(next.ticket);
      ++reduction_.calls;
      reduction_.queries += outcome.queries;
      if (options_.progress) options_.progress({"cuts", text_.size(), reduction_.calls, accepted_});
      if (!outcome.interesting) continue;
      workers_.forget();
      for (const Pending& other : pending) known_.erase(other.text);
      pending.clear();
      text_ = std::move(next.text);
      save();
      ++accepted_;
      helped = true;
      cuts = cuts_of(text_);
      at = next.next - 1;
    }
    workers_.forget();
    return helped;
  }

  const ReduceOptions& options_;
  Workers& workers_;
  Reduction& reduction_;
  Clock::time_point begin_ = Clock::now();
  std::string text_;
  uint64_t accepted_ = 0;
  absl::flat_hash_set<std::string> known_;
};

}  // namespace

std::vector<Cut> cuts_of(std::string_view text) {
  std::vector<Cut> cuts;
  const std::vector<Piece> pieces = pieces_of(text);
  std::vector<Piece> commands;
  for (const Piece& piece : pieces)
    if (commands.empty() || piece.begin >= commands.back().end) commands.push_back(piece);
  for (size_t size = commands.size() / 2; size > 1; size /= 2)
    for (size_t at = 0; at < commands.size(); at += size) {
      const size_t last = std::min(at + size, commands.size()) - 1;
      cuts.push_back({commands[at].begin, commands[last].end, 0, 0});
    }
  for (size_t i = 0; i < pieces.size(); ++i) {
    const Piece& piece = pieces[i];
    cuts.push_back({piece.begin, piece.end, 0, 0});
    // One of its parts instead; parts of a command are none.
    size_t next = 0;
    const bool command = std::ranges::find(commands, piece.begin, &Piece::begin) != commands.end();
    for (size_t j = i + 1; !command && j < pieces.size() && pieces[j].begin < piece.end; ++j) {
      if (pieces[j].begin < next) continue;
      next = pieces[j].end;
      cuts.push_back({piece.begin, piece.end, pieces[j].begin, pieces[j].end});
    }
  }
  return cuts;
}

std::string with_cut(std::string_view text, const Cut& cut) {
  std::string made(text.substr(0, cut.begin));
  made += text.substr(cut.instead_begin, cut.instead_end - cut.instead_begin);
  made += text.substr(cut.end);
  return made;
}

std::string tidy(std::string_view text) {
  std::string made;
  size_t depth = 0;
  Lexer lexer(text);
  for (Token token = lexer.next(); token.kind != TokenKind::End; token = lexer.next()) {
    if (token.kind == TokenKind::Close) {
      made += ')';
      depth -= depth > 0 ? 1 : 0;
      if (depth == 0) made += '\n';
      continue;
    }
    if (!made.empty() && made.back() != '(' && made.back() != '\n') made += ' ';
    made += text.substr(token.offset, lexer.offset() - token.offset);
    if (token.kind == TokenKind::Open) ++depth;
  }
  return made;
}

Result<Reduction> reduce_loosely(const ReduceTask& task, const ReduceOptions& options,
                                 Reduction reduction) {
  const std::string text = tidy(task.original);
  std::optional<Target> target;
  if (!task.predicate) {
    target = find_breakdown(task.solvers, task.liar, task.kind, text, options.limits);
    if (!target) return Error{{}, "no solver lies on this input"};
  }
  auto make = [&] {
    return target ? breakdown_predicate(*target, options.limits) : task.predicate(options.limits);
  };
  if (!make()->test({text, {}}).interesting)
    return Error{{},
                 task.predicate ? "the check command fails on the input file"
                                : "the crash does not show again"};
  Workers workers(options.jobs, make);
  LooseReducer(options, workers, reduction).run(text);
  for (int i = 0; i < kConfirmations; ++i) {
    const Outcome outcome = make()->test({reduction.text, {}});
    reduction.confirmed += outcome.interesting;
  }
  reduction.bytes_after = reduction.text.size();
  if (!target) return reduction;
  const std::optional<Target> last = find_breakdown(
      target->solvers, target->found.liar, target->found.kind, reduction.text, options.limits);
  if (!last) return reduction;
  reduction.found = last->found;
  set_standing(reduction.found, last->liar());
  return reduction;
}

}  // namespace pg
