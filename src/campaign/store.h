#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "bug/paths.h"
#include "campaign/counters.h"
#include "campaign/facts.h"
#include "campaign/job.h"
#include "campaign/patience.h"
#include "judge/case.h"

namespace pg {

// A file that mutants are made of, in the order in which a campaign takes them.
struct SeedRow {
  uint64_t id = 0;  // from 0
  std::string path;
  uint64_t hash = 0;  // of its text
  std::string logic = {};
  std::string skipped = {};  // why it is not used
  bool taken = false;        // solvers were asked about it
  SeedFacts facts = {};      // what they said
};

// A bug of a campaign.
struct FindingRow {
  Case found;
  std::string problem = {};  // why its text cannot be read; then only the fingerprint is there
  Shelf shelf = Shelf::Bugs;
  bool ready = false;       // nothing is left to do for it
  double seconds = 0;       // of the campaign, when it was found
  uint64_t calls = 0;       // of solvers until then
  uint64_t duplicates = 0;  // mutants that showed it again
};

// How things stood at some moment, for curves.
struct SampleRow {
  double seconds = 0;
  uint64_t findings = 0;
  Counters counters = {};  // those that have curves
};

// What a job did since it was saved last.
struct Advance {
  const Job& job;
  const Counters& more;           // what that adds to the counters
  const SeedRow* seed = nullptr;  // one that it took
  std::span<const FindingRow> findings = {};
};

// All that a campaign must not forget. What is written without an error is there to stay. All
// threads share it.
//
// Jobs are claimed, worked on, saved now and then, and finished. A claim ends with the process that
// made it: then whoever comes next does the rest. What a job counts and finds, the seed that it
// took and its progress are written together or not at all.
//
// A row that cannot be read is an error. Only a finding that cannot be read is still a finding.
class Store {
 public:
  enum class Check : uint8_t {
    File,    // each page of it, which takes seconds for a large one
    Tables,  // what is read is checked in any case
  };
  // The store of a campaign's folder; a new one where there is none.
  static Result<std::unique_ptr<Store>> open(const std::string& path, Check check = Check::File);
  virtual ~Store() = default;

  // For what may pass, such as a full disk. Without it such a call fails at once.
  virtual void set_patience(Patience patience) = 0;

  virtual Result<std::optional<std::string>> setting(std::string_view name) = 0;
  virtual Result<bool> set(std::string_view name, std::string_view value) = 0;

  virtual Result<bool> add_seeds(const std::vector<SeedRow>& seeds) = 0;
  // The place of each is its id.
  virtual Result<std::vector<SeedRow>> seeds() = 0;

  // Of a new round; they begin with nothing done.
  virtual Result<bool> add_jobs(const std::vector<Job>& jobs) = 0;
  // The next job that is not done and that nobody has.
  virtual Result<std::optional<Job>> claim() = 0;
  // A finding whose fingerprint is there already counts as its duplicate.
  virtual Result<bool> save(const Advance& advance) = 0;
  virtual Result<std::vector<Job>> jobs() = 0;
  virtual Result<Counters> counters() = 0;

  // The finding as more is known of it, under another fingerprint perhaps. False: that one is there
  // already, and this one was counted as a duplicate of it.
  virtual Result<bool> replace_finding(const std::string& fingerprint,
                                       const FindingRow& finding) = 0;
  // One that turned out to be known to the user.
  virtual Result<bool> remove_finding(const std::string& fingerprint) = 0;
  // Those that are ready first, in the order in which they became so: what is read once stays where
  // it is.
  virtual Result<std::vector<FindingRow>> findings() = 0;

  // With the time that the campaign has run. It does not wait: the next one will tell as much.
  virtual Result<bool> add_sample(const SampleRow& sample) = 0;
  virtual Result<std::vector<SampleRow>> samples() = 0;
};

// A store that is not what we wrote; says how to mend it.
Error damaged_store(const std::string& path, std::string_view why);

}  // namespace pg
