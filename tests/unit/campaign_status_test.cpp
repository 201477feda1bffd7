#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campaign/show.h"
#include "campaign/status.h"
#include "support/counters.h"

namespace pg {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(NeverAnswered, NamesThoseThatWereCalledInVain) {
  Status status;
  status.solvers = {"z3", "cvc4", "mine", "idle"};
  status.counters = test::counted({{"calls", "z3", "", 1500},
                                   {"answers", "z3", "timeout", 1499},
                                   {"answers", "z3", "unsat", 1},
                                   {"calls", "cvc4", "", 1412},
                                   {"answers", "cvc4", "timeout", 1400},
                                   {"answers", "cvc4", "error", 12},
                                   {"calls", "mine", "", 1}});
  EXPECT_THAT(hardly_tested(status),
              ElementsAre("cvc4 never answered: 1,412 calls, timeout 1,400, error 12; nothing was "
                          "tested with it",
                          "mine never answered: 1 call; nothing was tested with it"));
  EXPECT_THAT(summary_of(status, "out", false),
              HasSubstr("No lie was found.\ncvc4 never answered: 1,412 calls"));
}

TEST(Summary, NamesSeedsWithoutAUsableModel) {
  Status status;
  EXPECT_THAT(summary_of(status, "out", false), Not(HasSubstr("usable model")));
  status.counters = test::counted({{"unproved", "a.smt2", "", 2}});
  EXPECT_THAT(summary_of(status, "out", false),
              HasSubstr("1 seed without a usable model or unsat core: a.smt2\n"));
  status.counters = test::counted({{"unproved", "a", "", 1},
                                   {"unproved", "b", "", 1},
                                   {"unproved", "c", "", 1},
                                   {"unproved", "d", "", 1},
                                   {"unproved", "e", "", 1},
                                   {"unproved", "f", "", 1},
                                   {"unproved", "g", "", 1}});
  EXPECT_THAT(
      summary_of(status, "out", false),
      HasSubstr("7 seeds without a usable model or unsat core: a, b, c, d, e and 2 more\n"));
}

TEST(NeverAnswered, OneAnswerAndManyErrorsAreHardlyATest) {
  Status status;
  status.solvers = {"dies", "slow"};
  status.counters = test::counted({{"calls", "dies", "", 339},
                                   {"answers", "dies", "sat", 1},
                                   {"answers", "dies", "error", 338},
                                   {"calls", "slow", "", 339},
                                   {"answers", "slow", "sat", 1},
                                   {"answers", "slow", "timeout", 338}});
  EXPECT_THAT(hardly_tested(status),
              ElementsAre("dies was hardly tested: 338 of 339 calls ended in an error"));
}

TEST(NeverAnswered, OneAnswerIsEnough) {
  Status status;
  status.solvers = {"a", "b"};
  status.counters = test::counted({{"calls", "a", "", 9},
                                   {"answers", "a", "sat", 1},
                                   {"calls", "b", "", 9},
                                   {"answers", "b", "unsat", 1}});
  EXPECT_THAT(hardly_tested(status), IsEmpty());
}

// A campaign with a bit of everything.
Status some_status() {
  Status status;
  status.run = status.seconds = 10;
  status.budget = 60;
  status.seeds = 1234;
  status.taken = 1000;
  status.solvers = {"z3", "cvc5 --check-models"};
  status.strategies = {"sae"};
  status.counters = test::counted({{"mutants", "sae", "", 2000},
                                   {"tries", "sae", "", 4000},
                                   {"calls", "z3", "", 1500},
                                   {"calls", "cvc5 --check-models", "", 500},
                                   {"strategy_calls", "sae", "", 1980},
                                   {"found", "sae", "", 1},
                                   {"goals", "sae", "", 40},
                                   {"covered", "sae", "", 30},
                                   {"seed_calls", "", "", 20},
                                   {"answers", "z3", "timeout", 7},
                                   {"answers", "z3", "sat", 21},
                                   {"worked", "", "", 1000},
                                   {"waited", "", "", 900},
                                   {"duplicates", "z3-crash-1", "", 12}});
  status.run_counters = status.counters;
  FindingRow& row = status.findings.emplace_back();
  row.found.fingerprint = "z3-crash-1";
  row.found.liar.name = "z3";
  row.found.reduced = Reduced::CutShort;
  row.seconds = 4;
  return status;
}

TEST(Show, TheScreenHasEveryNumberThatPeopleAskFor) {
  const Status status = some_status();
  const std::string screen = screen_of(status, {.width = 120});
  for (const char* part :
       {"] 17 %  50s left", "10s: 2,000 mutants (200/s), 2,000 calls (200/s), overhead 10 %",
        "seeds loaded: 1,000 of 1,234", "last bug 6s ago", "cvc5 --check-models", "25 %", "50 %",
        "75 %", "0.51", "(seeds)",
        "crash             1  reproduced 3 of 3 times, seen 12 times more"})
    EXPECT_THAT(screen, HasSubstr(part));
  EXPECT_THAT(screen, Not(HasSubstr("\x1b")));
  EXPECT_THAT(screen_of(status, {.width = 120, .colour = true}), HasSubstr("\x1b[1m  crash"));
  EXPECT_THAT(status_json(status, "status"), HasSubstr("\"mutants_per_second\":200"));
}

TEST(Show, NoLineIsWiderThanTheTerminal) {
  Status status = some_status();
  status.solvers.push_back(std::string(30, 'x'));
  status.findings.back().found.origin.seed_file = std::string(300, 'y');
  for (const size_t width : {20, 40, 80, 160}) {
    const std::string screen = screen_of(status, {.width = width, .colour = true});
    size_t column = 0;
    for (size_t at = 0; at < screen.size(); ++at) {
      if (screen[at] == '\x1b')
        at = screen.find('m', at);
      else
        column = screen[at] == '\n' ? 0 : column + 1;
      ASSERT_LE(column, width) << screen;
    }
  }
  EXPECT_THAT(screen_of(status, {.width = 80}), HasSubstr("other")) << "what has no room is summed";
  EXPECT_THAT(screen_of(status, {.width = 160}), Not(HasSubstr("other")));
}

TEST(Show, TheSummaryFitsTheTerminal) {
  const Status status = some_status();
  std::istringstream lines(summary_of(status, "out", false, {.width = 80}));
  for (std::string line; std::getline(lines, line);) {
    const bool path = line.find("out/bugs/") != line.npos;
    EXPECT_TRUE(path || line.size() <= 80) << line;
  }
}

TEST(Show, ACampaignThatEndsEarlySaysWhy) {
  Status status = some_status();
  EXPECT_THAT(summary_of(status, "out", false), Not(HasSubstr("Ended early")));
  status.exhausted = true;
  EXPECT_THAT(summary_of(status, "out", false),
              HasSubstr("Ended early: no seed gives another new mutant.\n"));
}

TEST(Show, TheSummarySaysWhereBugsAreAndWhatToDoNext) {
  Status status = some_status();
  EXPECT_THAT(summary_of(status, "out", false),
              AllOf(HasSubstr("crash          z3       out/bugs/z3-crash-1  (reduction was cut "
                              "short)  (seen 12 times more)"),
                    HasSubstr("Report:  polygraph report out\n"),
                    HasSubstr("More:    polygraph fuzz --out out\n"), Not(HasSubstr("Put aside"))));
  status.findings[0].shelf = Shelf::Held;
  status.counters.muted = 1;
  EXPECT_THAT(summary_of(status, "my out", true),
              AllOf(HasSubstr("my out/held/z3-crash-1"),
                    HasSubstr("Put aside: 1 held back by --quota, 1 sighting muted by --known.\n"),
                    HasSubstr("Interrupted; everything is saved.\n"),
                    HasSubstr("Resume:  polygraph fuzz --out 'my out'\n")));
}

TEST(Show, LinesOfALogBecomeRarer) {
  EXPECT_EQ(pause_after(0), 10);
  EXPECT_EQ(pause_after(1000), 100);
  EXPECT_EQ(pause_after(1e6), 600);
}

TEST(Status, OnlyBugsOfThisRunCount) {
  Status status = some_status();
  EXPECT_TRUE(status.lied());
  status.known_before = 1;
  EXPECT_FALSE(status.lied()) << "an earlier run told of it";
  status.findings.emplace_back().found.flaky = true;
  EXPECT_FALSE(status.lied());
  status.findings.emplace_back();
  EXPECT_TRUE(status.lied());
}

}  // namespace
}  // namespace pg
