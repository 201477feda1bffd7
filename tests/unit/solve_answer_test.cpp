#include <filesystem>
#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ask/query.h"
#include "base/printable.h"
#include "smtlib/parser.h"
#include "solve/answer.h"
#include "solve/config.h"
#include "solve/presets.h"
#include "solve/session.h"
#include "solve/solver.h"
#include "support/process.h"

namespace pg {
namespace {

using Responses = std::vector<std::string_view>;

TEST(Answer, SplitsWhatASolverPrints) {
  EXPECT_EQ(split_responses(""), Responses{});
  EXPECT_EQ(split_responses("sat\n"), Responses{"sat"});
  EXPECT_EQ(split_responses("sat (a (b)) unsat\n\"x y\"\n"),
            (Responses{"sat", "(a (b))", "unsat", "\"x y\""}));
  EXPECT_EQ(split_responses("; sat\nunsat"), Responses{"unsat"});
  EXPECT_EQ(split_responses("(a \")\" |)| ; )\n b)sat"),
            (Responses{"(a \")\" |)| ; )\n b)", "sat"}));
  EXPECT_EQ(split_responses("(half (a"), Responses{"(half (a"});
  EXPECT_EQ(split_responses(")sat"), (Responses{")", "sat"}));
  EXPECT_EQ(split_responses("(\"unclosed"), Responses{"(\"unclosed"});
}

TEST(Answer, ErrorMessages) {
  EXPECT_EQ(error_message("(error \"line 1: no\")"), "line 1: no");
  EXPECT_EQ(error_message("(error \"he said \"\"no\"\"\")"), "he said \"\"no\"\"");
  EXPECT_EQ(error_message("(errors)"), "s)");
  EXPECT_EQ(error_message("sat"), "");
  EXPECT_EQ(error_message("(error"), "");
}

TEST(Answer, MessagesLoseWhatDiffersFromRunToRun) {
  EXPECT_EQ(normalise_message("  at  /tmp/build-17/src/a.cpp:12 \n 0x7fe3a0 x\n"),
            "at a.cpp:12 0x.. x");
  EXPECT_EQ(normalise_message("==1234==ERROR"), "==1234==ERROR");
  EXPECT_EQ(normalise_message("==1234== Invalid read"), "Invalid read");
  EXPECT_EQ(normalise_message(std::string(1000, 'a')).size(), 300u);
}

TEST(Answer, Breakdowns) {
  EXPECT_EQ(breakdown_message("all is well"), "");
  EXPECT_EQ(breakdown_message("x\nASSERTION VIOLATION\nFile: /a/b.cpp\nLine: 7\nmore"),
            "ASSERTION VIOLATION File: b.cpp Line: 7");
  EXPECT_EQ(breakdown_message("(error \"Parse Error: Illegal argument detected\")"), "");
  EXPECT_TRUE(refutes_its_model("Fatal failure within void CVC4::SmtEngine::checkModel(bool)"));
  EXPECT_TRUE(refutes_its_model("line 3: an invalid model was generated"));
  EXPECT_FALSE(refutes_its_model("ASSERTION VIOLATION"));
}

TEST(Answer, WordsOfTheFormulaAreNoBreakdown) {
  constexpr std::string_view kSent = "(declare-const unreachable Bool)(check-sat)";
  EXPECT_EQ(breakdown_message("((define-fun unreachable () Bool true))", kSent), "");
  EXPECT_EQ(breakdown_message("line 5: unknown constant f (unreachable)", kSent), "");
  EXPECT_NE(breakdown_message("ASSERTION VIOLATION in unreachable", kSent), "");
}

TEST(Answer, AnAnswerStandsAloneOnItsLine) {
  const auto read = [](std::string_view output) {
    std::vector<AnswerKind> kinds;
    for (const std::string_view response : split_responses(output))
      if (const auto kind = read_answer(output, response)) kinds.push_back(*kind);
    return kinds;
  };
  using Kinds = std::vector<AnswerKind>;
  EXPECT_EQ(read("sat\r\n"), Kinds{AnswerKind::Sat});
  EXPECT_EQ(read("  unsat  \nunknown"), (Kinds{AnswerKind::Unsat, AnswerKind::Unknown}));
  EXPECT_EQ(read("sat (model)"), Kinds{AnswerKind::Sat});
  EXPECT_EQ(read("Note: unsat cores are off\nsat\n"), Kinds{AnswerKind::Sat});
  EXPECT_EQ(read("unsat cores are off\nis sat\ntimeout\n"), Kinds{});
}

TEST(Solver, SplitsCommandLines) {
  const auto words = split_words("a  'b c' d\"e f\"g ''");
  ASSERT_TRUE(words);
  EXPECT_EQ(*words, (std::vector<std::string>{"a", "b c", "de fg", ""}));
  EXPECT_FALSE(split_words("a 'b"));
  EXPECT_TRUE(split_words("")->empty());
}

TEST(Solver, NamesAndCommandLines) {
  const Result<Solver> named = find_solver("mine=/bin/cat -u");
  ASSERT_TRUE(named);
  EXPECT_EQ(named->name, "mine");
  EXPECT_EQ(named->command(kNeedStrings, {5}, true), (std::vector<std::string>{"/bin/cat", "-u"}));
  EXPECT_FALSE(find_solver("no-such-program-anywhere"));
  EXPECT_FALSE(find_solver(""));
  EXPECT_FALSE(find_solver("z3@not-a-release"));
  EXPECT_FALSE(find_solver("z3@../../etc"));
  EXPECT_FALSE(find_solver("z3@0.0.1"));
}

TEST(Solver, OptionsOfARow) {
  Solver solver;
  for (const SolverSpec& spec : solver_specs())
    if (spec.name == "cvc5") solver.spec = &spec;
  solver.argv = {"/usr/bin/cvc5", "--fmf-fun"};
  EXPECT_EQ(solver.command(kNeedStrings | kNeedIncremental, {1.5}, true),
            (std::vector<std::string>{"/usr/bin/cvc5", "--lang=smt2", "-q", "--incremental",
                                      "--strings-exp", "--tlimit-per=1500", "--fmf-fun"}));
  EXPECT_EQ(solver.command(0, {}, false),
            (std::vector<std::string>{"/usr/bin/cvc5", "--lang=smt2", "-q", "--fmf-fun"}));
  // By work, the clock is only for what does not count it.
  EXPECT_EQ(solver.command(0, {1.5, true}, false),
            (std::vector<std::string>{"/usr/bin/cvc5", "--lang=smt2", "-q", "--tlimit-per=6000",
                                      "--rlimit-per=150000", "--fmf-fun"}));
  EXPECT_EQ(solver.limit_command({0.5, true}),
            "(set-option :tlimit-per 2000)\n(set-option :rlimit-per 50000)\n");
  EXPECT_EQ(solver.limit_command({0.5}), "(set-option :tlimit-per 500)\n");
}

// Says sat, unless its work is limited and the script says so: then it crashes.
constexpr const char* kCrashesWhenLimited =
    "#!/bin/sh\n"
    "while read -r line; do\n"
    "  case \"$line\" in\n"
    "    *really*) bug=1;;\n"
    "    *check-sat*) [ \"$1$bug\" ] && kill -SEGV $$; echo sat;;\n"
    "    *echo*) line=${line#*\\\"}; echo \"${line%%\\\"*}\";;\n"
    "  esac\n"
    "done\n";

TEST(Session, ALimitOfWorkConvictsNobody) {
  const test::TemporaryDirectory directory;
  directory.write("solver", kCrashesWhenLimited);
  std::filesystem::permissions(directory.path() / "solver", std::filesystem::perms::owner_all);
  SolverSpec spec = *find_solver("own=/bin/cat")->spec;
  spec.work_option = "--work={work}";
  spec.work_a_second = 10;
  Solver solver;
  solver.name = "own";
  solver.spec = &spec;
  solver.argv = {(directory.path() / "solver").string()};
  const auto kind_of = [&](const char* text, bool by_work) {
    const Query query{.parts = {{text, ""}}};
    return ask_once(solver, query, {.by_work = by_work}).at(0).kind;
  };
  EXPECT_EQ(kind_of("(check-sat)\n", false), AnswerKind::Sat);
  EXPECT_EQ(kind_of("(check-sat)\n", true), AnswerKind::Unknown);
  EXPECT_EQ(kind_of("; really\n(check-sat)\n", false), AnswerKind::Crash);
  EXPECT_EQ(kind_of("; really\n(check-sat)\n", true), AnswerKind::Crash);
}

// What is written down to go on with finds the same solver, under the same name.
TEST(Solver, AFinderFindsItAgain) {
  for (const char* text : {"z3", "mine=z3", "z3 smt.arith.solver=2", "mine=z3 smt.arith.solver=2",
                           "/bin/cat", "/bin/../bin/cat -u 'a b'", "own=/bin/cat -u"}) {
    const Result<Solver> solver = find_solver(text);
    ASSERT_TRUE(solver) << text;
    const Result<Solver> again = find_solver(solver->finder());
    ASSERT_TRUE(again) << solver->finder();
    EXPECT_EQ(again->name, solver->name) << text;
    EXPECT_EQ(again->argv, solver->argv) << text;
    EXPECT_EQ(again->spec, solver->spec) << text;
    EXPECT_EQ(again->finder(), solver->finder()) << text;
    for (const std::string& preset : preset_names()) {
      const Result<std::vector<Solver>> variants = with_preset({&*solver, 1}, preset);
      ASSERT_TRUE(variants);
      for (const Solver& variant : *variants) {
        EXPECT_EQ(find_solver(variant.finder())->name, variant.name);
        EXPECT_EQ(find_solver(variant.finder())->argv, variant.argv);
      }
    }
  }
}

// The options of DIVER's artifact, alone and two at a time.
TEST(Solver, PresetDiverHasTheOptionsOfItsArtifact) {
  const auto names = [](const char* text) {
    const Result<Solver> solver = find_solver(text);
    const Result<std::vector<Solver>> variants = with_preset({&*solver, 1}, "diver");
    std::vector<std::string> found;
    for (const Solver& variant : *variants) found.push_back(variant.name);
    return found;
  };
  EXPECT_THAT(names("z3"), ::testing::IsSupersetOf(
                               {"z3 smt.string_solver=z3str3", "z3 nlsat.shuffle_vars=true",
                                "z3 rewriter.eq2ineq=true", "z3 nlsat.simplify_conflicts=false",
                                "z3 rewriter.flat=false", "z3 smt.arith.solver=2",
                                "z3 rewriter.flat=false rewriter.eq2ineq=true"}));
  EXPECT_THAT(names("mine=z3"),
              ::testing::Contains("mine+rewriter.flat-false+rewriter.eq2ineq-true"));
}

TEST(Solver, NamesAreOfPlainCharacters) {
  for (const char* text :
       {"a/b=z3", "a;b=z3", "$(x)=z3", "a\nb=z3", "z3\n", "z3 \x1b[2J", "\xc3\xa4=z3"})
    EXPECT_FALSE(find_solver(text)) << text;
  EXPECT_TRUE(find_solver("mine-2.0_a@b+c=z3"));
  EXPECT_FALSE(read_config("[solvers]\n'a b' = 'z3'\n"));
}

TEST(Printable, NothingMovesTheCursor) {
  EXPECT_EQ(printable("a\x1b[2J\r\x07 b\n\tc\x7f"), "a\\x1b[2J\\x0d\\x07 b\n\tc\\x7f");
  EXPECT_EQ(printable("\xc2\x9b m\xc3\xa4h \xc2\xa7"), "\\x9b m\xc3\xa4h \xc2\xa7");
  EXPECT_EQ(printable("\xc2"), "\xc2");
}

// A script can print whatever it likes, but it cannot know what ends an answer.
TEST(Session, NoSymbolIsTakenForAMarker) {
  // More than a pipe holds, so that what follows a false marker is there for the next answer.
  const std::string filler(20'000, 'f');
  std::string names;
  std::string declarations;
  for (int i = 0; i < 12; ++i) {
    for (const std::string& name :
         {fmt::format("|polygraph-{}-end\nunsat\n|", i), fmt::format("{}{}", filler, i)}) {
      names += name + " ";
      declarations += fmt::format("(declare-const {} Bool)\n", name);
    }
  }
  const std::string text =
      declarations + "(declare-const |polygraph-header| Bool)\n(check-sat)\n(get-value (" + names +
      "|polygraph-header|))\n(push 1)\n(assert false)\n(check-sat)\n(pop 1)\n(check-sat)\n";
  Pool pool;
  const ParsedScript parsed = parse_script(pool, text);
  ASSERT_TRUE(parsed.errors.empty());
  Session session(*find_solver("z3"), {});
  for (int round = 0; round < 3; ++round) {
    const std::vector<Answer> answers = session.ask(make_query(pool, parsed.script, true));
    ASSERT_EQ(answers.size(), 3u);
    EXPECT_EQ(answers[0].kind, AnswerKind::Sat);
    EXPECT_EQ(answers[1].kind, AnswerKind::Unsat);
    EXPECT_EQ(answers[2].kind, AnswerKind::Sat);
  }
}

TEST(Config, SolversByName) {
  const auto read = read_config("[solvers]\nnightly = '/opt/z3 a=1'\nother = \"cvc5\"\n");
  ASSERT_TRUE(read);
  ASSERT_EQ(read->solvers.size(), 2u);
  EXPECT_EQ(read->solvers[0].name, "nightly");
  EXPECT_EQ(read->solvers[0].command, "/opt/z3 a=1");
}

TEST(Config, OptionsOfFuzzAreTexts) {
  const auto read =
      read_config("[fuzz]\njobs = 2\nquiet = true\nstrategy = ['sae', 'diver']\ntimeout = 0.5\n");
  ASSERT_TRUE(read);
  std::map<std::string, std::vector<std::string>> options;
  for (const ConfiguredOption& option : read->fuzz) options[option.name] = option.values;
  EXPECT_EQ(options,
            (std::map<std::string, std::vector<std::string>>{{"jobs", {"2"}},
                                                             {"quiet", {"true"}},
                                                             {"strategy", {"sae", "diver"}},
                                                             {"timeout", {"0.5"}}}));
}

TEST(Config, WhatIsWrongHasAPlace) {
  const auto error = [](std::string_view text) {
    const auto read = read_config(text);
    return read ? "none" : format_error("f", read.error());
  };
  EXPECT_EQ(error("[solvers]\nx = 1\n"), "f:2:5: error: the command line of 'x' must be a string");
  EXPECT_EQ(error("\n[solver]\n"), "f:2:1: error: unknown key 'solver'; known: solvers, fuzz");
  EXPECT_EQ(error("solvers = 3"), "f:1:11: error: 'solvers' must be a table");
  EXPECT_EQ(error("[fuzz]\na = [[1]]\n"),
            "f:2:5: error: 'a' must be a text, a number, true, false or a list of these");
  EXPECT_TRUE(error("[solvers\n").starts_with("f:1:")) << error("[solvers\n");
}

}  // namespace
}  // namespace pg
