// What a worker does with one job, without a campaign: fake solvers, and a store of its own.
#include <algorithm>
#include <atomic>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ask/query.h"
#include "campaign/worker.h"
#include "smtlib/parser.h"
#include "support/paths.h"
#include "support/process.h"

namespace pg {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr const char* kText =
    "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n(assert (> x 3))\n"
    "(assert (< (+ x y) 10))\n(check-sat)\n";

class WorkerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    options_.out = (directory_.path() / "out").string();
    std::filesystem::create_directories(options_.out);
    options_.strategies = {"sae"};
    options_.reduce_seconds = 0;
    // One solver after the other.
    options_.jobs = 1000;
    seed_.path = (directory_.path() / "seed.smt2").string();
    write_seed(kText);
    Result<std::unique_ptr<Store>> store =
        Store::open(CampaignPaths(options_.out).store().string());
    ASSERT_TRUE(store);
    store_ = std::move(*store);
  }
  void use(std::initializer_list<std::string> finders) {
    for (const std::string& finder : finders) {
      Result<Solver> solver = find_solver(finder);
      ASSERT_TRUE(solver) << finder;
      options_.solvers.push_back(*std::move(solver));
    }
  }
  void write_seed(const std::string& text) {
    directory_.write("seed.smt2", text);
    const Result<std::vector<SeedRow>> found = find_seeds({&seed_.path, 1}, 1'000'000, 1);
    ASSERT_TRUE(found);
    seed_.hash = (*found)[0].hash;
  }
  // Does something with a worker; what it saves is in saved_ then.
  void work(const std::function<void(Worker&)>& something) {
    Triage::Hooks hooks;
    hooks.clock = [this] {
      if (stop_at_bug_) stop_ = stop_asking_ = true;
      return std::pair(0.0, uint64_t{0});
    };
    Triage triage(options_, *store_, std::move(hooks));
    const WorkerContext context{options_,
                                triage,
                                stop_,
                                [this](const Advance& advance) {
                                  saved_ = advance.job;
                                  counted_.add(advance.more);
                                  return static_cast<bool>(store_->save(advance));
                                },
                                [this](const std::string& recipe, const std::string& text) {
                                  recipes_.push_back(recipe);
                                  mutants_.push_back(text);
                                  stop_asking_ = mutants_.size() == stopped_at_;
                                },
                                {},
                                &stop_asking_,
                                refusals_};
    Worker worker(context);
    something(worker);
  }
  void take() {
    work([&](Worker& worker) { worker.take({.id = 1, .task = TakeSeed{0}}, seed_); });
  }
  void visit(uint64_t number, uint64_t count = 12) {
    const SeedRow* seeds[] = {&seed_};
    work([&](Worker& worker) {
      worker.mutate({.id = 2, .task = MakeMutants{{0}, "sae", number, count}}, seeds, memory_);
    });
  }

  test::TemporaryDirectory directory_;
  CampaignOptions options_;
  std::unique_ptr<Store> store_;
  std::atomic<bool> stop_ = false;
  std::atomic<bool> stop_asking_ = false;
  size_t stopped_at_ = 0;     // that many mutants
  bool stop_at_bug_ = false;  // while one is confirmed
  SeedRow seed_;
  ArmMemory memory_;
  std::shared_ptr<Refusals> refusals_ = std::make_shared<Refusals>();
  Job saved_;
  Counters counted_;
  std::vector<std::string> recipes_;
  std::vector<std::string> mutants_;
};

TEST_F(WorkerTest, TakesASeedThatSolversAnswer) {
  use({"z3", "mute=" + test::fake_solver() + " say-unknown"});
  take();
  EXPECT_EQ(seed_.skipped, "");
  EXPECT_TRUE(seed_.taken);
  EXPECT_THAT(seed_.facts.answers, ElementsAre(Truth::Sat));
  EXPECT_TRUE(seed_.facts.find("z3")->usable);
  EXPECT_FALSE(seed_.facts.find("mute")->usable);
  EXPECT_THAT(seed_.facts.strategies, ElementsAre("sae"));
  EXPECT_TRUE(saved_.done);
  EXPECT_EQ(counted_.seeds_taken, 1u);
}

