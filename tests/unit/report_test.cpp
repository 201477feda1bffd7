#include "report/report.h"

#include <filesystem>

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sqlite3.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/rng.h"
#include "report/explain.h"
#include "report/live.h"
#include "report/text.h"
#include "support/counters.h"
#include "support/process.h"
#include "support/store.h"

namespace pg {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

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

Case wrong_unsat() {
  Case found;
  found.kind = Kind::WrongUnsat;
  found.fingerprint = "z3-wrong-unsat-1";
  found.liar = {.name = "z3", .program = "z3", .version = "4.8.12", .options = {}};
  found.answer = AnswerKind::Unsat;
  found.original =
      "(declare-const x Int)\n(assert (> x 3))\n(assert (or (= x 5) false))\n(check-sat)\n";
  found.certificate = TrueModel{"((define-fun x () Int 5))", ""};
  return found;
}

Case with(Case found, Kind kind, AnswerKind answer, Certificate certificate) {
  found.kind = kind;
  found.answer = answer;
  found.certificate = std::move(certificate);
  found.fingerprint = fmt::format("z3-{}-1", name_of(kind));
  return found;
}

TEST(ReportExplain, EveryAssertionOfAWrongUnsatIsTrue) {
  const Explanation explanation = explain_bug(wrong_unsat());
  EXPECT_EQ(explanation.file, "original.smt2");
  EXPECT_TRUE(explanation.holds);
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
  const Explanation explanation =
      explain_bug(with(wrong_unsat(), Kind::InvalidModel, AnswerKind::Sat,
                       FalseModel{.model = "((define-fun x () Int 4))"}));
  EXPECT_FALSE(explanation.holds);
  ASSERT_EQ(explanation.assertions.size(), 1u);
  EXPECT_EQ(explanation.assertions[0].line, 3u);
  EXPECT_EQ(explanation.assertions[0].value, "false");
}

TEST(ReportExplain, WhatAFalseModelLeavesOpenIsNotCalledFalse) {
  Case found = with(wrong_unsat(), Kind::InvalidModel, AnswerKind::Sat, FalseModel{.model = "()"});
  const Explanation explanation = explain_bug(found);
  EXPECT_THAT(explanation.assertions, IsEmpty());
  EXPECT_THAT(explanation.note, HasSubstr("No assertion is false"));
}

TEST(ReportExplain, TheFormulaAsReductionLeftIt) {
  Case found = wrong_unsat();
  found.smaller = "(declare-const x Int)\n(assert (= x 5))\n(check-sat)\n";
  EXPECT_EQ(explain_bug(found).file, "reduced.smt2");
  EXPECT_TRUE(explain_bug(found).holds);
  found.smaller = "(declare-const x Int)\n(assert (= x 1))\n(check-sat)\n";
  EXPECT_FALSE(explain_bug(found).holds) << "says what it finds, whatever the kind claims";
}

TEST(ReportExplain, AllAssertionsCountAlsoThoseThatAreNotShown) {
  Case found = wrong_unsat();
  found.original = "(declare-const x Int)\n";
  for (int i = 0; i < 50; ++i) found.original += "(assert (> x 3))\n";
  found.original += "(assert (= x 6))\n(check-sat)\n";
  const Explanation explanation = explain_bug(found);
  EXPECT_EQ(explanation.assertions.size() + explanation.left_out, 51u);
  EXPECT_GT(explanation.left_out, 0u);
  EXPECT_FALSE(explanation.holds);
}

TEST(ReportExplain, WhatCannotBeReadIsSaid) {
  Case found = wrong_unsat();
  found.certificate = TrueModel{"((define-fun x () Int", ""};
  EXPECT_THAT(explain_bug(found).note, HasSubstr("The model cannot be read"));
  EXPECT_FALSE(explain_bug(found).holds);
  found.original = "(assert";
  EXPECT_THAT(explain_bug(found).note, HasSubstr("not one that Polygraph reads"));
  found.original = std::string(1 << 20, ' ');
  EXPECT_THAT(explain_bug(found).note, HasSubstr("too large"));
  found.certificate = Breakdown{"ASSERTION VIOLATION"};
  EXPECT_EQ(explain_bug(found).file, "");
}

TEST(ReportExplain, TermsThatNestDeepAreCut) {
  Case bug = wrong_unsat();
  std::string term = "x";
  for (int i = 0; i < 8000; ++i) term = "(+ 1 " + term + ")";
  bug.original = "(declare-const x Int)\n(assert (> " + term + " 0))\n(check-sat)\n";
  const Explanation explanation = explain_bug(bug);
  ASSERT_EQ(explanation.assertions.size(), 1u);
  EXPECT_LE(explanation.assertions[0].steps.size(), 60u);
  EXPECT_LT(explanation.assertions[0].steps[0].term.size(), 300u);
}

TEST(ReportExplain, SeedAndMutantArePrintedAlike) {
  Case bug = wrong_unsat();
  bug.origin.seed = "; a comment\n(declare-const x   Int)(assert (> x\n 3))\n(check-sat)";
  bug.original = "(declare-const x Int)\n(assert (>   x 4))\n(check-sat)\n";
  const PrintedPair pair = print_alike(bug);
  EXPECT_EQ(pair.seed, "(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n");
  EXPECT_EQ(pair.mutant, "(declare-const x Int)\n(assert (> x 4))\n(check-sat)\n");
  bug.origin.seed = "(assert";
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
        Store::open(CampaignPaths(directory_.path()).store().string());
    ASSERT_TRUE(store);
    store_ = std::move(*store);
  }
  void add(const Case& found, Shelf shelf = Shelf::Bugs, bool ready = true) {
    EXPECT_TRUE(test::add_finding(*store_, {.found = found, .shelf = shelf, .ready = ready}));
  }
  // As if another version had written it.
  void add_unreadable(const Case& found) {
    add(found);
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(CampaignPaths(directory_.path()).store().c_str(), &database), SQLITE_OK);
    const std::string change = fmt::format(
        "UPDATE findings SET bug = 'no JSON' WHERE fingerprint = '{}'", found.fingerprint);
    EXPECT_EQ(sqlite3_exec(database, change.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
  }
  void count(const std::vector<Count>& counts) {
    ASSERT_TRUE(store_->add_jobs({{.id = 1, .task = MakeMutants{{0}, "sae", 0, 1}}}));
    ASSERT_TRUE(store_->save({{.id = 1}, test::counted(counts)}));
  }
  json as_json() { return json::parse(report_json(*read_report(*store_))); }

  test::TemporaryDirectory directory_;
  std::unique_ptr<Store> store_;
};

TEST_F(ReportOfStore, AnEmptyOneIsAReport) {
  const Report report = *read_report(*store_);
  const json read = json::parse(report_json(report));
  EXPECT_THAT(read["findings"], IsEmpty());
  EXPECT_THAT(read["solvers"], IsEmpty());
  EXPECT_EQ(read["seconds"], 0);
  EXPECT_GT(read["theories"].size(), 10u);
  EXPECT_THAT(report_junit(report), HasSubstr("<testsuites>"));
  EXPECT_THAT(report_html(report), HasSubstr("connect-src 'none'"));
}

TEST_F(ReportOfStore, NamesOfSolversMayHaveDots) {
  count({{"calls", "z3", "", 3},
         {"calls", "z3 smt.seed=1.5", "", 4},
         {"answers", "z3", "sat", 1},
         {"answers", "z3", "out of memory", 2},
         {"answers", "z3 smt.seed=1.5", "unsat", 4},
         {"answers", "z3.5", "unsat", 7}});
  const json solvers = as_json()["solvers"];
  ASSERT_EQ(solvers.size(), 3u);
  EXPECT_EQ(solvers[0]["name"], "z3");
  EXPECT_EQ(solvers[0]["answers"], json({{"sat", 1}, {"out of memory", 2}}));
  EXPECT_EQ(solvers[1]["name"], "z3 smt.seed=1.5");
  EXPECT_EQ(solvers[1]["answers"], json({{"unsat", 4}}));
  EXPECT_EQ(solvers[2]["name"], "z3.5");
}

TEST_F(ReportOfStore, ASolverThatNeverAnsweredDoesNotPassInJUnit) {
  count({{"calls", "z3", "", 3},
         {"answers", "z3", "sat", 3},
         {"calls", "mine", "", 3},
         {"answers", "mine", "timeout", 3}});
  const std::string junit = report_junit(*read_report(*store_));
  EXPECT_THAT(junit, HasSubstr("<testcase name=\"no lie is found\" classname=\"z3\" time=\"0\"/>"));
  EXPECT_THAT(junit, Not(HasSubstr("\"no lie is found\" classname=\"mine\"")));
  EXPECT_THAT(junit, HasSubstr("<testcase name=\"it answers\" classname=\"mine\" time=\"0\">\n"
                               "      <error type=\"not-tested\""));
  EXPECT_THAT(junit, HasSubstr("failures=\"0\" errors=\"1\""));
}

TEST_F(ReportOfStore, SettingsThatAreNoJsonAreLeftOut) {
  for (const char* name : {"solvers", "strategies"}) ASSERT_TRUE(store_->set(name, "[{\"name\":"));
  ASSERT_TRUE(store_->set("strategies", std::string(1'000'000, '[') + std::string(1'000'000, ']')));
  EXPECT_THAT(as_json()["solvers"], IsEmpty());
}

TEST_F(ReportOfStore, SeedsAndOperators) {
  const SeedFacts facts{.answers = {Truth::Sat}};
  ASSERT_TRUE(
      store_->add_seeds({{.id = 0, .path = "a", .logic = "QF_BV", .taken = true, .facts = facts},
                         {.id = 1, .path = "b", .logic = "QF_BV"},
                         {.id = 2, .path = "c", .skipped = "too large"}}));
  count({{"operators", "bvadd", "", 5}, {"seeds_opaque", "", "", 2}});
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
    report.samples.push_back({.seconds = static_cast<double>(i),
                              .counters = test::counted({{"calls", "z3", "", 10 * i}})});
  report.samples.back().counters.solvers["cvc5"].calls = 3;
  const json samples = json::parse(report_json(report))["samples"];
  EXPECT_LE(samples["counters"]["calls"]["z3"].size(), 2001u);
  EXPECT_EQ(samples["counters"]["calls"]["z3"].back(), 49990);
  EXPECT_EQ(samples["counters"]["calls"]["cvc5"].size(), samples["seconds"].size());
  EXPECT_EQ(samples["counters"]["calls"]["cvc5"].front(), 0) << "not counted yet";
  EXPECT_EQ(samples["seconds"].size(), samples["findings"].size());
}

TEST_F(ReportOfStore, AFindingThatCannotBeReadIsListedAsOfNoKind) {
  add_unreadable(wrong_unsat());
  const Report report = *read_report(*store_);
  const json read = json::parse(report_json(report));
  ASSERT_EQ(read["findings"].size(), 1u);
  EXPECT_THAT(std::string(read["findings"][0]["sentence"]), HasSubstr("cannot be read"));
  EXPECT_EQ(read["findings"][0]["kind"], "unreadable");
  EXPECT_THAT(read["solvers"], IsEmpty());
  EXPECT_THAT(read["strategies"], IsEmpty());
  const json result = json::parse(report_sarif(report))["runs"][0]["results"][0];
  EXPECT_EQ(result["level"], "warning");
  EXPECT_FALSE(result.contains("ruleId"));
  EXPECT_THAT(report_junit(report), HasSubstr("failures=\"1\""));
  EXPECT_THAT(report_junit(report), HasSubstr("<testsuite name=\"unreadable\""));
  EXPECT_THAT(report_html(report), HasSubstr("id=\"details0\""));
}

TEST_F(ReportOfStore, KindsComeFromTheirTable) {
  const Report report = *read_report(*store_);
  const json listed = json::parse(report_json(report))["kinds"];
  const json rules = json::parse(report_sarif(report))["runs"][0]["tool"]["driver"]["rules"];
  ASSERT_EQ(listed.size(), kinds().size());
  ASSERT_EQ(rules.size(), kinds().size());
  for (const KindSpec& spec : kinds()) {
    const auto rank = static_cast<size_t>(spec.kind);
    EXPECT_EQ(listed[rank]["name"], spec.name);
    EXPECT_EQ(listed[rank]["label"], spec.label);
    EXPECT_EQ(listed[rank]["description"], spec.description);
    EXPECT_EQ(rules[rank]["id"], spec.name);
    EXPECT_EQ(rules[rank]["shortDescription"]["text"], spec.description);
  }
}

class ReportOfShelf : public ReportOfStore, public ::testing::WithParamInterface<Shelf> {};

TEST_P(ReportOfShelf, EveryFormatNamesTheFolder) {
  Case found = wrong_unsat();
  found.flaky = GetParam() == Shelf::Flaky;
  add(found, GetParam());
  const std::string folder = fmt::format("{}/z3-wrong-unsat-1", name_of(GetParam()));
  const Report report = *read_report(*store_);
  const json finding = json::parse(report_json(report))["findings"][0];
  EXPECT_EQ(finding["folder"], folder);
  EXPECT_EQ(finding["shelf"], name_of(GetParam()));
  const json result = json::parse(report_sarif(report))["runs"][0]["results"][0];
  EXPECT_EQ(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            folder + "/original.smt2");
  EXPECT_THAT(report_junit(report), HasSubstr(">" + folder + "\n"));
  const json details = json::parse(LiveReport(*store_).answer("finding/0")->body);
  EXPECT_EQ(details["folder"], folder);
  EXPECT_EQ(details["repro"], "cd " + folder + " && ./repro.sh");
  ASSERT_TRUE(write_report(directory_.path().string(), report));
  EXPECT_TRUE(std::filesystem::exists(directory_.path() / folder / "repro.sh"));
}
INSTANTIATE_TEST_SUITE_P(Shelves, ReportOfShelf,
                         ::testing::Values(Shelf::Bugs, Shelf::Held, Shelf::Flaky));

TEST_F(ReportOfStore, ARunningCampaignWritesItsFoldersItself) {
  add(wrong_unsat(), Shelf::Bugs, false);
  const CampaignPaths paths(directory_.path());
  const std::filesystem::path bug = paths.bug(Shelf::Bugs, wrong_unsat().fingerprint);
  const int lock = ::open(paths.lock().c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
  ASSERT_EQ(::flock(lock, LOCK_EX | LOCK_NB), 0);
  EXPECT_TRUE(write_report(directory_.path().string(), *read_report(*store_)));
  EXPECT_FALSE(std::filesystem::exists(bug));
  ::close(lock);
  EXPECT_TRUE(write_report(directory_.path().string(), *read_report(*store_)));
  EXPECT_TRUE(std::filesystem::exists(bug));
}

TEST_F(ReportOfStore, FoldersThatAreThereStayAsTheyAre) {
  add(wrong_unsat());
  std::filesystem::create_directories(directory_.path() / "bugs/z3-wrong-unsat-1");
  directory_.write("bugs/z3-wrong-unsat-1/note", "mine");
  ASSERT_TRUE(write_report(directory_.path().string(), *read_report(*store_)));
  EXPECT_EQ(directory_.read("bugs/z3-wrong-unsat-1/note"), "mine");
}

TEST_F(ReportOfStore, DetailsOfEachCertificate) {
  struct Row {
    Kind kind;
    Certificate certificate;
    const char* heading;
    const char* text;
  };
  const RuleChain chain{.answer = Truth::Unsat,
                        .steps = {{.before = "(< x y)", .after = "(<= x y)", .rules = {"r1"}}}};
  const std::vector<Row> rows = {
      {Kind::WrongUnsat, TrueModel{"((m))", ""}, "The model that holds", "((m))"},
      {Kind::WrongSat, FalseModel{"((m))", true, "why"}, "The model, and what it makes false",
       "((m))\nwhy"},
      {Kind::InvalidModel, OwnCheck{"bad model"}, "What its own check says", "bad model"},
      {Kind::Contradiction, ByRules{chain, {}}, "The steps from one formula to the other",
       "(< x y) became (<= x y)\n  by r1\n"},
      {Kind::Crash, Breakdown{"boom"}, "What it says", "boom"},
      {Kind::Disagreement, OtherAnswers{}, "Who answers what",
       "z3 4.8.12 answers sat\ncvc5 answers unsat\n"},
  };
  LiveReport live(*store_);
  for (size_t i = 0; i < rows.size(); ++i) {
    Case found = with(wrong_unsat(), rows[i].kind, AnswerKind::Sat, rows[i].certificate);
    found.witnesses = {
        {{.name = "cvc5", .program = "cvc5", .version = "", .options = {}}, AnswerKind::Unsat}};
    add(found);
    live.answer("data/0");
    const json details = json::parse(live.answer(fmt::format("finding/{}", i))->body);
    EXPECT_EQ(details["heading"], rows[i].heading);
    EXPECT_EQ(details["certificate"], rows[i].text);
    EXPECT_EQ(details["answers"], json::parse(R"([["z3","sat"],["cvc5","unsat"]])"));
    EXPECT_EQ(details["file"], "original.smt2");
    EXPECT_THAT(std::string(details["issue"]), HasSubstr("# "));
  }
}

TEST_F(ReportOfStore, HowFarItWasReduced) {
  Case found = wrong_unsat();
  for (const Reduced reduced : {Reduced::No, Reduced::CutShort, Reduced::Yes}) {
    found.reduced = reduced;
    found.fingerprint = safe_name(name_of(reduced));
    add(found);
  }
  const json findings = as_json()["findings"];
  EXPECT_EQ(findings[0]["reduced"], "no");
  EXPECT_EQ(findings[1]["reduced"], "cut short");
  EXPECT_EQ(findings[2]["reduced"], "yes");
}

TEST_F(ReportOfStore, NoTextEndsItsBlock) {
  Case found = wrong_unsat();
  found.liar.name = "</script><!--<script>";
  add(found);
  const std::string page = report_html(*read_report(*store_));
  EXPECT_THAT(page, Not(HasSubstr("</script><!--<script>")));
  EXPECT_THAT(page, HasSubstr("\\u003c/script>\\u003c!--\\u003cscript>"));
}

// Bugs for a file of issues: two of one cause, one of another, and those that do not belong there.
class Issues : public ReportOfStore {
 protected:
  void SetUp() override {
    ReportOfStore::SetUp();
    add(named("first", "(> x 3)"));
    add(named("other", "(= (str.len s) x)"));
    add(named("smaller", "(> x 1)"));
  }
  static Case named(const std::string& fingerprint, const std::string& assertion) {
    Case found = wrong_unsat();
    found.fingerprint = fingerprint;
    found.original = fmt::format("(declare-const x Int)\n(declare-const s String)\n(assert {})\n{}",
                                 assertion, "(check-sat)\n");
    found.smaller =
        fingerprint == "smaller" ? "(declare-const x Int)\n(assert (> x 1))\n(check-sat)\n" : "";
    return found;
  }
  Result<AppendedIssues> append() { return append_issues(file_, *read_report(*store_)); }
  std::string text() const { return directory_.read("issues.md"); }

  std::string file_ = (directory_.path() / "issues.md").string();
};

TEST_F(Issues, BugsOfOneCauseAreOneText) {
  const auto appended = append();
  ASSERT_TRUE(appended);
  EXPECT_EQ(appended->added, 3u);
  EXPECT_EQ(appended->left_out, 0u);
  EXPECT_THAT(text(), StartsWith("# Wrong unsat for a satisfiable formula (>)\n"));
  EXPECT_THAT(text(), HasSubstr("2 formulas show this; the smallest comes first."));
  EXPECT_LT(text().find("(assert (> x 1))"), text().find("(assert (> x 3))"));
  EXPECT_THAT(text(), HasSubstr("\n---\n\n# Wrong unsat for a satisfiable formula (str.len)\n"));
  for (const char* name : {"first", "other", "smaller"})
    EXPECT_THAT(text(), HasSubstr(fmt::format("\n<!-- polygraph: {} -->\n", name)));
}

TEST_F(Issues, TwiceAddsNothing) {
  ASSERT_TRUE(append());
  const std::string before = text();
  const auto again = append();
  ASSERT_TRUE(again);
  EXPECT_EQ(again->added, 0u);
  EXPECT_EQ(again->known, 3u);
  EXPECT_EQ(text(), before);
}

TEST_F(Issues, OnlyWhatIsNewIsAddedAfterWhatTheUserWrote) {
  directory_.write("issues.md", "My notes.\n");
  ASSERT_TRUE(append());
  const std::string before = text();
  EXPECT_THAT(before, StartsWith("My notes.\n\n---\n\n# "));
  add(named("third", "(> x 2)"));
  const auto more = append();
  ASSERT_TRUE(more);
  EXPECT_EQ(more->added, 1u);
  EXPECT_THAT(text(), StartsWith(before + "\n---\n\n# "));
}

TEST_F(Issues, AnotherSolverAnotherCause) {
  Case found = named("mine", "(> x 3)");
  found.liar = {.name = "mine", .program = "", .version = "", .options = {}};
  add(found);
  found.fingerprint = "yours";
  found.liar.name = "yours";
  add(found);
  ASSERT_TRUE(append());
  EXPECT_THAT(text(), Not(HasSubstr("3 formulas")));
  EXPECT_THAT(text(), HasSubstr("mine answers `unsat`"));
  EXPECT_THAT(text(), HasSubstr("---\n\n# Wrong unsat for a satisfiable formula (>)\n\nyours"));
}

TEST_F(Issues, WhatMayChangeIsLeftOut) {
  Case flaky = named("flaky", "(> x 3)");
  flaky.flaky = true;
  add(flaky, Shelf::Flaky);
  add(named("unfinished", "(> x 3)"), Shelf::Bugs, false);
  add_unreadable(named("unreadable", "(> x 3)"));
  const auto appended = append();
  ASSERT_TRUE(appended);
  EXPECT_EQ(appended->added, 3u);
  EXPECT_EQ(appended->left_out, 3u);
  for (const char* name : {"flaky", "unfinished", "unreadable"})
    EXPECT_THAT(text(), Not(HasSubstr(name)));
}

TEST_F(Issues, LinksStay) {
  directory_.write("elsewhere.md", "");
  std::filesystem::create_symlink("elsewhere.md", file_);
  ASSERT_TRUE(append());
  EXPECT_TRUE(std::filesystem::is_symlink(file_));
  EXPECT_THAT(directory_.read("elsewhere.md"), StartsWith("# "));
}

TEST_F(Issues, WhatCannotBeReadOrWritten) {
  std::filesystem::create_directory(file_);
  EXPECT_EQ(append().error().message, file_ + ": is a directory");
  file_ = (directory_.path() / "missing/issues.md").string();
  EXPECT_EQ(append().error().message, "cannot write " + file_);
  file_ = "/dev/null";
  EXPECT_EQ(append().error().message, "/dev/null: is not a regular file");
}

TEST(Reports, TextsAreCutWhereAllWouldBeTooMuch) {
  // Random digits do not become much less by compression.
  Rng rng(1);
  Report report;
  for (size_t i = 0; i < 250; ++i) {
    Case found = with(wrong_unsat(), Kind::Crash, AnswerKind::Crash, Breakdown{"boom"});
    found.fingerprint = std::to_string(i);
    while (found.output.size() < 80'000) found.output += std::to_string(rng.next());
    report.findings.push_back({.row = {.found = std::move(found)}});
  }
  EXPECT_LT(report_html(report).size(), 15'000'000u);
}

TEST_F(ReportOfStore, ALiveOneGivesWhatIsNew) {
  LiveReport live(*store_);
  EXPECT_THAT(live.answer("")->body, HasSubstr("connect-src 'self'"));
  EXPECT_THAT(json::parse(live.answer("data/0")->body)["findings"], IsEmpty());
  const Case bug = wrong_unsat();
  add(bug);
  Case unfinished = bug;
  unfinished.fingerprint = "unfinished";
  add(unfinished, Shelf::Bugs, false);
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
