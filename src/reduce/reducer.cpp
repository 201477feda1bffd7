#include "reduce/reducer.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <utility>

#include <xxhash.h>

#include "base/stop.h"
#include "model/state.h"
#include "reduce/tokens.h"
#include "reduce/trace.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"

namespace pg {
namespace {

// A pool only grows: beyond this many terms the script moves to a new one.
constexpr size_t kMaxTerms = 2'000'000;

// The part of the time that is kept to tidy up, or what so many candidates take; at most half.
constexpr double kTidyPart = 0.05;
constexpr double kTidyCandidates = 8;
constexpr double kMostTidyPart = 0.5;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

uint64_t key_of(const std::string& text) { return XXH3_64bits(text.data(), text.size()); }

}  // namespace

Reducer::Reducer(const ReduceTask& task, const ReduceOptions& options, Reduction& reduction)
    : task_(task), options_(options), reduction_(reduction) {
  for (const Pass& pass : passes()) entries_.push_back({&pass, {pass.name}});
}

void Reducer::start(std::string text, std::string model) {
  read(std::move(text));
  model_ = std::move(model);
  save();
}

void Reducer::use(Workers& workers) {
  workers_ = &workers;
  known_.clear();
}

void Reducer::undo_mutation() {
  if (task_.seed.empty()) return;
  std::vector<Difference> left;
  auto propose = [&] {
    Trace traced = trace(*pool_, task_.seed, text_);
    script_ = std::move(traced.mutant);
    left = std::move(traced.differences);
    std::vector<Edit> edits;
    for (const Difference& each : left) edits.emplace_back().spots.push_back(each.spot);
    return edits;
  };
  reduction_.changes = propose().size();
  if (reduction_.changes == 0) return;
  PassCount count{"mutation"};
  run(count, propose, true, false);
  reduction_.passes.push_back(count);
  propose();
  for (const Difference& each : left) reduction_.steps.push_back(describe(*pool_, each, script_));
  read(text_);
}

void Reducer::run_passes() {
  bool again = true;
  for (Entry& entry : entries_)
    if (entry.pass->turn == Turn::Early) run_pass(entry);
  run_first(true);
  while (again && !stopped()) {
    while (run_turn(Turn::Always) && !stopped()) {
      std::ranges::stable_sort(entries_, std::greater(), &Entry::gain);
      run_first(true);
    }
    // Another operator in the same place opens no way for the others.
    const uint64_t weight = size_.weight;
    again = run_turn(Turn::After) && size_.weight < weight;
  }
  run_turn(Turn::Last);
  reduction_.finished = !stopped();
  tidy_up();
}

void Reducer::count_passes() {
  for (const Entry& entry : entries_) reduction_.passes.push_back(entry.count);
}

double Reducer::seconds() const { return seconds_since(begin_); }

bool Reducer::run_pass(Entry& entry) {
  const uint64_t before = text_.size();
  const uint64_t accepted = entry.count.accepted;
  const uint64_t tried = entry.count.tried;
  run(
      entry.count, [&] { return propose(*entry.pass); }, entry.pass->together, true);
  entry.refused = entry.count.tried > tried && entry.count.accepted == accepted;
  entry.gain = before > text_.size() ? before - text_.size() : 0;
  return entry.count.accepted > accepted;
}

void Reducer::run_first(bool all) {
  bool helped = true;
  for (bool first = all; helped && !stopped(); first = false) {
    helped = false;
    for (Entry& entry : entries_)
      if (entry.pass->turn == Turn::First && (first || !entry.refused))
        helped = run_pass(entry) || helped;
  }
}

void Reducer::tidy_up() {
  tidying_ = true;
  run_first(true);
  if (!reduction_.finished) run_turn(Turn::Last);
  tidying_ = false;
}

bool Reducer::run_turn(Turn turn) {
  bool helped = false;
  for (Entry& entry : entries_) {
    const Turn own = entry.pass->turn == Turn::Early ? Turn::Always : entry.pass->turn;
    if (own != turn || !run_pass(entry)) continue;
    run_first(false);
    helped = true;
  }
  return helped;
}

// Seconds that are kept to tidy up: slow solvers need more.
double Reducer::reserve() const {
  if (tidying_) return 0;
  const double mean = seconds() / static_cast<double>(std::max<uint64_t>(1, reduction_.calls));
  return std::max(kTidyPart * options_.seconds,
                  std::min(kTidyCandidates * mean, kMostTidyPart * options_.seconds));
}

bool Reducer::stopped() const {
  if (must_stop() || (options_.stop && *options_.stop)) return true;
  return options_.seconds > 0 && seconds() >= options_.seconds - reserve();
}

void Reducer::read(std::string text) {
  if (!pool_ || pool_->term_count() > kMaxTerms) pool_ = std::make_unique<Pool>();
  ParsedScript parsed = parse_script(*pool_, text);
  CHECK(parsed.errors.empty(), "a script that was read before");
  text_ = std::move(text);
  script_ = std::move(parsed.script);
  size_ = size_of(*pool_, script_, text_);
}

void Reducer::save() {
  if (options_.save) options_.save(text_);
}

std::vector<Edit> Reducer::propose(const Pass& pass) {
  const Rng rng = Rng(options_.rng).fork(accepted_);
  return pass.propose({*pool_, script_, rng, model_});
}

bool Reducer::make(std::span<const Edit> edits, bool smaller, Pending& pending) {
  const Script made = apply(*pool_, script_, edits);
  // What shows a lie asks something.
  if (count_checks(made) == 0 && count_checks(script_) > 0) return false;
  pending.text = print_script(*pool_, made);
  if (pending.text == text_) return false;
  if (smaller && size_of(*pool_, made, pending.text) >= size_) return false;
  // What is being tested is as good as known: if it is of interest, this one is not needed.
  if (!known_.insert(key_of(pending.text)).second) {
    ++reduction_.cached;
    return false;
  }
  pending.model = model_;
  for (const Edit& edit : edits)
    if (!edit.renaming.empty()) pending.model = rename_tokens(model_, edit.renaming);
  pending.ticket = workers_->submit({pending.text, pending.model});
  return true;
}

void Reducer::run(PassCount& count, const Propose& propose, bool together, bool smaller) {
  std::vector<Edit> edits = propose();
  size_t size = together ? edits.size() : 1;
  size_t start = 0;
  std::deque<Pending> pending;
  auto fill = [&] {
    while (pending.size() <= options_.jobs && !edits.empty() && !stopped()) {
      if (start >= edits.size()) {
        if (size <= 1) return;
        size = (size + 1) / 2;
        start = 0;
      }
      const size_t end = std::min(start + size, edits.size());
      Pending next{size, start, {}, {}, 0};
      if (make(std::span(edits).subspan(start, end - start), smaller, next))
        pending.push_back(std::move(next));
      start = end;
    }
  };
  for (fill(); !pending.empty() && !stopped(); fill()) {
    Pending next = std::move(pending.front());
    pending.pop_front();
    Outcome outcome = workers_->wait(next.ticket);
    ++reduction_.calls;
    ++count.tried;
    reduction_.queries += outcome.queries;
    reduction_.malformed += outcome.malformed;
    report(count.name);
    if (!outcome.interesting) continue;
    workers_->forget();
    for (const Pending& other : pending) known_.erase(key_of(other.text));
    pending.clear();
    read(std::move(next.text));
    model_ = outcome.model.empty() ? std::move(next.model) : std::move(outcome.model);
    ++accepted_;
    ++count.accepted;
    save();
    edits = propose();
    size = std::clamp<size_t>(next.size, 1, std::max<size_t>(1, edits.size()));
    start = next.start;
  }
  workers_->forget();
}

void Reducer::report(std::string_view pass) {
  if (options_.progress) options_.progress({pass, text_.size(), reduction_.calls, accepted_});
}

}  // namespace pg