TEST_F(WorkerTest, SaysWhyASeedIsNotTaken) {
  use({"mute=" + test::fake_solver() + " say-unknown"});
  take();
  EXPECT_EQ(seed_.skipped, "no solver answers");
  write_seed("(assert (> x 3))\n(check-sat)\n");
  take();
  EXPECT_THAT(seed_.skipped, HasSubstr("not well-sorted: "));
  directory_.write("seed.smt2", "(check-sat)\n");
  take();
  EXPECT_EQ(seed_.skipped, "the file has changed since the campaign began");
  EXPECT_EQ(counted_.seeds_skipped, 3u);
}

// The paper of Sparrow takes no such seeds; other strategies do.
TEST_F(WorkerTest, WhatConnectivesDecideIsNoSeedOfSae) {
  use({"z3"});
  write_seed("(declare-const x Int)\n(assert (or (< x 3) (not (< x 3))))\n(check-sat)\n");
  take();
  EXPECT_EQ(seed_.skipped, "its connectives alone decide it");
  EXPECT_EQ(counted_.seeds_trivial, 1u);
  EXPECT_EQ(counted_.seeds_skipped, 1u);
  options_.strategies = {"sae", "diver"};
  take();
  EXPECT_EQ(seed_.skipped, "");
  EXPECT_THAT(seed_.facts.strategies, ElementsAre("diver"));
  const Result<SeedFacts> facts = read_facts(facts_text(seed_.facts));
  ASSERT_TRUE(facts);
  EXPECT_TRUE(facts->trivial);
  // The atoms matter here.
  write_seed("(declare-const x Int)\n(assert (or (< x 3) (> x 2)))\n(check-sat)\n");
  take();
  EXPECT_THAT(seed_.facts.strategies, ElementsAre("sae", "diver"));
  EXPECT_EQ(counted_.seeds_trivial, 2u);
}

TEST_F(WorkerTest, AVisitMakesItsMutantsAndTellsHow) {
  use({"z3"});
  take();
  visit(0);
  EXPECT_TRUE(saved_.done);
  EXPECT_EQ(saved_.at, 12u);
  EXPECT_GT(saved_.yield.made, 5u);
  EXPECT_EQ(saved_.yield.made, counted_.strategy("sae").mutants);
  EXPECT_EQ(saved_.yield.calls, mutants_.size());
  ASSERT_THAT(recipes_, SizeIs(mutants_.size()));
  EXPECT_THAT(recipes_, Contains(AllOf(HasSubstr(seed_.path), HasSubstr("--answer sat"))));
  EXPECT_THAT(*store_->findings(), IsEmpty());
}

TEST_F(WorkerTest, AVisitDependsOnItsNumberAlone) {
  use({"z3"});
  take();
  visit(3);
  const std::vector<std::string> first = std::exchange(mutants_, {});
  memory_ = {};
  visit(3);
  EXPECT_EQ(mutants_, first);
  mutants_.clear();
  memory_ = {};
  visit(4);
  EXPECT_NE(mutants_, first);
}

TEST_F(WorkerTest, WhatTheArmHasSeenIsNotAskedAgain) {
  use({"z3"});
  take();
  visit(3);
  mutants_.clear();
  visit(3);
  EXPECT_THAT(mutants_, IsEmpty());
  EXPECT_EQ(saved_.yield.repeats, saved_.yield.made);
}

// One of the solvers would refuse it, so nobody is asked about it.
TEST_F(WorkerTest, WhatASolverRefusesIsNotInMutants) {
  write_seed(
      "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n"
      "(assert (> x (+ y 3)))\n(assert (< x (+ y 2)))\n(check-sat)\n");
  const auto uses = [&] {
    return std::ranges::count_if(
        mutants_, [](const std::string& text) { return text.find("(abs ") != text.npos; });
  };
  use({"z3"});
  take();
  for (uint64_t number = 0; number < 12; ++number) visit(number, 20);
  EXPECT_GT(uses(), 5);
  mutants_.clear();
  recipes_.clear();
  memory_ = {};
  use({"old=" + test::fake_solver() + " refuse-abs"});
  take();
  ASSERT_TRUE(seed_.facts.find("old")->usable);
  for (uint64_t number = 0; number < 12; ++number) visit(number, 20);
  EXPECT_GT(mutants_.size(), 100u);
  for (size_t i = 0; i < mutants_.size(); ++i) {
    const bool of_z3 = recipes_[i].find("--solver-specific z3") != recipes_[i].npos;
    const bool left_out = recipes_[i].find("--without abs") != recipes_[i].npos;
    EXPECT_NE(of_z3, left_out) << recipes_[i];
    EXPECT_TRUE(of_z3 || mutants_[i].find("(abs ") == mutants_[i].npos) << mutants_[i];
  }
}

