#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "ask/models.h"
#include "ask/recipe.h"
#include "ask/refusals.h"
#include "ask/seed.h"
#include "ask/trial.h"
#include "base/check.h"
#include "base/input.h"
#include "base/output.h"
#include "cli/fail.h"
#include "cli/load.h"
#include "cli/solver_options.h"
#include "cli/subcommand.h"
#include "judge/certify.h"
#include "model/check.h"
#include "mutate/answers.h"
#include "mutate/strategy.h"
#include "prove/audit.h"
#include "smtlib/printer.h"
#include "smtlib/rename.h"

namespace pg {
namespace {

struct Options {
  std::string file;
  std::vector<std::string> others;
  std::string strategy = "sae";
  uint64_t count = 0;  // 0: as many as fit the place
  uint64_t first = 1;
  uint64_t rng = 1;
  std::string answer;
  std::string model;
  std::string out;
  bool check = false;
  StrategyOptions strategy_options;
  SolverOptions solvers;
};

constexpr uint64_t kDefaultCount = 300;

// The answers as given, as the script states them, or as solvers say and none contradicts.
Answers find_answers(Pool& pool, const Script& script, const Options& options, int& exit_code) {
  const size_t checks = count_checks(script);
  if (!options.answer.empty()) {
    Result<Answers> read = read_answers(options.answer, checks);
    if (read) return *std::move(read);
    exit_code = fail({{}, "--answer: " + read.error().message});
    return {};
  }
  Answers answers = stated_answers(pool, script);
  if (std::ranges::any_of(answers, [](const auto& answer) { return answer.has_value(); }))
    return answers;
  std::vector<Solver> solvers;
  exit_code = choose_solvers(options.solvers, solvers);
  if (exit_code != kExitOk) return {};
  const Trial trial = try_script(pool, script, solvers, options.solvers.limits);
  answers = agreed_answers(trial);
  if (std::ranges::none_of(answers, [](const auto& answer) { return answer.has_value(); })) {
    exit_code = fail(display_name(options.file),
                     {{},
                      "no solver gives an answer that the others do not contradict; say it by "
                      "--answer"});
  }
  return answers;
}

// The command line that makes one of the mutants again.
std::string command_line(const Options& options, const Answers& answers, uint64_t number) {
  return recipe_text({.file = options.file,
                      .others = options.others,
                      .strategy = options.strategy,
                      .answers = answers,
                      .model = options.model,
                      .rng = options.rng,
                      .number = number,
                      .options = options.strategy_options,
                      .solvers = options.solvers.names,
                      .limits = options.solvers.limits});
}

std::string claims_text(const Mutant& mutant) {
  std::vector<std::string_view> words;
  for (const auto& claim : mutant.claims) words.push_back(claim ? name_of(*claim) : "anything");
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string brief(const Pool& pool, Term term) {
  std::string text = print_term(pool, term, {.share = true, .width = 0});
  if (text.size() > 200) text = text.substr(0, 197) + "...";
  return text;
}

std::string header(const Pool& pool, const Options& options, const Answers& answers,
                   const Mutant& mutant, uint64_t number) {
  std::string text = fmt::format("; {}\n; expected: {}\n", command_line(options, answers, number),
                                 claims_text(mutant));
  if (!mutant.core.empty()) {
    text += "; unsat core of the seed, its conjuncts asserted one by one: commands";
    for (const size_t command : mutant.core) text += fmt::format(" {}", command + 1);
    text += "\n";
  }
  for (size_t i = 0; i < mutant.steps.size(); ++i) {
    const Step& step = mutant.steps[i];
    text += fmt::format("; step {}: {}\n;   {}\n;   became {}\n", i + 1, describe(pool, step),
                        brief(pool, step.before), brief(pool, step.after));
  }
  return text;
}

// Asks solvers whether mutants are weaker, or stronger, than their seed, and counts the outcomes.
class Auditor {
 public:
  Auditor(Pool& pool, const Script& seed, const QueryLimits& limits)
      : pool_(pool), seed_(seed), limits_(limits) {}

  int start(const SolverOptions& options) { return choose_solvers(options, solvers_); }

  // "holds (z3, cvc5)"; says so on standard error.
  Audit ask(const Mutator& mutator, const Mutant& mutant, uint64_t number, bool chatty) {
    const std::optional<Audit> found = audit(pool_, seed_, mutator, mutant, solvers_, limits_);
    CHECK(found, "a mutant that is weaker or stronger claims something");
    ++counts_[static_cast<size_t>(found->outcome)];
    const bool refuted = found->outcome == Audit::Outcome::Refuted;
    if (chatty || refuted)
      std::fprintf(stderr, "mutant %llu: %s\n%s", static_cast<unsigned long long>(number),
                   text_of(*found).c_str(), found->model.c_str());
    return *found;
  }

  size_t count(Audit::Outcome outcome) const { return counts_[static_cast<size_t>(outcome)]; }
  std::string summary() const {
    using Outcome = Audit::Outcome;
    return fmt::format("checked: {} hold, {} unknown, {} refuted", count(Outcome::Holds),
                       count(Outcome::Unknown), count(Outcome::Refuted));
  }

 private:
  static std::string text_of(const Audit& audit) {
    if (audit.solvers.empty()) return std::string(name_of(audit.outcome));
    const bool doubt = audit.outcome == Audit::Outcome::Unknown;
    return fmt::format("{} ({}{})", name_of(audit.outcome), fmt::join(audit.solvers, ", "),
                       doubt ? " without a model that we can confirm" : "");
  }

  Pool& pool_;
  const Script& seed_;
  const QueryLimits limits_;
  std::vector<Solver> solvers_;
  std::array<size_t, 3> counts_{};
};

nlohmann::json to_json(const Pool& pool, const Options& options, const Answers& answers,
                       const Mutant& mutant, const Tally& tally, uint64_t number,
                       const std::string& text) {
  nlohmann::json steps = nlohmann::json::array();
  for (const Step& step : mutant.steps) {
    nlohmann::json rules = nlohmann::json::array();
    for (const Rule* rule : step.rules) rules.push_back(describe(*rule));
    nlohmann::json constants = nlohmann::json::array();
    for (const Term constant : step.constants) constants.push_back(print_term(pool, constant));
    steps.push_back({{"command", step.command + 1},
                     {"term", step.which + 1},
                     {"path", step.path},
                     {"how", name_of(step.how)},
                     {"rules", std::move(rules)},
                     {"constants", std::move(constants)},
                     {"before", print_term(pool, step.before, {.share = true, .width = 0})},
                     {"after", print_term(pool, step.after, {.share = true, .width = 0})}});
  }
  nlohmann::json claims = nlohmann::json::array();
  for (const auto& claim : mutant.claims)
    claims.push_back(claim ? nlohmann::json(name_of(*claim)) : nlohmann::json());
  nlohmann::json made = {{"mutant", number},
                         {"command", command_line(options, answers, number)},
                         {"expected", std::move(claims)},
                         {"steps", std::move(steps)},
                         {"script", text}};
  if (tally.goals > 0) made["coverage"] = {{"goals", tally.goals}, {"covered", tally.covered}};
  return made;
}

void print_json(nlohmann::json mutant, const std::optional<Audit>& checked) {
  if (checked)
    mutant["check"] = {{"outcome", name_of(checked->outcome)},
                       {"solvers", checked->solvers},
                       {"model", checked->model}};
  std::printf("%s\n", mutant.dump().c_str());
}

bool write_mutant(const std::string& folder, uint64_t number, const std::string& text) {
  const std::filesystem::path path =
      std::filesystem::path(folder) / fmt::format("mutant-{:04}.smt2", number);
  return write_output(path.string(), text);
}

// The model that was given, if it makes the file true.
Result<std::string> read_given_model(Pool& pool, const std::string& file, const Script& script) {
  const Result<std::string> text = read_input(file);
  if (!text) return text.error();
  const CheckState state = state_at(pool, script, std::max<size_t>(1, count_checks(script)) - 1);
  const Result<Model> model = read_model(pool, state.script, *text);
  if (!model) return model.error();
  ValuePool values;
  const Verdict verdict = check_model(pool, values, state, *model).verdict;
  if (verdict != Verdict::True)
    return Error{{},
                 fmt::format("the model does not make the file true (it is {})", name_of(verdict))};
  return print_model(pool, *model);
}

// A seed with what its strategy needs to know of it; `model` if it was given.
int prepare(Pool& pool, const Options& options, const Strategy& strategy, const std::string& file,
            const Script& script, const Answers& answers, const std::string& model,
            KnownSeed& known) {
  SeedProof proof;
  if (!model.empty()) {
    const Result<std::string> given = read_given_model(pool, model, script);
    if (!given) return fail(display_name(model), given.error());
    proof.model = *given;
  }
  if (strategy.needs == Strategy::Needs::Evidence && proof.empty()) {
    std::vector<Solver> solvers;
    if (const int code = choose_solvers(options.solvers, solvers); code != kExitOk) return code;
    Result<SeedProof> found = find_proof(pool, script, answers, solvers, options.solvers.limits,
                                         options.strategy_options.diver.model);
    if (!found) return fail(display_name(file), found.error());
    proof = *std::move(found);
  }
  Result<KnownSeed> made = known_seed(pool, script, answers, proof, strategy);
  if (!made) return fail(display_name(file), made.error());
  known = *std::move(made);
  return kExitOk;
}

// Reads the other seeds of a strategy that takes several, with names of their own.
int read_others(Pool& pool, const Options& options, const Strategy& strategy,
                const Answers& answers, std::vector<KnownSeed>& others) {
  if (options.others.size() + 1 != strategy.seeds)
    return fail({{},
                 fmt::format("{} takes {} seed{}; --with names all but the first", strategy.name,
                             strategy.seeds, strategy.seeds == 1 ? "" : "s")});
  for (const std::string& file : options.others) {
    const Result<std::string> text = read_input(file);
    if (!text) return fail(display_name(file), text.error());
    const ParsedScript parsed = parse_script(pool, with_names_apart(*text, others.size() + 1));
    report_problems(file, parsed, false);
    if (!parsed.errors.empty()) return kExitInput;
    if (std::max<size_t>(1, count_checks(parsed.script)) != answers.size())
      return fail(display_name(file), {{}, "it has another number of check-sats"});
    const int code =
        prepare(pool, options, strategy, file, parsed.script, answers, "", others.emplace_back());
    if (code != kExitOk) return code;
  }
  return kExitOk;
}

// Operators that are not in SMT-LIB: of one solver, and of these what its release reads. Who says
// what to leave out needs no solver.
int set_dialect(Options& options, Pool& pool, const Script& script) {
  Dialect& dialect = options.strategy_options.dialect;
  if (!dialect.specific || (dialect.refused && dialect.solvers != Known{})) return kExitOk;
  std::vector<Solver> solvers;
  if (const int code = choose_solvers(options.solvers, solvers); code != kExitOk) return code;
  if (const Result<bool> used = use_dialect_of(solvers, dialect); !used) return fail(used.error());
  const std::vector<Solver> speakers = speakers_of(dialect, solvers);
  if (dialect.refused || speakers.empty()) return kExitOk;
  Refusals refusals;
  const Result<bool> asked =
      leave_out_refused(pool, script, speakers, options.solvers.limits, refusals, dialect);
  return asked ? kExitOk : fail(asked.error());
}

int make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error) return kExitOk;
  return fail(environment_error(fmt::format("{}: {}", folder, error.message())));
}

int fail_to_write(const std::string& folder) {
  return fail(environment_error("cannot write to " + folder));
}

// Writes and prints the mutants that were asked for.
int write_mutants(Pool& pool, const Options& options, const GlobalOptions& global,
                  const KnownSeed& known, Mutator& mutator, const Strategy& strategy) {
  std::optional<Certifier> certifier;
  if (known.model) {
    certifier.emplace(pool, known.script, mutator);
    certifier->set_model(*known.model);
  }
  Auditor auditor(pool, known.script, options.solvers.limits);
  if (options.check)
    if (const int code = auditor.start(options.solvers); code != kExitOk) return code;
  const bool chatty = !global.quiet && !global.json;
  MutantPrinter printer(pool, mutator.base());
  uint64_t made = 0;
  uint64_t certified = 0;
  for (uint64_t number = options.first; number < options.first + options.count; ++number) {
    const std::optional<Mutant> mutant = mutator.mutate(number);
    if (!mutant) continue;
    ++made;
    if (certifier) {
      const Verdict verdict = certifier->check(*mutant);
      CHECK(verdict != Verdict::False || mutant->claims.back() != Truth::Sat,
            "a mutant that must be satisfiable is false under the seed's model");
      if (verdict == Verdict::True) ++certified;
    }
    const std::string text =
        header(pool, options, known.answers, *mutant, number) + printer.print(*mutant);
    if (!options.out.empty() && !write_mutant(options.out, number, text))
      return fail_to_write(options.out);
    std::optional<Audit> checked;
    if (options.check) checked = auditor.ask(mutator, *mutant, number, chatty);
    if (global.json)
      print_json(to_json(pool, options, known.answers, *mutant, mutator.tally(), number, text),
                 checked);
    else if (options.out.empty())
      std::printf("%s%s", made > 1 ? "\n" : "", text.c_str());
  }
  const auto number = [](uint64_t count) { return static_cast<unsigned long long>(count); };
  if (chatty && !options.out.empty())
    std::printf("%llu mutants in %s\n", number(made), options.out.c_str());
  const Tally tally = mutator.tally();
  if (chatty && strategy.needs != Strategy::Needs::Nothing)
    std::fprintf(stderr, "%llu of %llu tries made a mutant\n", number(tally.accepted),
                 number(tally.tries));
  if (chatty && tally.goals > 0)
    std::fprintf(stderr, "sub-formulas seen true and false: %llu of %llu\n", number(tally.covered),
                 number(tally.goals));
  if (chatty && certifier)
    std::fprintf(stderr, "%llu of %llu are true under the model\n", number(certified),
                 number(made));
  if (chatty && options.check) std::fprintf(stderr, "%s\n", auditor.summary().c_str());
  if (made == 0)
    tell(display_name(options.file), {{}, "no mutant: there is nothing to mutate"}, "warning");
  return auditor.count(Audit::Outcome::Refuted) > 0 ? kExitLie : kExitOk;
}

// What solvers said wrongly while they chose values.
int report_lies(const SolverModels& models, const GlobalOptions& global) {
  for (const Case& shown : models.shown())
    if (!global.quiet)
      std::fprintf(stderr, "LIE on the way: %s\n%s", sentence_of(shown).c_str(),
                   shown.original.c_str());
  return models.shown().empty() ? kExitOk : kExitLie;
}

int run_mutate(Options options, const GlobalOptions& global) {
  const Strategy* strategy = find_strategy(options.strategy);
  if (options.count == 0) options.count = options.out.empty() ? 1 : kDefaultCount;
  if (const int code = load_rules(options.strategy_options.sae); code != kExitOk) return code;
  if (options.check && strategy->needs != Strategy::Needs::Nothing)
    return fail({{},
                 fmt::format("--check is for sae: mutants of {} are neither weaker nor stronger "
                             "than their seed",
                             strategy->name)});

  Pool pool;
  const ParsedScript parsed = load_script(pool, options.file);
  report_problems(options.file, parsed, !global.quiet);
  if (!parsed.errors.empty()) return kExitInput;
  int exit_code = strategy->draws_operators ? set_dialect(options, pool, parsed.script) : kExitOk;
  if (exit_code != kExitOk) return exit_code;
  const bool asks = strategy->needs == Strategy::Needs::Solvers;
  const Answers answers = asks ? Answers(std::max<size_t>(1, count_checks(parsed.script)))
                               : find_answers(pool, parsed.script, options, exit_code);
  KnownSeed known;
  if (exit_code == kExitOk)
    exit_code = prepare(pool, options, *strategy, options.file, parsed.script, answers,
                        options.model, known);
  std::vector<KnownSeed> others;
  if (exit_code == kExitOk) exit_code = read_others(pool, options, *strategy, answers, others);
  std::vector<Solver> solvers;
  if (exit_code == kExitOk && asks && !options.strategy_options.value.random)
    exit_code = choose_solvers(options.solvers, solvers);
  if (exit_code == kExitOk && !options.out.empty()) exit_code = make_folder(options.out);
  if (exit_code != kExitOk) return exit_code;
  // Solvers may give another model next time.
  if (known.model && options.model.empty() && !options.out.empty()) {
    options.model = (std::filesystem::path(options.out) / "model.smt2").string();
    if (!write_output(options.model, print_model(pool, *known.model)))
      return fail_to_write(options.out);
  }

  SolverModels models(solvers, options.solvers.limits);
  if (!solvers.empty()) known.models = &models;
  std::vector<Seed> seeds;
  for (const KnownSeed& other : others) seeds.push_back(other.seed());
  const Result<std::unique_ptr<Mutator>> mutator = strategy->start(
      pool, known.seed(std::move(seeds)), options.strategy_options, Rng(options.rng));
  if (!mutator) return fail(display_name(options.file), mutator.error());
  exit_code = write_mutants(pool, options, global, known, **mutator, *strategy);
  return exit_code == kExitOk ? report_lies(models, global) : exit_code;
}

Words names_of_strategies() {
  Words names;
  for (const Strategy& strategy : strategies()) names.emplace_back(strategy.name);
  return names;
}

constexpr std::string_view kSeed = "The seed";
constexpr std::string_view kMutants = "Mutants";

using Row = OptionRow<Options>;
constexpr auto kRows = std::to_array<Row>({
    Row{{.name = "FILE",
         .group = kSeed,
         .help = "An SMT-LIB file; - is standard input",
         .required = true},
        [](Options& o) { return text(o.file, "FILE"); }},
    Row{{.name = "--with",
         .group = kSeed,
         .help =
             "Another seed with the same answers, where the strategy takes several; repeatable"},
        [](Options& o) { return texts(o.others, "FILE"); }},
    Row{{.name = "--answer",
         .group = kSeed,
         .help = "sat, unsat or unknown, one for each check-sat, separated by commas",
         .usual = "what :status says, else what solvers say"},
        [](Options& o) { return text(o.answer, "ANSWERS"); }},
    Row{{.name = "--model",
         .group = kSeed,
         .help = "A model of the file: mutants that must be sat are evaluated under it"},
        [](Options& o) { return text(o.model, "FILE"); }},
    Row{{.name = "--strategy", .group = kMutants, .help = "How they are made"},
        [](Options& o) { return choice(o.strategy, names_of_strategies()); }},
    Row{{.name = "--count",
         .group = kMutants,
         .help = "How many",
         .usual = "300 with --out, else 1"},
        [](Options& o) { return number(o.count, 1, 1'000'000'000); }},
    Row{{.name = "--first", .group = kMutants, .help = "The number of the first mutant"},
        [](Options& o) { return number(o.first, 1, uint64_t{1} << 60); }},
    Row{{.name = "--rng", .group = kMutants, .help = "The same number makes the same mutants"},
        [](Options& o) { return number(o.rng, 0, ~uint64_t{0}); }},
    Row{{.name = "--out",
         .group = kMutants,
         .help = "A folder for the mutants",
         .usual = "standard output"},
        [](Options& o) { return text(o.out, "DIR"); }},
    Row{{.name = "--check",
         .group = kMutants,
         .help = "Ask solvers whether each mutant is weaker, or stronger, than the seed (sae)"},
        [](Options& o) { return flag(o.check); }},
});

}  // namespace

void add_mutate(CommandLine& line) {
  auto options = std::make_shared<Options>();
  line.options.add(kRows, *options);
  line.options.add(strategy_options(), options->strategy_options);
  add_solver_options(line.options, options->solvers);
  line.notes = "Names for --variant\n" + refinements_text();
  line.run = [options](OptionSet&, const GlobalOptions& global) {
    return run_mutate(*options, global);
  };
}

}  // namespace pg
