#include "solve/solver.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "base/printable.h"
#include "solve/npm_z3.h"
#include "solve/version.h"

namespace pg {
namespace {

using Words = std::string_view;

constexpr auto kZ3Arguments = std::to_array<Words>({"-in", "-smt2"});
constexpr auto kNoArguments = std::array<Words, 0>{};
constexpr auto kCvcArguments = std::to_array<Words>({"--lang=smt2", "-q"});
constexpr auto kBitwuzlaArguments = std::to_array<Words>({"--lang=smt2"});
constexpr auto kBoolectorArguments = std::to_array<Words>({"--smt2", "-i"});
constexpr auto kMathSatArguments = std::to_array<Words>({"-input=smt2"});
constexpr auto kDRealArguments = std::to_array<Words>({"--in"});

constexpr auto kNoNeeds = std::array<NeedOption, 0>{};
constexpr auto kCvc5Needs = std::to_array<NeedOption>({{kNeedIncremental, "--incremental"},
                                                       {kNeedStrings, "--strings-exp"},
                                                       {kNeedOddFloats, "--fp-exp"},
                                                       {kNeedSets, "--sets-ext"},
                                                       {kNeedArrayRanges, "--arrays-exp"}});
constexpr auto kCvc4Needs = std::to_array<NeedOption>({{kNeedIncremental, "--incremental"},
                                                       {kNeedStrings, "--strings-exp"},
                                                       {kNeedOddFloats, "--fp-exp"},
                                                       {kNeedSets, "--sets-ext"},
                                                       {kNeedHigherOrder, "--uf-ho"}});
constexpr auto kYicesNeeds = std::to_array<NeedOption>({{kNeedIncremental, "--incremental"}});

constexpr auto kCommonUnsupported = std::to_array<Words>({
    "unsupported",
    "not supported",
    "unknown constant",
    "unknown function",
    "unknown sort",
    "unknown parameter",
    "Unsupported",
    "not support",
    "Cannot handle",
    "cannot handle",
    "undeclared",
    "not declared",
    "Unknown symbol",
    "unknown logic",
    "cannot be indexed by array types",
    "only supported with",
    "unexpected logic",
    "not implemented",
    "Unimplemented",
    "unimplemented",
    "not yet",
    "requires",
    "doesn't include",
    "not in this logic",
    "non-linear",
    "nonlinear",
    "Symbol '",
    "Overloaded",
    "Non-constant",
    "experimental",
    "no concrete implementation",
    "nfinished",
    "not enabled",
    "was not compiled",
    "compiled without",
    "built without",
});

// dReal ends at the first thing that it cannot read, and calls it a syntax error.
constexpr auto kDRealUnsupported = [] {
  constexpr auto kOwn =
      std::to_array<Words>({"syntax error", "No function definition for", "does not handle",
                            "Type mismatch", "out of the range", "is not an expression"});
  std::array<Words, kCommonUnsupported.size() + kOwn.size()> all{};
  std::ranges::copy(kCommonUnsupported, all.begin());
  std::ranges::copy(kOwn, all.begin() + kCommonUnsupported.size());
  return all;
}();

constexpr auto kZ3Harmless = std::to_array<Words>({"unknown parameter", "error setting"});

constexpr std::string_view kZ3Random[] = {":smt.random_seed {seed}",
                                          ":smt.arith.random_initial_value true",
                                          ":smt.phase_selection 5", ":smt.arith.solver 2"};
constexpr std::string_view kCvc5Random[] = {":seed {seed}", ":sat-random-seed {seed}"};
constexpr std::string_view kCvc4Random[] = {":seed {seed}", ":random-seed {seed}"};

// clang-format off
constexpr auto kSpecs = std::to_array<SolverSpec>({
    {.name = "z3", .program = "z3", .version_option = "--version", .arguments = kZ3Arguments,
     .time_option = "-t:{ms}", .time_command = "(set-option :timeout {ms})\n",
     .work_option = "rlimit={work}", .work_command = "(set-option :rlimit {work})\n",
     .work_a_second = 1'000'000, .needs = kNoNeeds, .models_by_default = true, .resets = true,
     .random_options = kZ3Random, .harmless = kZ3Harmless, .unsupported = kCommonUnsupported},
    {.name = "cvc5", .program = "cvc5", .version_option = "--version", .help_option = "--help",
     .arguments = kCvcArguments,
     .time_option = "--tlimit-per={ms}", .time_command = "(set-option :tlimit-per {ms})\n",
     .work_option = "--rlimit-per={work}", .work_command = "(set-option :rlimit-per {work})\n",
     .work_a_second = 100'000, .needs = kCvc5Needs, .escapes_strings = true, .resets = true,
     .session_option = "--incremental", .random_options = kCvc5Random,
     .unsupported = kCommonUnsupported},
    {.name = "cvc4", .program = "cvc4", .version_option = "--version", .help_option = "--help",
     .arguments = kCvcArguments,
     .time_option = "--tlimit-per={ms}", .time_command = "(set-option :tlimit-per {ms})\n",
     .work_option = "--rlimit-per={work}", .work_command = "(set-option :rlimit-per {work})\n",
     .work_a_second = 100'000, .needs = kCvc4Needs, .escapes_strings = true, .resets = true,
     .session_option = "--incremental", .random_options = kCvc4Random,
     .unsupported = kCommonUnsupported},
    {.name = "bitwuzla", .program = "bitwuzla", .version_option = "--version",
     .arguments = kBitwuzlaArguments, .time_option = "-t={ms}", .needs = kNoNeeds,
     .logics = " QF_BV QF_ABV QF_AUFBV QF_UFBV QF_FP QF_BVFP QF_ABVFP QF_UFBVFP QF_AUFBVFP BV UFBV "
               "ABV AUFBV FP BVFP ABVFP UFBVFP AUFBVFP ",
     .unsupported = kCommonUnsupported},
    {.name = "boolector", .program = "boolector", .version_option = "--version",
     .arguments = kBoolectorArguments, .time_option = "-t={s}", .needs = kNoNeeds,
     .logics = " QF_BV QF_ABV QF_AUFBV QF_UFBV BV ", .unsupported = kCommonUnsupported},
    {.name = "yices", .program = "yices-smt2", .version_option = "--version",
     .arguments = kNoArguments, .time_option = "--timeout={s}", .needs = kYicesNeeds,
     .logics = " QF_UF QF_LIA QF_LRA QF_LIRA QF_IDL QF_RDL QF_UFLIA QF_UFLRA QF_UFIDL QF_UFLIRA "
               "QF_AX QF_ALIA QF_AUFLIA QF_BV QF_ABV QF_AUFBV QF_UFBV QF_NIA QF_NRA QF_UFNIA QF_UFNRA ",
     .unsupported = kCommonUnsupported},
    {.name = "opensmt", .program = "opensmt", .version_option = "--version",
     .arguments = kNoArguments, .needs = kNoNeeds,
     .logics = " QF_UF QF_LIA QF_LRA QF_IDL QF_RDL QF_UFLIA QF_UFLRA QF_AX QF_ALIA QF_ALRA ",
     .unsupported = kCommonUnsupported},
    {.name = "mathsat", .program = "mathsat", .version_option = "-version",
     .arguments = kMathSatArguments, .needs = kNoNeeds, .unsupported = kCommonUnsupported},
    {.name = "dreal", .program = "dreal", .version_option = "--version",
     .arguments = kDRealArguments, .needs = kNoNeeds,
     .logics = " QF_NRA QF_NRAT QF_LRA QF_RDL QF_LIA QF_NIA QF_NIAT QF_LIRA QF_NIRA QF_NIRAT ",
     .unsupported = kDRealUnsupported, .at_end = true, .exact = false},
});
// clang-format on

// Any other solver: it reads standard input, as SMT-LIB asks of it.
constexpr SolverSpec kOther{.name = "",
                            .program = "",
                            .version_option = "--version",
                            .arguments = kNoArguments,
                            .time_option = {},
                            .needs = kNoNeeds,
                            .session_option = {},
                            .logics = {},
                            .harmless = {},
                            .unsupported = kCommonUnsupported};

// Z3 from the npm package, under our driver.
constexpr SolverSpec kNpmZ3{.name = "z3@",
                            .program = "node",
                            .version_option = {},
                            .arguments = kNoArguments,
                            .time_option = "-t:{ms}",
                            .work_option = "rlimit={work}",
                            .work_a_second = 500'000,
                            .needs = kNoNeeds,
                            .models_by_default = true,
                            .reserves_memory = true,
                            .resets = true,
                            .session_option = {},
                            .max_queries = 60,
                            .logics = {},
                            .harmless = kZ3Harmless,
                            .unsupported = kCommonUnsupported};

const SolverSpec* spec_named(std::string_view name) {
  const auto it = std::ranges::find(kSpecs, name, &SolverSpec::name);
  return it == kSpecs.end() ? nullptr : &*it;
}

// The row of a program by the name of its file: /opt/z3-4.8/bin/z3, cvc5-nightly.
const SolverSpec* spec_of_program(const std::string& program) {
  const std::string file = program.substr(program.rfind('/') + 1);
  const SolverSpec* best = nullptr;
  for (const SolverSpec& spec : kSpecs)
    if (file.starts_with(spec.program)) best = &spec;
  return best;
}

std::string quoted_line(std::span<const std::string> words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_quoted(word);
  return line;
}

std::string replaced(std::string_view text, std::string_view what, const std::string& by) {
  std::string result(text);
  if (const size_t at = result.find(what); at != std::string::npos)
    result.replace(at, what.size(), by);
  return result;
}

}  // namespace

std::span<const SolverSpec> solver_specs() { return kSpecs; }

Result<std::vector<std::string>> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\'' || c == '"') {
      const size_t end = text.find(c, at + 1);
      if (end == std::string_view::npos)
        return Error{{}, fmt::format("a quote in '{}' is not closed", text)};
      word += text.substr(at + 1, end - at - 1);
      in_word = true;
      at = end;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (in_word) words.push_back(std::exchange(word, {}));
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word) words.push_back(word);
  return words;
}

