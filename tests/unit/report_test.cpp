#include "report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/rng.h"
#include "report/explain.h"
#include "report/live.h"
#include "report/text.h"
#include "support/process.h"

namespace pg {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(ReportText, CutsWholeCharacters) {
  EXPECT_EQ(cut("short", 5), "short");
  EXPECT_EQ(cut("longer", 4), "long... (2 bytes more)");
  EXPECT_EQ(cut("a\xc3\xa4z", 2), "a... (3 bytes more)");
}

TEST(ReportText, XmlHasNothingThatXmlRefuses) {
  EXPECT_EQ(escape_xml_text("<a b=\"&\">\n"), "&lt;a b=&quot;&amp;&quot;&gt;\n");
  EXPECT_EQ(escape_xml_text(std::string_view("\0\x1f\xff\xef\xbf\xbf", 6)),
            "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
  EXPECT_EQ(escape_xml_text("\xef\xbf\xbc"), "\xef\xbf\xbc");
}

TEST(ReportText, NamesAreSafeAndDifferent) {
  EXPECT_EQ(safe_name("z3-wrong-unsat-00ff"), "z3-wrong-unsat-00ff");
  EXPECT_THAT(safe_name("../../etc"), Not(HasSubstr("/")));
  EXPECT_NE(safe_name("a/b"), safe_name("a_b"));
  EXPECT_NE(safe_name("a/b"), safe_name("a?b"));
  EXPECT_NE(safe_name(".."), "..");
  EXPECT_NE(safe_name(""), "");
  EXPECT_NE(safe_name("-rf").front(), '-');
  EXPECT_LT(safe_name(std::string(5000, 'a')).size(), 200u);
}

TEST(ReportText, Base64) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("\xff\xff\xfe"), "///+");
}

Bug wrong_unsat() {
  Bug bug;
  bug.kind = FindingKind::WrongUnsat;
  bug.fingerprint = "z3-wrong-unsat-1";
  bug.solver = "z3";
  bug.original =
      "(declare-const x Int)\n(assert (> x 3))\n(assert (or (= x 5) false))\n(check-sat)\n";
  bug.model = "((define-fun x () Int 5))";
  bug.certificate = bug.model;
  return bug;
}

TEST(ReportExplain, EveryAssertionOfAWrongUnsatIsTrue) {
  const Explanation explanation = explain_bug(wrong_unsat());
  EXPECT_EQ(explanation.file, "original.smt2");
  ASSERT_EQ(explanation.assertions.size(), 2u);
  EXPECT_EQ(explanation.assertions[0].line, 2u);
  EXPECT_EQ(explanation.assertions[0].value, "true");
  const std::vector<ExplainedStep>& steps = explanation.assertions[1].steps;
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(steps[0].term, "(or (= x 5) false)");
  EXPECT_EQ(steps[1].term, "(= x 5)");
  EXPECT_EQ(steps[1].depth, 1u);
  EXPECT_EQ(steps[2].term, "x");
  EXPECT_EQ(steps[2].value, "5");
}

TEST(ReportExplain, OfAFalseModelOnlyWhatIsFalse) {
  Bug bug = wrong_unsat();
  bug.kind = FindingKind::InvalidModel;
  bug.model = "((define-fun x () Int 4))";
  const Explanation explanation = explain_bug(bug);
  ASSERT_EQ(explanation.assertions.size(), 1u);
  EXPECT_EQ(explanation.assertions[0].line, 3u);
  EXPECT_EQ(explanation.assertions[0].value, "false");
}

TEST(ReportExplain, AModelOfTheFormulaBeforeItWasReduced) {
  Bug bug = wrong_unsat();
  bug.reduced = "(declare-const x Int)\n(assert (= x 1))\n(check-sat)\n";
  EXPECT_EQ(explain_bug(bug).file, "original.smt2");
  bug.reduced = "(declare-const x Int)\n(assert (= x 5))\n(check-sat)\n";
  EXPECT_EQ(explain_bug(bug).file, "reduced.smt2");
}

TEST(ReportExplain, WhatCannotBeReadIsSaid) {
  Bug bug = wrong_unsat();
  bug.model = "((define-fun x () Int";
  EXPECT_THAT(explain_bug(bug).note, HasSubstr("The model cannot be read"));
  bug.original = "(assert";
  EXPECT_THAT(explain_bug(bug).note, HasSubstr("not one that Polygraph reads"));
  bug.original = std::string(1 << 20, ' ');
  EXPECT_THAT(explain_bug(bug).note, HasSubstr("too large"));
  bug.kind = FindingKind::Crash;
  EXPECT_EQ(explain_bug(bug).file, "");
}

