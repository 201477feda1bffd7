#include "base/check.h"

#include <cstdio>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ask/advice.h"
#include "base/input.h"
#include "cli/fail.h"
#include "cli/load.h"
#include "cli/solver_options.h"
#include "cli/subcommand.h"
#include "model/check.h"
#include "model/print_value.h"
#include "smtlib/printer.h"

namespace pg {
namespace {

// Of a value in an explanation.
constexpr size_t kMaxValue = 10'000;

struct Options {
  std::string file;
  std::string model;
  size_t at = 0;          // 0: the last one
  SolverOptions solvers;  // who proposes values; nobody unless named
};

// A term in one line, cut where it gets long.
std::string brief(const Pool& pool, Term term) {
  std::string text = print_term(pool, term, {.share = true, .width = 0});
  if (text.size() > 120) text = text.substr(0, 117) + "...";
  return text;
}

nlohmann::json to_json(Pool& pool, const ValuePool& values, const ModelVerdict& result,
                       const std::string& instances) {
  nlohmann::json assertions = nlohmann::json::array();
  for (const AssertionVerdict& verdict : result.assertions) {
    nlohmann::json row = {{"line", verdict.assertion.place.line},
                          {"column", verdict.assertion.place.column},
                          {"verdict", name_of(verdict.verdict)}};
    if (!verdict.why.empty()) row["why"] = verdict.why;
    for (const Reason& reason : verdict.reasons)
      row["reasons"].push_back(
          {{"depth", reason.depth},
           {"term", print_term(pool, reason.term, {.share = true, .width = 0})},
           {"value", print_value(pool, values, reason.value, pool.sort(reason.term), kMaxValue)}});
    assertions.push_back(std::move(row));
  }
  nlohmann::json defaulted = nlohmann::json::array();
  for (const Head head : result.defaulted) defaulted.push_back(pool.text(pool.data(head).name));
  return {{"verdict", name_of(result.verdict)},
          {"instances", instances},
          {"assertions", std::move(assertions)},
          {"defaulted", std::move(defaulted)},
          {"open", result.opened}};
}

void print_names(const char* what, std::span<const std::string_view> names) {
  if (names.empty()) return;
  std::printf("%s:", what);
  for (const std::string_view name : names) std::printf(" %s", print_symbol(name).c_str());
  std::printf("\n");
}

void print_text(Pool& pool, const ValuePool& values, const std::string& file,
                const ModelVerdict& result, bool quiet) {
  std::printf("%s\n", name_of(result.verdict).data());
  if (quiet) return;
  for (const AssertionVerdict& verdict : result.assertions) {
    if (verdict.verdict == Verdict::True) continue;
    std::printf("%s:%u:%u: this assertion is %s%s%s\n", file.c_str(), verdict.assertion.place.line,
                verdict.assertion.place.column, name_of(verdict.verdict).data(),
                verdict.why.empty() ? "" : ": ", verdict.why.c_str());
    for (const Reason& reason : verdict.reasons)
      std::printf(
          "%*s%s = %s\n", static_cast<int>(2 * reason.depth + 2), "",
          brief(pool, reason.term).c_str(),
          print_value(pool, values, reason.value, pool.sort(reason.term), kMaxValue).c_str());
  }
  std::vector<std::string_view> defaulted;
  for (const Head head : result.defaulted) defaulted.push_back(pool.text(pool.data(head).name));
  print_names("no value in the model", defaulted);
  print_names("left open by SMT-LIB, and by the model", result.opened);
}

int run_check(const Options& options, const GlobalOptions& global) {
  Pool pool;
  const ParsedScript parsed = load_script(pool, options.file);
  report_problems(options.file, parsed, !global.quiet);
  if (!parsed.errors.empty()) return kExitInput;
  const size_t checks = count_checks(parsed.script);
  if (options.at > checks)
    return fail({{},
                 fmt::format("--at {}, but {} has {} check-sat", options.at,
                             display_name(options.file), checks)});
  const size_t index = options.at > 0 ? options.at - 1 : checks > 0 ? checks - 1 : 0;
  const CheckState state = state_at(pool, parsed.script, index);
  Result<std::string> text = read_input(options.model);
  if (!text) return fail(display_name(options.model), text.error());
  Result<Model> model = read_model(pool, state.script, *text);
  if (!model) return fail(display_name(options.model), model.error());
  std::vector<Solver> solvers;
  if (!options.solvers.names.empty())
    if (const int failed = choose_solvers(options.solvers, solvers)) return failed;
  ValuePool values;
  const ModelVerdict result = check_with_advice(pool, values, state, *model, *text, false,
                                                {solvers, options.solvers.limits});
  if (global.json)
    std::printf("%s\n", to_json(pool, values, result, instance_lines(*text))
                            .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
                            .c_str());
  else
    print_text(pool, values, display_name(options.file), result, global.quiet);
  return result.verdict == Verdict::False ? kExitLie : kExitOk;
}

using Row = OptionRow<Options>;
constexpr auto kRows = std::to_array<Row>({
    Row{kScriptArgument, [](Options& o) { return text(o.file, "FILE"); }},
    Row{{.name = "--model",
         .group = "Arguments",
         .help = "A model as solvers print it; - is standard input",
         .required = true},
        [](Options& o) { return text(o.model, "FILE"); }},
    Row{{.name = "--at",
         .group = "Arguments",
         .help = "The number of the check-sat, from 1",
         .usual = "the last"},
        [](Options& o) { return number(o.at, size_t{1}, size_t{1} << 32); }},
    Row{{.name = "--solver",
         .group = "Arguments",
         .help = "A solver that proposes values for bound variables where a quantifier leaves the "
                 "verdict open; repeatable",
         .usual = "nobody is asked"},
        [](Options& o) { return texts(o.solvers.names, "SOLVER"); }},
    Row{{.name = "--timeout", .group = "Arguments", .help = "Time for all proposals"},
        [](Options& o) { return duration(o.solvers.limits.seconds, 0.01, 1e6); }},
});

}  // namespace

void add_check(CommandLine& line) {
  auto options = std::make_shared<Options>();
  options->solvers.modes = ProbeModes::Fresh;
  line.options.add(kRows, *options);
  line.run = [options](OptionSet&, const GlobalOptions& global) {
    return run_check(*options, global);
  };
}

}  // namespace pg