bool Solver::limits_work(TimeLimit limit) const { return limit.by_work && spec->work_a_second > 0; }

double Solver::clock_seconds(TimeLimit limit) const {
  // Half of the queries that reach their limit of work do so in its time, nearly all in this.
  constexpr double kPatience = 4;
  return limits_work(limit) ? kPatience * limit.seconds : limit.seconds;
}

std::string Solver::with_limit(std::string_view text, TimeLimit limit) const {
  const double clock = clock_seconds(limit);
  const double work = limit.seconds * static_cast<double>(spec->work_a_second);
  const auto whole = [](double number) {
    return std::to_string(static_cast<int64_t>(std::ceil(number)));
  };
  std::string made = replaced(text, "{ms}", whole(clock * 1000));
  made = replaced(made, "{s}", whole(clock));
  return replaced(made, "{work}", whole(work));
}

std::vector<std::string> Solver::command(Needs needs, TimeLimit limit, bool session) const {
  std::vector<std::string> result(argv.begin(), argv.begin() + static_cast<ptrdiff_t>(leading));
  result.insert(result.end(), spec->arguments.begin(), spec->arguments.end());
  auto add = [&](std::string option) {
    if (!option.empty() && std::ranges::find(result, option) == result.end() &&
        std::ranges::find(argv, option) == argv.end())
      result.push_back(std::move(option));
  };
  if (session) add(std::string(spec->session_option));
  for (const NeedOption& need : spec->needs)
    if ((needs & need.need) != 0) add(std::string(need.option));
  if (limit.seconds > 0) {
    add(with_limit(spec->time_option, limit));
    if (limits_work(limit)) add(with_limit(spec->work_option, limit));
  }
  result.insert(result.end(), argv.begin() + static_cast<ptrdiff_t>(leading), argv.end());
  return result;
}

