#include "campaign/triage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/stop.h"
#include "bug/folder.h"
#include "support/cases.h"
#include "support/paths.h"
#include "support/process.h"
#include "support/store.h"

namespace pg {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;
using Outcome = Triage::Outcome;

Solver fake(const std::string& name, const std::string& behaviour) {
  Result<Solver> solver = find_solver(name + "=" + test::fake_solver() + " " + behaviour);
  EXPECT_TRUE(solver);
  return *std::move(solver);
}

// What a worker suspects of a solver that answered unsat.
Case suspect(const Solver& liar, const std::string& formula) {
  Case found = test::wrong_unsat();
  found.liar = liar.id();
  found.original = formula;
  found.fingerprint.clear();
  return found;
}

constexpr const char* kFormula = "(declare-const x Int)\n(assert (= x 5))\n(check-sat)\n";

TEST(Confirm, WhatFreshProcessesShowHasAFingerprint) {
  const std::vector<Solver> solvers{fake("liar", "lie-unsat"), *find_solver("z3")};
  const Case found = Confirmer(solvers, {}).confirm(suspect(solvers[0], kFormula));
  EXPECT_EQ(found.kind, Kind::WrongUnsat);
  EXPECT_FALSE(found.flaky);
  EXPECT_FALSE(found.fingerprint.empty());
  EXPECT_EQ(found.origin.strategy, "sae") << "where it comes from stays";
  EXPECT_EQ(found.output, "unsat\n");
  ASSERT_THAT(found.witnesses, SizeIs(1));
  EXPECT_EQ(found.witnesses[0].solver.name, "z3");
}

TEST(Confirm, WhatTheyDoNotShowIsFlaky) {
  const std::vector<Solver> solvers{fake("liar", "lie-sat")};
  const Case found = Confirmer(solvers, {}).confirm(suspect(solvers[0], kFormula));
  EXPECT_TRUE(found.flaky);
  EXPECT_EQ(found.kind, Kind::WrongUnsat) << "what the session said is all that there is";
}

TEST(Confirm, ADisagreementIsPutToThoseWhoWereNotAsked) {
  const std::vector<Solver> solvers{fake("a", "lie-sat"), fake("b", "lie-unsat")};
  Case open = suspect(solvers[0], kFormula);
  open.kind = Kind::Disagreement;
  open.answer = AnswerKind::Sat;
  open.certificate = OtherAnswers{};
  Confirmer confirmer(solvers, {});
  const Case found = confirmer.confirm(open);
  EXPECT_EQ(found.kind, Kind::WrongUnsat) << "an installed solver has a model";
  EXPECT_EQ(found.liar.name, "b");
  EXPECT_GT(confirmer.all_solvers().size(), solvers.size());
}

class TriageTest : public ::testing::Test {
 protected:
  void SetUp() override {
    options_.out = directory_.path().string();
    options_.solvers = {fake("liar", "lie-unsat"), *find_solver("z3")};
    options_.reduce_seconds = 0;
    Result<std::unique_ptr<Store>> store =
        Store::open(CampaignPaths(options_.out).store().string());
    ASSERT_TRUE(store);
    store_ = std::move(*store);
  }
  std::unique_ptr<Triage> start() {
    Triage::Hooks hooks;
    hooks.clock = [] { return std::pair(1.5, uint64_t{7}); };
    hooks.found = [this](const FindingRow& row, const std::string& known_as) {
      told_.push_back(row);
      known_as_ = known_as;
    };
    auto triage = std::make_unique<Triage>(options_, *store_, std::move(hooks));
    EXPECT_TRUE(triage->resume());
    return triage;
  }
  Outcome examine(Triage& triage, const std::string& formula) {
    double waited = 0;
    Triage::Examined examined =
        triage.examine(suspect(options_.solvers[0], formula), counters_, waited);
    if (!examined.row.found.fingerprint.empty()) {
      EXPECT_TRUE(test::add_finding(*store_, examined.row));
      triage.keep(std::move(examined.row));
    }
    return examined.outcome;
  }
  bool has_folder(const FindingRow& row) {
    return static_cast<bool>(
        read_bug(CampaignPaths(options_.out).bug(row.shelf, row.found.fingerprint).string()));
  }