TEST(ReportExplain, TermsThatNestDeepAreCut) {
  Bug bug = wrong_unsat();
  std::string term = "x";
  for (int i = 0; i < 8000; ++i) term = "(+ 1 " + term + ")";
  bug.original = "(declare-const x Int)\n(assert (> " + term + " 0))\n(check-sat)\n";
  const Explanation explanation = explain_bug(bug);
  ASSERT_EQ(explanation.assertions.size(), 1u);
  EXPECT_LE(explanation.assertions[0].steps.size(), 60u);
  EXPECT_LT(explanation.assertions[0].steps[0].term.size(), 300u);
}

TEST(ReportExplain, SeedAndMutantArePrintedAlike) {
  Bug bug = wrong_unsat();
  bug.seed = "; a comment\n(declare-const x   Int)(assert (> x\n 3))\n(check-sat)";
  bug.original = "(declare-const x Int)\n(assert (>   x 4))\n(check-sat)\n";
  const PrintedPair pair = print_alike(bug);
  EXPECT_EQ(pair.seed, "(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n");
  EXPECT_EQ(pair.mutant, "(declare-const x Int)\n(assert (> x 4))\n(check-sat)\n");
  bug.seed = "(assert";
  EXPECT_EQ(print_alike(bug).mutant, bug.original);
}

TEST(ReportExplain, Theories) {
  EXPECT_THAT(theories_of("(declare-const s String)(assert (and true (= 1 (str.len s))))"),
              ElementsAre("strings"));
  EXPECT_THAT(theories_of("(declare-const p Bool)(assert (and p p))"), ElementsAre("core"));
  EXPECT_THAT(theories_of("(assert"), IsEmpty());
}

class ReportOfStore : public ::testing::Test {
 protected:
  void SetUp() override {
    Result<std::unique_ptr<Store>> store =
        Store::open((directory_.path() / "campaign.sqlite").string());
    ASSERT_TRUE(store);
    store_ = std::move(*store);
  }
  void add(const Bug& bug, const std::string& text) {
    EXPECT_TRUE(store_->add_finding({.fingerprint = bug.fingerprint,
                                     .kind = std::string(name_of(bug.kind)),
                                     .solver = bug.solver,
                                     .program = "z3",
                                     .strategy = "sae",
                                     .seed = "a.smt2",
                                     .bug = text}));
  }
  void count(const Counters& counters) {
    ASSERT_TRUE(store_->add_items({{.id = 1, .strategy = "sae"}}));
    ASSERT_TRUE(store_->save({.id = 1}, counters));
  }
  json as_json() { return json::parse(report_json(read_report(*store_))); }

  test::TemporaryDirectory directory_;
  std::unique_ptr<Store> store_;
};

TEST_F(ReportOfStore, AnEmptyOneIsAReport) {
  const Report report = read_report(*store_);
  const json read = json::parse(report_json(report));
  EXPECT_THAT(read["findings"], IsEmpty());
  EXPECT_THAT(read["solvers"], IsEmpty());
  EXPECT_EQ(read["seconds"], 0);
  EXPECT_GT(read["theories"].size(), 10u);
  EXPECT_THAT(report_junit(report), HasSubstr("<testsuites>"));
  EXPECT_THAT(report_html(report), HasSubstr("connect-src 'none'"));
}

TEST_F(ReportOfStore, NamesOfSolversMayHaveDots) {
  count({{"calls.z3", 3},
         {"calls.z3 smt.seed=1.5", 4},
         {"answer.z3.sat", 1},
         {"answer.z3.out-of-memory", 2},
         {"answer.z3 smt.seed=1.5.unsat", 4},
         {"answer.z3.5.unsat", 7}});
  const json solvers = as_json()["solvers"];
  ASSERT_EQ(solvers.size(), 3u);
  EXPECT_EQ(solvers[0]["name"], "z3");
  EXPECT_EQ(solvers[0]["answers"], json({{"sat", 1}, {"out-of-memory", 2}}));
  EXPECT_EQ(solvers[1]["name"], "z3 smt.seed=1.5");
  EXPECT_EQ(solvers[1]["answers"], json({{"unsat", 4}}));
  EXPECT_EQ(solvers[2]["name"], "z3.5");
}

TEST_F(ReportOfStore, SettingsThatAreNoJsonAreLeftOut) {
  for (const char* name : {"solvers", "strategies", "options"})
    ASSERT_TRUE(store_->set(name, "[{\"name\":"));
  ASSERT_TRUE(store_->set("options", std::string(1'000'000, '[') + std::string(1'000'000, ']')));
  ASSERT_TRUE(store_->set("seconds", "inf"));
  const json read = as_json();
  EXPECT_THAT(read["solvers"], IsEmpty());
  EXPECT_TRUE(read["options"].is_null());
  EXPECT_EQ(read["seconds"], 0);
}

