#include "base/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campaign/options.h"

namespace pg {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Things {
  bool loud = false;
  bool careful = true;
  uint64_t count = 3;
  double seconds = 60;
  std::string name;
  Words tags;
  Words parts{"a", "b"};
  std::string shape = "round";
};

constexpr auto kRows = std::to_array<OptionRow<Things>>({
    {{.name = "-l,--loud", .group = "G", .help = "h"}, [](Things& t) { return flag(t.loud); }},
    {{.name = "--careless", .group = "G", .help = "h", .kept = Kept::IfGiven},
     [](Things& t) { return switch_off(t.careful); }},
    {{.name = "--count", .group = "G", .help = "h", .kept = Kept::Always},
     [](Things& t) { return number(t.count, 1, 9); }},
    {{.name = "--time", .group = "G", .help = "h"},
     [](Things& t) { return duration(t.seconds, 1, 1e6); }},
    {{.name = "NAME", .group = "G", .help = "h"}, [](Things& t) { return text(t.name, "NAME"); }},
    {{.name = "--tag", .group = "G", .help = "h", .kept = Kept::Always},
     [](Things& t) { return texts(t.tags, "TAG"); }},
    {{.name = "--parts", .group = "G", .help = "h"},
     [](Things& t) {
       return list(t.parts, "NAMES", {"a", "b", "c"});
     }},
    {{.name = "--shape", .group = "G", .help = "h"},
     [](Things& t) {
       return choice(t.shape, {"round", "square"});
     }},
});

class Options : public ::testing::Test {
 protected:
  Options() { set_.add(kRows, things_); }

  // What is wrong with words for an option; empty if nothing is.
  std::string give(std::string_view key, const Words& words) {
    const Result<bool> given = set_.find(key)->give(words);
    return given ? std::string() : given.error().message;
  }