bool Solver::reads_file() const { return std::ranges::find(argv, kFile) != argv.end(); }

std::string Solver::limit_command(TimeLimit limit) const {
  return with_limit(spec->time_command, limit) +
         (limits_work(limit) ? with_limit(spec->work_command, limit) : "");
}

bool Solver::claims(std::string_view logic) const {
  if (spec->logics.empty() || logic.empty() || logic == "ALL") return true;
  return spec->logics.find(fmt::format(" {} ", logic)) != std::string_view::npos;
}

std::string Solver::finder() const {
  if (spec == &kNpmZ3) return name;
  std::string text = name.substr(0, name.find_first_of(" ="));
  if (!is_solver_name(text))
    text = shell_quoted(argv[0]);
  else if (text != spec->name || argv[0] != find_program(std::string(spec->program)))
    text += "=" + shell_quoted(argv[0]);
  for (size_t i = 1; i < argv.size(); ++i) text += " " + shell_quoted(argv[i]);
  return text;
}

std::string shell_quoted(const std::string& word) {
  if (!word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                              "0123456789_./:=+-@%,") == std::string::npos)
    return word;
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? "'\\''" : std::string(1, c);
  return result + "'";
}

bool is_solver_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("._-@+").find(c) != std::string_view::npos;
  });
}