TEST_F(ReportOfStore, SeedsAndOperators) {
  ASSERT_TRUE(store_->add_seeds({{.id = 0, .path = "a", .logic = "QF_BV", .taken = true},
                                 {.id = 1, .path = "b", .logic = "QF_BV"},
                                 {.id = 2, .path = "c", .skipped = "too large"}}));
  count({{"operator.bvadd", 5}, {"opaque", 2}});
  const json read = as_json();
  EXPECT_EQ(read["seeds"]["logics"], json::parse(R"([{"logic":"QF_BV","seeds":2,"taken":1}])"));
  EXPECT_EQ(read["seeds"]["skipped"][0]["why"], "too large");
  EXPECT_EQ(read["seeds"]["opaque"], 2);
  for (const json& theory : read["theories"]) {
    if (theory["name"] != "bitvectors") continue;
    EXPECT_THAT(theory["operators"], ::testing::Contains(json::array({"bvadd", 5})));
  }
}

TEST(Reports, ManySamplesAreThinnedOutUpToTheLast) {
  Report report;
  for (uint64_t i = 0; i < 5000; ++i)
    report.samples.push_back(
        {.seconds = static_cast<double>(i), .counters = {{"calls.z3", 10 * i}}});
  report.samples.back().counters["calls.cvc5"] = 3;
  const json samples = json::parse(report_json(report))["samples"];
  EXPECT_LE(samples["counters"]["calls.z3"].size(), 2001u);
  EXPECT_EQ(samples["counters"]["calls.z3"].back(), 49990);
  EXPECT_EQ(samples["counters"]["calls.cvc5"].size(), samples["seconds"].size());
  EXPECT_EQ(samples["counters"]["calls.cvc5"].front(), 0) << "not counted yet";
  EXPECT_EQ(samples["seconds"].size(), samples["findings"].size());
}

TEST_F(ReportOfStore, AFindingThatCannotBeReadIsListed) {
  add(wrong_unsat(), "no JSON");
  const Report report = read_report(*store_);
  const json read = json::parse(report_json(report));
  ASSERT_EQ(read["findings"].size(), 1u);
  EXPECT_THAT(std::string(read["findings"][0]["sentence"]), HasSubstr("cannot be read"));
  EXPECT_THAT(report_sarif(report), HasSubstr("\"ruleId\": \"wrong-unsat\""));
  EXPECT_THAT(report_junit(report), HasSubstr("failures=\"1\""));
  EXPECT_THAT(report_html(report), HasSubstr("id=\"details0\""));
}

TEST_F(ReportOfStore, NoTextEndsItsBlock) {
  Bug bug = wrong_unsat();
  bug.sentence = "</script><!--<script>";
  add(bug, bug_text(bug));
  const std::string page = report_html(read_report(*store_));
  EXPECT_THAT(page, Not(HasSubstr("</script><!--<script>")));
  EXPECT_THAT(page, HasSubstr("\\u003c/script>\\u003c!--\\u003cscript>"));
}

TEST(Reports, TextsAreCutWhereAllWouldBeTooMuch) {
  // Random digits do not become much less by compression.
  Rng rng(1);
  Report report;
  for (size_t i = 0; i < 250; ++i) {
    Bug bug = wrong_unsat();
    bug.kind = FindingKind::Crash;
    while (bug.output.size() < 80'000) bug.output += std::to_string(rng.next());
    report.findings.push_back({.row = {.fingerprint = std::to_string(i)}, .bug = bug});
  }
  EXPECT_LT(report_html(report).size(), 15'000'000u);
}

TEST_F(ReportOfStore, ALiveOneGivesWhatIsNew) {
  LiveReport live(*store_);
  EXPECT_THAT(live.answer("")->body, HasSubstr("connect-src 'self'"));
  EXPECT_THAT(json::parse(live.answer("data/0")->body)["findings"], IsEmpty());
  const Bug bug = wrong_unsat();
  add(bug, bug_text(bug));
  EXPECT_EQ(json::parse(live.answer("data/0")->body)["findings"].size(), 1u);
  const json nothing_new = json::parse(live.answer("data/1")->body);
  EXPECT_THAT(nothing_new["findings"], IsEmpty());
  EXPECT_EQ(nothing_new["first"], 1);
  EXPECT_EQ(json::parse(live.answer("data/77")->body)["first"], 0);
  EXPECT_EQ(json::parse(live.answer("finding/0")->body)["formula"], bug.original);
  for (const char* path : {"finding/1", "finding/-1", "finding/x", "other", "../etc/passwd"})
    EXPECT_FALSE(live.answer(path)) << path;
}

}  // namespace
}  // namespace pg