  test::TemporaryDirectory directory_;
  CampaignOptions options_;
  std::unique_ptr<Store> store_;
  Counters counters_;
  std::vector<FindingRow> told_;
  std::string known_as_;
};

constexpr const char* kOther = "(declare-const x Int)\n(assert (> x 4))\n(check-sat)\n";
constexpr const char* kThird = "(declare-const x Int)\n(assert (= (+ x x) 10))\n(check-sat)\n";

TEST_F(TriageTest, EachBugIsKeptOnce) {
  const std::unique_ptr<Triage> triage = start();
  EXPECT_EQ(examine(*triage, kFormula), Outcome::New);
  EXPECT_EQ(examine(*triage, kFormula), Outcome::Duplicate);
  EXPECT_EQ(examine(*triage, kOther), Outcome::New);
  ASSERT_THAT(told_, SizeIs(2));
  EXPECT_EQ(told_[0].seconds, 1.5);
  EXPECT_EQ(told_[0].calls, 7u);
  EXPECT_TRUE(has_folder(told_[0]));
  EXPECT_EQ(counters_.duplicates_of(told_[0].found.fingerprint), 1u);
}

TEST_F(TriageTest, AQuotaHoldsTheRestAndSaysWhere) {
  options_.quota = 1;
  start()->hurry();
  const std::unique_ptr<Triage> triage = start();
  EXPECT_EQ(examine(*triage, kFormula), Outcome::New);
  EXPECT_EQ(examine(*triage, kOther), Outcome::New);
  ASSERT_THAT(told_, SizeIs(2));
  EXPECT_EQ(told_[0].shelf, Shelf::Bugs);
  EXPECT_EQ(told_[1].shelf, Shelf::Held);
  const Result<std::vector<FindingRow>> rows = store_->findings();
  for (const FindingRow& row : *rows) EXPECT_TRUE(has_folder(row));
}

TEST_F(TriageTest, AQuotaCountsWhatWasThereBefore) {
  options_.quota = 1;
  EXPECT_EQ(examine(*start(), kFormula), Outcome::New);
  EXPECT_EQ(examine(*start(), kOther), Outcome::New);
  ASSERT_THAT(told_, SizeIs(2));
  EXPECT_EQ(told_[1].shelf, Shelf::Held);
}

TEST_F(TriageTest, WhatTheUserKnowsIsMuted) {
  EXPECT_EQ(examine(*start(), kFormula), Outcome::New);
  options_.known = {told_[0].found.fingerprint};
  ASSERT_TRUE(store_->remove_finding(told_[0].found.fingerprint));
  told_.clear();
  EXPECT_EQ(examine(*start(), kFormula), Outcome::Muted);
  EXPECT_THAT(told_, IsEmpty());
}

TEST_F(TriageTest, BugsAreReducedBesidesTheCampaignAndMerged) {
  options_.reduce_seconds = 60;
  {
    const std::unique_ptr<Triage> triage = start();
    EXPECT_EQ(examine(*triage, kFormula), Outcome::New);
    EXPECT_EQ(examine(*triage, kOther), Outcome::New);
    EXPECT_THAT(*store_->findings(), SizeIs(::testing::Ge(1u))) << "they are safe at once";
    while (triage->waiting() > 0) std::this_thread::yield();
  }
  // It lies whatever it is asked: both become the same formula.
  ASSERT_THAT(told_, SizeIs(1));
  EXPECT_EQ(told_[0].found.reduced, Reduced::Yes);
  EXPECT_EQ(told_[0].found.smaller, "(check-sat)\n");
  const std::vector<FindingRow> rows = *store_->findings();
  ASSERT_THAT(rows, SizeIs(1));
  EXPECT_TRUE(rows[0].ready);
  EXPECT_EQ(rows[0].duplicates, 1u);
  // Known under the name of the small formula, it is muted.
  options_.known = {rows[0].found.fingerprint};
  ASSERT_TRUE(store_->remove_finding(rows[0].found.fingerprint));
  told_.clear();
  {
    const std::unique_ptr<Triage> triage = start();
    examine(*triage, kThird);
    while (triage->waiting() > 0) std::this_thread::yield();
  }
  EXPECT_THAT(told_, IsEmpty());
  EXPECT_THAT(*store_->findings(), IsEmpty());
}

TEST_F(TriageTest, WhatWasNotReducedInTimeIsTakenUpAgain) {
  FindingRow row;
  row.found = suspect(options_.solvers[0], kFormula);
  row.found.fingerprint = "waiting";
  ASSERT_TRUE(test::add_finding(*store_, row));
  ASSERT_TRUE(
      write_bug(CampaignPaths(options_.out).bug(Shelf::Bugs, "waiting").string(), row.found));
  options_.reduce_seconds = 60;
  {
    const std::unique_ptr<Triage> triage = start();
    while (triage->waiting() > 0) std::this_thread::yield();
  }
  ASSERT_THAT(told_, SizeIs(1));
  EXPECT_EQ(told_[0].found.smaller, "(check-sat)\n");
  EXPECT_FALSE(read_bug(CampaignPaths(options_.out).bug(Shelf::Bugs, "waiting").string()))
      << "a report wrote it before it was ready";
}

// Whoever pressed Ctrl-C has its folder; that is replaced, and it is no new bug.
TEST_F(TriageTest, WhatWasInterruptedGoesOn) {
  const CampaignPaths paths(options_.out);
  for (const Reduced reduced : {Reduced::No, Reduced::Interrupted}) {
    told_.clear();
    FindingRow row;
    row.found = suspect(options_.solvers[0], kFormula);
    row.found.fingerprint = "large";
    row.found.reduced = reduced;
    row.ready = true;
    ASSERT_TRUE(test::add_finding(*store_, row));
    ASSERT_TRUE(write_bug(paths.bug(Shelf::Bugs, "large").string(), row.found));
    options_.reduce_seconds = 60;
    {
      const std::unique_ptr<Triage> triage = start();
      while (triage->waiting() > 0) std::this_thread::yield();
    }
    ASSERT_THAT(told_, SizeIs(1));
    EXPECT_EQ(known_as_, "large");
    EXPECT_EQ(told_[0].found.reduced, Reduced::Yes);
    EXPECT_TRUE(has_folder(told_[0]));
    EXPECT_FALSE(std::filesystem::exists(paths.bug(Shelf::Bugs, "large")));
    ASSERT_TRUE(store_->remove_finding(told_[0].found.fingerprint));
  }
}

TEST_F(TriageTest, WhatIsGivenUpIsAsGoodAsNeverSeen) {
  const std::unique_ptr<Triage> triage = start();
  {
    const std::atomic<bool> stop = true;
    const StopScope scope(&stop);
    EXPECT_EQ(examine(*triage, kFormula), Outcome::Untested);
  }
  EXPECT_THAT(*store_->findings(), IsEmpty());
  EXPECT_EQ(examine(*triage, kFormula), Outcome::New);
}

TEST_F(TriageTest, WhoIsInAHurryGetsWhatThereIs) {
  options_.reduce_seconds = 60;
  FindingRow row;
  row.found = suspect(options_.solvers[0], kFormula);
  row.found.fingerprint = "waiting";
  ASSERT_TRUE(test::add_finding(*store_, row));
  {
    Triage::Hooks hooks;
    hooks.found = [this](const FindingRow& each, const std::string&) { told_.push_back(each); };
    Triage triage(options_, *store_, std::move(hooks));
    triage.hurry();
    EXPECT_TRUE(triage.resume());
  }
  ASSERT_THAT(told_, SizeIs(1));
  EXPECT_EQ(told_[0].found.reduced, Reduced::No);
  EXPECT_TRUE(has_folder(told_[0]));
}

}  // namespace
}  // namespace pg
