#include "campaign/progress.h"

#include <algorithm>
#include <chrono>

namespace pg {

Progress::Progress(Save save, std::function<double()> waited)
    : save_(std::move(save)), waited_(std::move(waited)), flushed_(Clock::now()) {}

void Progress::begin(const Job& job) {
  job_ = job;
  more_ = {};
  findings_.clear();
  flushed_ = Clock::now();
  waited_before_ = waited_();
}

bool Progress::flush(const SeedRow* seed) {
  const double busy = seconds_since_flush();
  const double waiting = waited_() - waited_before_;
  flushed_ = Clock::now();
  worked_ += busy;
  waited_before_ += waiting;
  job_.yield.micros += static_cast<uint64_t>(busy * 1e6);
  more_.worked += static_cast<uint64_t>(busy * 1e6);
  more_.waited += static_cast<uint64_t>(std::min(waiting, busy) * 1e6);
  const bool saved = save_({job_, more_, seed, findings_});
  more_ = {};
  findings_.clear();
  return saved;
}

bool Progress::finish(const SeedRow* seed) {
  job_.done = true;
  return flush(seed);
}

void Progress::go_back(Mark mark) {
  job_ = std::move(mark.job);
  more_ = std::move(mark.more);
  findings_ = std::move(mark.findings);
}

StrategyCounts& Progress::counts() {
  const auto* make = std::get_if<MakeMutants>(&job_.task);
  return make ? more_.strategies[make->strategy] : more_.seeds;
}

double Progress::seconds_since_flush() const {
  return std::chrono::duration<double>(Clock::now() - flushed_).count();
}

}  // namespace pg