Result<Solver> find_solver(std::string_view text) {
  if (printable(text) != text || text.find_first_of("\n\t") != text.npos)
    return Error{{}, fmt::format("'{}' has control characters", printable(text))};
  Solver solver;
  solver.name = text;
  std::string_view command = text;
  // NAME=COMMAND; in an option such as smt.arith.solver=2 the sign comes after a space.
  const size_t equals = text.find('=');
  if (equals != std::string_view::npos && equals > 0 && text.find(' ') > equals) {
    solver.name = text.substr(0, equals);
    if (!is_solver_name(solver.name))
      return Error{{},
                   fmt::format("'{}' is no name of a solver: letters, digits, . _ - @ +",
                               printable(solver.name))};
    command = text.substr(equals + 1);
  }
  Result<std::vector<std::string>> words = split_words(command);
  if (!words) return words.error();
  if (words->empty()) return Error{{}, "--solver needs a name or a command line"};
  if ((*words)[0].starts_with("z3@")) {
    const std::string release = (*words)[0].substr(3);
    Result<std::vector<std::string>> driver = npm_z3_command(release);
    if (!driver) return driver.error();
    solver.spec = &kNpmZ3;
    solver.argv = *driver;
    solver.leading = driver->size();
    solver.argv.insert(solver.argv.end(), words->begin() + 1, words->end());
    solver.version = release;
    solver.version_line = fmt::format("z3-solver {} of npm", release);
    return solver;
  }
  if (const SolverSpec* spec = spec_named((*words)[0])) {
    solver.spec = spec;
    (*words)[0] = spec->program;
  }
  const Result<std::string> program = locate_program((*words)[0]);
  if (!program) return program.error();
  solver.argv = std::move(*words);
  const bool by_path = solver.name == text && solver.argv[0].find('/') != std::string::npos;
  solver.argv[0] = *program;
  // From any folder the same.
  if (by_path) solver.name = quoted_line(solver.argv);
  if (!solver.spec) solver.spec = spec_of_program(*program);
  // cvc5=build/bin/nightly
  if (!solver.spec) solver.spec = spec_named(solver.name);
  if (!solver.spec) {
    solver.spec = &kOther;
    solver.leading = locate_scripts(solver.argv);
  }
  std::vector<std::string> asked(solver.argv.begin(),
                                 solver.argv.begin() + static_cast<ptrdiff_t>(solver.leading));
  asked.emplace_back(solver.spec->version_option);
  Version version = ask_version(asked);
  solver.version = std::move(version.number);
  solver.version_line = std::move(version.line);
  return solver;
}

std::vector<Solver> find_solvers() {
  std::vector<Solver> found;
  for (const SolverSpec& spec : kSpecs) {
    if (find_program(std::string(spec.program)).empty()) continue;
    if (Result<Solver> solver = find_solver(spec.name)) found.push_back(std::move(*solver));
  }
  return found;
}

}  // namespace pg
