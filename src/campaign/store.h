#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "bug/paths.h"
#include "campaign/facts.h"
#include "judge/case.h"

struct sqlite3;

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

// What one worker does at a stretch: mutants of one seed by one strategy.
struct ItemRow {
  uint64_t id = 0;
  uint64_t round = 0;
  uint64_t seed = 0;
  std::string strategy;  // "none": the seed itself
  uint64_t visit = 0;    // of this seed by this strategy, from 0
  uint64_t count = 0;    // numbers 1 to this
  uint64_t at = 0;       // the numbers up to this one are done
  bool done = false;
  // What it brought.
  uint64_t made = 0;
  uint64_t calls = 0;
  uint64_t timeouts = 0;
  uint64_t news = 0;        // behaviour that was not seen before
  uint64_t repeats = 0;     // mutants with the text of an earlier one
  uint64_t duplicates = 0;  // findings that were known
  uint64_t micros = 0;      // that it took
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

// Names of what is counted, and how much.
using Counters = std::map<std::string, uint64_t>;

// How things stood at some moment, for curves.
struct SampleRow {
  double seconds = 0;
  uint64_t findings = 0;
  Counters counters = {};
};

// All that a campaign must not forget, in one file. Whatever returns true is on the disk. All
// threads share it.
class Store {
 public:
  static Result<std::unique_ptr<Store>> open(const std::string& path);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  // Called with what is wrong when nothing can be written, such as on a full disk: true means to
  // try again. Without it a failed write is given up.
  void set_patience(std::function<bool(const std::string&)> wait) { wait_ = std::move(wait); }

  std::optional<std::string> setting(std::string_view name);
  bool set(std::string_view name, std::string_view value);

  bool add_seeds(const std::vector<SeedRow>& seeds);
  std::vector<SeedRow> seeds();

  // Of a new round; they begin with nothing done.
  bool add_items(const std::vector<ItemRow>& items);
  // What an item did since it was saved last, and what that adds to the counters; with a seed that
  // it took in.
  bool save(const ItemRow& item, const Counters& more, const SeedRow* seed = nullptr);
  std::vector<ItemRow> items();
  Counters counters();

  // False: there is one with that fingerprint already, or the write was given up.
  bool add_finding(const FindingRow& finding);
  // The finding as more is known of it, under another fingerprint perhaps. False: that one is there
  // already, and this one was counted as a duplicate of it; or the write was given up.
  bool replace_finding(const std::string& fingerprint, const FindingRow& finding);
  // One that turned out to be known to the user.
  bool remove_finding(const std::string& fingerprint);
  // Those that are ready first, in the order in which they became so: what is read once stays where
  // it is.
  std::vector<FindingRow> findings();

  // With the time that the campaign has run. It does not wait: the next one will tell as much.
  bool add_sample(const SampleRow& sample);
  std::vector<SampleRow> samples();

 private:
  explicit Store(sqlite3* database) : database_(database) {}

  class Statement;
  bool count(const std::string& name, uint64_t more);
  bool remove(const std::string& fingerprint);
  bool rename_counter(const std::string& name, const std::string& other);
  bool prepare();
  bool is_ours();
  bool transact(const std::function<bool()>& steps, bool patient = true);
  std::string message() const;

  std::mutex lock_;
  sqlite3* database_;
  std::function<bool(const std::string&)> wait_;
};

}  // namespace pg