// What the solver does not read in the text. What it cannot do with what it has read does not
// count: that depends on how far it comes in its time.
std::string refusal(const std::string& solver, std::string text) {
  text.insert(text.find("(check-sat)"), "(assert false)\n");
  Pool pool;
  const ParsedScript parsed = parse_script(pool, text);
  if (!parsed.errors.empty()) return "not read by us";
  const std::vector<Answer> answers =
      ask_once(*find_solver(solver), make_query(pool, parsed.script, false), {.seconds = 60});
  if (answers.size() != 1) return "no answer";
  if (!answers[0].errors.empty()) return answers[0].errors[0];
  return answers[0].kind == AnswerKind::Unsat ? "" : std::string(name_of(answers[0].kind));
}

// Now and then a visit is for one solver, by its own operators; the other is not asked.
TEST_F(WorkerTest, AVisitSpeaksToOneSolverInItsOwnWords) {
  options_.mutants = 1;  // all are asked, in the order of the user
  write_seed(
      "(set-logic QF_NIA)\n(declare-const x Int)\n(declare-const y Int)\n"
      "(assert (> (* x y) 3))\n(assert (< (+ x y) 10))\n(check-sat)\n");
  use({"z3", "cvc5"});
  take();
  options_.limits.seconds = 0.2;  // the answers to the mutants do not matter
  const std::map<std::string, std::string> other = {{"z3", "cvc5"}, {"cvc5", "z3"}};
  std::map<std::string, uint64_t> visits;
  std::string words;
  for (uint64_t number = 0; number < 40; ++number) {
    recipes_.clear();
    mutants_.clear();
    counted_ = {};
    visit(number, 3);
    ASSERT_FALSE(recipes_.empty());
    std::string of;
    for (const auto& [name, unused] : other)
      if (recipes_[0].find("--solver-specific " + name) != recipes_[0].npos) of = name;
    ++visits[of];
    if (of.empty()) {
      EXPECT_EQ(counted_.solvers["z3"].calls, mutants_.size());
      EXPECT_EQ(counted_.solvers["cvc5"].calls, mutants_.size());
      continue;
    }
    EXPECT_EQ(counted_.solvers[of].calls, mutants_.size());
    EXPECT_EQ(counted_.solvers[other.at(of)].calls, 0u);
    for (const std::string& text : mutants_) EXPECT_EQ(refusal(of, text), "") << of << text;
    if (of == "cvc5")
      for (const std::string& text : mutants_) words += text;
  }
  EXPECT_GT(visits[""], visits["z3"] + visits["cvc5"]);
  EXPECT_GT(visits["z3"], 0u);
  EXPECT_GT(visits["cvc5"], 0u);
  EXPECT_THAT(words, testing::AnyOf(HasSubstr("int.pow2"), HasSubstr("iand")));
  // Unless the user says whose.
  options_.strategy.dialect = {.solvers = kZ3, .specific = true};
  options_.fixed = {"--solver-specific"};
  recipes_.clear();
  visit(50, 8);
  ASSERT_FALSE(recipes_.empty());
  EXPECT_THAT(recipes_[0], HasSubstr("--solver-specific z3"));
}

TEST_F(WorkerTest, AStoppedVisitIsNotDone) {
  use({"z3"});
  take();
  stop_ = true;
  visit(0);
  EXPECT_FALSE(saved_.done);
  EXPECT_EQ(saved_.at, 0u);
  EXPECT_THAT(mutants_, IsEmpty());
}