  Things things_;
  OptionSet set_;
};

TEST_F(Options, WordsBecomeValues) {
  EXPECT_EQ(give("loud", {}), "");
  EXPECT_EQ(give("careless", {"true"}), "");
  EXPECT_EQ(give("count", {"7"}), "");
  EXPECT_EQ(give("time", {"1.5h"}), "");
  EXPECT_EQ(give("NAME", {"x"}), "");
  EXPECT_EQ(give("tag", {"p", "q"}), "");
  EXPECT_EQ(give("parts", {"c,a", "b"}), "");
  EXPECT_EQ(give("shape", {"square"}), "");
  EXPECT_TRUE(things_.loud);
  EXPECT_FALSE(things_.careful);
  EXPECT_EQ(things_.count, 7u);
  EXPECT_EQ(things_.seconds, 5400);
  EXPECT_EQ(things_.name, "x");
  EXPECT_THAT(things_.tags, ElementsAre("p", "q"));
  EXPECT_THAT(things_.parts, ElementsAre("c", "a", "b"));
  EXPECT_EQ(things_.shape, "square");
  EXPECT_TRUE(set_.given("count"));
}

TEST_F(Options, WhatIsWrongIsSaidWithTheName) {
  EXPECT_EQ(give("count", {"10"}), "--count: 10 is not between 1 and 9");
  EXPECT_EQ(give("count", {"seven"}), "--count: 'seven' is no number that fits");
  EXPECT_EQ(give("count", {"-1"}), "--count: '-1' is no number that fits");
  EXPECT_EQ(give("count", {"99999999999999999999"}),
            "--count: '99999999999999999999' is no number that fits");
  EXPECT_EQ(give("count", {"1", "2"}), "--count: is given more than once");
  EXPECT_EQ(give("count", {}), "--count: needs N");
  EXPECT_EQ(give("time", {"0"}), "--time: 0 is not between 1s and 1000000s");
  EXPECT_THAT(give("time", {"nan"}), HasSubstr("'nan' is no time"));
  EXPECT_EQ(give("loud", {"perhaps"}), "--loud: give true or false");
  EXPECT_EQ(give("shape", {"sqare"}),
            "--shape: 'sqare' is none of round, square; did you mean 'square'?");
  EXPECT_EQ(give("parts", {"a,z"}), "--parts: 'z' is none of a, b, c");
  EXPECT_EQ(things_.count, 3u);
  EXPECT_THAT(things_.parts, ElementsAre("a", "b"));
  EXPECT_FALSE(set_.given("count"));
}

TEST_F(Options, WhatIsKeptComesBack) {
  ASSERT_EQ(give("careless", {}), "");
  ASSERT_EQ(give("tag", {"p"}), "");
  const std::vector<OptionWords> kept = set_.kept();
  EXPECT_THAT(kept, ElementsAre(OptionWords{"careless", {"true"}}, OptionWords{"count", {"3"}},
                                OptionWords{"tag", {"p"}}));
  Things other;
  OptionSet again;
  again.add(kRows, other);
  ASSERT_TRUE(again.find("count")->give({"5"}));
  ASSERT_TRUE(again.restore(kept));
  EXPECT_FALSE(other.careful);
  EXPECT_EQ(other.count, 5u) << "what is given counts more";
  EXPECT_THAT(other.tags, ElementsAre("p"));
  EXPECT_FALSE(again.restore(std::vector<OptionWords>{{"shape", {"round"}}})) << "not kept";
  EXPECT_FALSE(again.restore(std::vector<OptionWords>{{"nonsense", {}}}));
}

TEST_F(Options, DefaultsAreShown) {
  EXPECT_EQ(set_.find("time")->default_text(), "1m");
  EXPECT_EQ(set_.find("count")->default_text(), "3");
  EXPECT_EQ(set_.find("parts")->default_text(), "a,b");
  EXPECT_EQ(set_.find("loud")->default_text(), "");
  EXPECT_EQ(set_.find("NAME")->default_text(), "");
}

TEST(OptionRows, ChangedOnesAreTold) {
  Things things;
  EXPECT_THAT(changed(kRows, things), IsEmpty());
  things.careful = false;
  things.seconds = 90;
  EXPECT_THAT(changed(kRows, things),
              ElementsAre(OptionWords{"--careless", {"true"}}, OptionWords{"--time", {"90s"}}));
}

TEST(Durations, ReadAndWrite) {
  EXPECT_EQ(*read_duration("90"), 90);
  EXPECT_EQ(*read_duration("90s"), 90);
  EXPECT_EQ(*read_duration("10m"), 600);
  EXPECT_EQ(*read_duration("1.5h"), 5400);
  EXPECT_EQ(*read_duration("2d"), 172800);
  for (const char* wrong : {"", "m", "-1", "1w", "1 m", "inf", "nan", "1e30", "0x10"})
    EXPECT_FALSE(read_duration(wrong)) << wrong;
  for (const double seconds : {0.0, 0.01, 1.0, 59.0, 60.0, 90.0, 3600.0, 86400.0, 1e9})
    EXPECT_EQ(*read_duration(duration_word(seconds)), seconds);
  EXPECT_EQ(duration_word(7200), "2h");
}

TEST(Closest, FindsWhatWasMeant) {
  const Words commands{"fuzz", "replay", "reduce", "report", "rules"};
  EXPECT_EQ(closest("fuz", commands), "fuzz");
  EXPECT_EQ(closest("fzuz", commands), "fuzz");
  EXPECT_EQ(closest("reduc", commands), "reduce");
  EXPECT_EQ(closest("rep", commands), "replay");
  EXPECT_EQ(closest("elephant", commands), "");
  EXPECT_EQ(did_you_mean("elephant", commands), "");
}

// Whatever a visit draws, the words say it again.
TEST(OptionsOfVisit, VaryUnlessTheUserSaysSo) {
  CampaignOptions options;
  std::set<std::string> seen;
  for (uint64_t number = 0; number < 200; ++number) {
    const StrategyOptions drawn = options_of_visit(options, Rng(number));
    StrategyOptions again;
    for (const OptionWords& setting : changed(strategy_options(), drawn)) {
      seen.insert(setting.name + " " + setting.words[0]);
      for (const auto& row : strategy_options())
        if (row.spec.name == setting.name) {
          ASSERT_TRUE(row.value(again).read(setting.words));
        }
    }
    EXPECT_EQ(changed(strategy_options(), again), changed(strategy_options(), drawn));
    EXPECT_EQ(changed(strategy_options(), options_of_visit(options, Rng(number))),
              changed(strategy_options(), drawn));
  }
  EXPECT_THAT(seen, ::testing::IsSupersetOf({"--skeleton nnf", "--skeleton cnf", "--rounds 4",
                                             "--fresh true", "--uniform true"}));
  options.fixed = {"--skeleton", "--rounds"};
  options.strategy.sae.rounds = 7;
  for (uint64_t number = 0; number < 50; ++number) {
    const StrategyOptions drawn = options_of_visit(options, Rng(number));
    EXPECT_EQ(drawn.sae.skeleton, Skeleton::Original);
    EXPECT_EQ(drawn.sae.rounds, 7u);
  }
}

}  // namespace
}  // namespace pg