// What solvers did not say because they were ended must not be taken for what they say.
TEST_F(WorkerTest, WhatIsGivenUpIsDoneAgain) {
  use({"z3"});
  take();
  counted_ = {};
  visit(0);
  const std::vector<std::string> all = std::exchange(mutants_, {});
  const Counters counted = std::exchange(counted_, {});
  ASSERT_GT(all.size(), 3u);
  memory_ = {};
  stopped_at_ = 3;
  visit(0);
  EXPECT_THAT(mutants_, SizeIs(3));
  EXPECT_EQ(counted_.calls(), 0u);
  // Another process goes on.
  stopped_at_ = 0;
  stop_asking_ = false;
  mutants_.clear();
  memory_ = {};
  visit(0);
  EXPECT_TRUE(saved_.done);
  EXPECT_EQ(mutants_, all);
  EXPECT_EQ(counted_.calls(), counted.calls());
  EXPECT_EQ(counted_.mutants(), counted.mutants());
  EXPECT_EQ(counted_.digest, counted.digest);
}

TEST_F(WorkerTest, ASeedThatIsGivenUpIsNotTaken) {
  use({"z3"});
  stop_asking_ = true;
  take();
  EXPECT_FALSE(saved_.done);
  EXPECT_EQ(counted_.seeds_taken + counted_.seeds_skipped, 0u);
}

// The end of the time ends what solvers are asked, not what is known already.
TEST_F(WorkerTest, ABugIsKeptThatIsConfirmedWhenTheTimeIsOver) {
  use({"z3", "liar=" + test::fake_solver() + " --later lie-unsat"});
  take();
  stop_at_bug_ = true;
  visit(0);
  EXPECT_TRUE(stop_asking_);
  EXPECT_FALSE(saved_.done);
  EXPECT_THAT(*store_->findings(), Not(IsEmpty()));
}

TEST_F(WorkerTest, WhatDependsOnTheClockIsNotInTheDigest) {
  use({"z3"});
  take();
  EXPECT_FALSE(seed_.facts.timed);
  visit(0);
  EXPECT_EQ(counted_.timed, 0u);
  EXPECT_NE(counted_.digest, 0u);
  counted_ = {};
  memory_ = {};
  seed_.facts.timed = true;
  visit(0);
  EXPECT_GT(counted_.mutants(), 0u);
  EXPECT_EQ(counted_.timed, counted_.mutants());
  EXPECT_EQ(counted_.digest, 0u);
}

TEST_F(WorkerTest, ASeedWhoseSolverRanOutOfTimeIsTimed) {
  use({"z3", "slow=" + test::fake_solver() + " hang"});
  options_.limits.seconds = 0.2;
  take();
  EXPECT_TRUE(seed_.facts.timed);
  EXPECT_TRUE(read_facts(facts_text(seed_.facts))->timed);
}

TEST_F(WorkerTest, NothingIsMadeOfASeedThatChanged) {
  use({"z3"});
  take();
  directory_.write("seed.smt2", std::string(kText) + "(exit)\n");
  visit(0);
  EXPECT_TRUE(saved_.done);
  EXPECT_EQ(saved_.yield.made, 0u);
}

TEST_F(WorkerTest, OneArmShowsSoManyBugsOfAKindAndNoMore) {
  use({"z3", "liar=" + test::fake_solver() + " --later lie-unsat"});
  seed_.facts.answers = {Truth::Sat};
  for (const char* name : {"z3", "liar"})
    seed_.facts.solvers.push_back({.solver = name, .usable = true, .answers = {Truth::Sat}});
  options_.tuning.findings_of_a_kind = 2;
  visit(0, 20);
  ASSERT_GT(saved_.yield.made, 4u);
  EXPECT_GT(counted_.storm, 0u);
  const std::vector<FindingRow> found = *store_->findings();
  EXPECT_GT(found.size(), 0u);
  EXPECT_LE(found.size(), 2u);
  for (const FindingRow& row : found) {
    EXPECT_EQ(row.found.kind, Kind::WrongUnsat);
    EXPECT_EQ(row.found.origin.strategy, "sae");
    EXPECT_THAT(row.found.origin.recipe, HasSubstr("polygraph mutate "));
  }
}

class AskerTest : public WorkerTest {
 protected:
  void ask(const std::function<void(Asker&, Pool&, const Script&)>& something) {
    Pool pool;
    const ParsedScript parsed = parse_script(pool, kText);
    Progress progress([](const Advance&) { return true; }, [] { return 0.0; });
    progress.begin({.id = 1, .task = MakeMutants{{0}, "sae", 0, 1}});
    Asker asker(options_, progress, {});
    something(asker, pool, parsed.script);
    counted_.add(progress.more());
    yield_ = progress.yield();
  }
  // After so long that no limit for mutants is short.
  SeedFacts all_answer() {
    SeedFacts facts;
    for (const Solver& solver : options_.solvers)
      facts.solvers.push_back({.solver = solver.name, .usable = true, .seconds = 100});
    return facts;
  }
  Yield yield_;
};

std::vector<std::string> names(const std::vector<Evidence>& heard) {
  std::vector<std::string> names;
  for (const Evidence& each : heard) names.push_back(each.solver.name);
  return names;
}

TEST_F(AskerTest, CountsWhatSolversSay) {
  use({"z3", "sat=" + test::fake_solver() + " false-model",
       "mute=" + test::fake_solver() + " say-unknown"});
  ask([](Asker& asker, Pool& pool, const Script& script) {
    const size_t all[] = {0, 1, 2};
    const Heard heard = asker.ask_seed(pool, script, all);
    ASSERT_THAT(heard, SizeIs(1));
    EXPECT_THAT(names(heard[0]), ElementsAre("z3", "sat", "mute")) << "of a seed, silence too";
    EXPECT_EQ(heard[0][0].model, Verdict::True);
    EXPECT_EQ(heard[0][1].model, Verdict::False);
  });
  EXPECT_EQ(yield_.calls, 3u);
  EXPECT_EQ(counted_.solvers["z3"].answers[static_cast<size_t>(AnswerKind::Sat)], 1u);
  EXPECT_EQ(counted_.solvers["mute"].answers[static_cast<size_t>(AnswerKind::Unknown)], 1u);
  EXPECT_EQ(counted_.models[static_cast<size_t>(Verdict::False)], 1u);
}

TEST_F(AskerTest, SilenceIsNoEvidenceOfAMutant) {
  use({"mute=" + test::fake_solver() + " say-unknown", "z3"});
  ask([&](Asker& asker, Pool& pool, const Script& script) {
    const SeedFacts facts = all_answer();
    Audience audience(options_, facts);
    bool meanwhile = false;
    const Heard heard =
        asker.ask_mutant(pool, script, facts, audience, true, [&] { meanwhile = true; });
    EXPECT_THAT(names(heard[0]), ElementsAre("z3"));
    EXPECT_TRUE(meanwhile);
  });
}

// One answer to a formula of which nothing is claimed shows little: without the first, the others
// are asked only now and then.
TEST_F(AskerTest, WhereNothingIsClaimedAFirstSilenceIsMostlyTheLast) {
  use({"mute=" + test::fake_solver() + " say-unknown", "z3"});
  options_.tuning.asked_after_silence = 3;
  options_.tuning.most_silence = 100;
  ask([&](Asker& asker, Pool& pool, const Script& script) {
    const SeedFacts facts = all_answer();
    Audience audience(options_, facts);
    for (int i = 0; i < 6; ++i) asker.ask_mutant(pool, script, facts, audience, false, nullptr);
    EXPECT_THAT(audience.solvers(), SizeIs(2));
  });
  EXPECT_EQ(counted_.solvers["mute"].calls, 6u);
  EXPECT_EQ(counted_.solvers["z3"].calls, 2u);
}

TEST_F(AskerTest, WhoIsSilentTooOftenIsNotAskedAnyMore) {
  use({"mute=" + test::fake_solver() + " say-unknown"});
  ask([&](Asker& asker, Pool& pool, const Script& script) {
    const SeedFacts facts = all_answer();
    Audience audience(options_, facts);
    for (int i = 0; i < 20; ++i) asker.ask_mutant(pool, script, facts, audience, true, nullptr);
    EXPECT_THAT(audience.solvers(), IsEmpty());
  });
  EXPECT_LT(counted_.solvers["mute"].calls, 20u);
}

}  // namespace
}  // namespace pg
