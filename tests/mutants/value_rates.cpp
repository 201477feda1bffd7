#include "value_rates.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "ask/models.h"
#include "ask/query.h"
#include "base/check.h"
#include "base/input.h"
#include "model/evaluator.h"
#include "model/state.h"
#include "mutate/value.h"
#include "runs.h"
#include "smtlib/parser.h"
#include "term/traverse.h"

namespace pg {
namespace {

namespace fs = std::filesystem;

// Of evaluating what was enforced.
constexpr uint64_t kMaxSteps = 100'000;

struct File {
  std::string path;
  std::string text;
  bool forall = false;
  bool exists = false;
};

// The files that we can read and that have one check-sat, in random order.
std::vector<File> read_files(std::span<const std::string> paths, const RateOptions& options) {
  std::vector<std::string> names;
  for (const std::string& path : paths) {
    if (!fs::is_directory(path)) {
      names.push_back(path);
      continue;
    }
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path))
      if (entry.path().extension() == ".smt2") names.push_back(entry.path().string());
  }
  std::ranges::sort(names);
  Rng order(1);
  for (size_t i = names.size(); i > 1; --i) std::swap(names[i - 1], names[order.below(i)]);
  std::vector<File> files;
  for (const std::string& name : names) {
    const Result<std::string> text = read_input(name);
    if (!text || text->size() > options.largest) continue;
    Pool pool;
    const ParsedScript parsed = parse_script(pool, *text);
    if (!parsed.errors.empty() || count_checks(parsed.script) != 1) continue;
    File file{name, *text};
    for_each_subterm(pool, parsed.script, [&](Term term) {
      const OpSpec* op = pool.op(term);
      if (!op || op->binder == 0) return;
      file.forall = file.forall || op->name == "forall";
      file.exists = file.exists || op->name == "exists";
    });
    files.push_back(std::move(file));
  }
  return files;
}

// What was asked and what was sat; of the latter, what held.
struct Rates {
  uint64_t files = 0;
  uint64_t enforced = 0;
  uint64_t enforced_sat = 0;
  uint64_t substituted = 0;
  uint64_t substituted_sat = 0;
  uint64_t watched = 0;
  uint64_t held = 0;
};

class Rater {
 public:
  Rater(const RateOptions& options, std::span<const Solver> solvers)
      : options_(options),
        models_(solvers, options.limits),
        session_(std::make_unique<Session>(solvers[0], options.limits)) {}

  // Makes mutants of a file and asks about each. With `watch`, what EFFINAL would add is taken off
  // the mutant and looked at under the model of the answer.
  void rate(const File& file, const std::string& variant, bool watch, uint64_t run, Rates& rates) {
    Pool pool;
    const ParsedScript parsed = parse_script(pool, file.text);
    const Result<ValueOptions> value = read_value_options(watch ? variant + ",EFFINAL" : variant);
    CHECK(value, "variants are checked before");
    const Seed seed{.script = parsed.script, .answers = Answers(1), .models = &models_};
    const SolverModels::Counts before = models_.counts();
    const Result<std::unique_ptr<Mutator>> mutator = start_value(pool, seed, *value, Rng(run));
    if (!mutator) return;
    ++rates.files;
    for (uint64_t number = 1; number <= options_.iterations; ++number) {
      std::optional<Mutant> mutant = (*mutator)->mutate(number);
      if (!mutant) continue;
      const std::vector<Term> conditions =
          watch ? take_conditions(pool, *mutant) : std::vector<Term>();
      ask(pool, script_of(pool, (*mutator)->base(), *mutant), conditions, rates);
    }
    rates.enforced += models_.counts().asked - before.asked;
    rates.enforced_sat += models_.counts().sat - before.sat;
  }

 private:
  // What EFFINAL added to the last formula: (and (and FORMULA C1) C2) becomes FORMULA again.
  static std::vector<Term> take_conditions(const Pool& pool, Mutant& mutant) {
    if (mutant.steps.empty() || mutant.steps.back().how != Step::How::Constraint) return {};
    const Step added = mutant.steps.back();
    mutant.steps.pop_back();
    mutant.set(added.formula(), added.before);
    std::vector<Head> skolems;
    for (const NewConstant& each : mutant.declared) skolems.push_back(each.head);
    mutant.declared.clear();
    std::vector<Term> conditions;
    for (Term term = added.after; term != added.before; term = pool.args(term)[0]) {
      const Term condition = pool.args(term)[1];
      const std::vector<Head> mentioned = functions(pool, condition);
      const bool bound = std::ranges::any_of(
          mentioned, [&](Head head) { return std::ranges::find(skolems, head) != skolems.end(); });
      if (!bound) conditions.push_back(condition);
    }
    return conditions;
  }

  void ask(Pool& pool, const Script& script, std::span<const Term> conditions, Rates& rates) {
    ++rates.substituted;
    const std::vector<Answer> answers = session_->ask(make_query(pool, script, true));
    if (answers.empty() || answers[0].kind != AnswerKind::Sat) return;
    ++rates.substituted_sat;
    if (conditions.empty()) return;
    const CheckState state = state_at(pool, script, 0);
    const Result<Model> model =
        read_model(pool, state.script, answers[0].model, session_->solver().spec->escapes_strings);
    if (!model) return;
    ValuePool values;
    Evaluator evaluator(pool, values, state.script, *model, Evaluator::Missing::Default);
    evaluator.set_max_steps(kMaxSteps);
    for (const Term condition : conditions) {
      const Value value = evaluator.eval(condition);
      if (!value.is_defined()) continue;
      ++rates.watched;
      rates.held += value.is_true() ? 1 : 0;
    }
  }

  const RateOptions& options_;
  SolverModels models_;
  std::unique_ptr<Session> session_;
};

nlohmann::json json_of(const Rates& rates) {
  return {{"files", rates.files},
          {"enforced", rates.enforced},
          {"enforced_sat", rates.enforced_sat},
          {"substituted", rates.substituted},
          {"substituted_sat", rates.substituted_sat},
          {"watched", rates.watched},
          {"held", rates.held}};
}

// A way to deal with the quantifiers of some files.
struct Handling {
  std::string_view quantifier;
  bool File::*has;
  std::string_view name;
  std::string_view variant;
};
// The other quantifier is skolemised, as by default.
constexpr auto kHandlings = std::to_array<Handling>({
    {"forall", &File::forall, "copy", "SKOLE"},
    {"forall", &File::forall, "skolemise", "SKOLU"},
    {"exists", &File::exists, "copy", "NOSKOLE"},
    {"exists", &File::exists, "skolemise", "SKOLU"},
});

}  // namespace

void compare_quantifiers(std::span<const std::string> paths, const RateOptions& options,
                         std::span<const Solver> solvers) {
  const std::vector<File> files = read_files(paths, options);
  const auto make_rater = [&] { return Rater(options, solvers); };
  for (const Handling& handling : kHandlings)
    for_each_run(make_rater, options.runs, [&](Rater& rater, uint64_t mine) {
      const uint64_t run = options.first_run + mine;
      Rates rates;
      for (const File& file : files)
        if (file.*handling.has && rates.files < options.files)
          rater.rate(file, std::string(handling.variant), false, run, rates);
      nlohmann::json record = json_of(rates);
      record.update({{"table", "II"},
                     {"quantifier", handling.quantifier},
                     {"handling", handling.name},
                     {"run", run}});
      print_record(record);
    });
}

void measure_holding(std::span<const std::string> paths, const RateOptions& options,
                     std::span<const Solver> solvers) {
  const std::vector<File> files = read_files(paths, options);
  const auto make_rater = [&] { return Rater(options, solvers); };
  for_each_run(make_rater, options.runs, [&](Rater& rater, uint64_t mine) {
    const uint64_t run = options.first_run + mine;
    Rates rates;
    for (const File& file : files)
      if (rates.files < options.files) rater.rate(file, options.hold_variant, true, run, rates);
    nlohmann::json record = json_of(rates);
    record.update({{"table", "hold"}, {"variant", options.hold_variant}, {"run", run}});
    print_record(record);
  });
}

}  // namespace pg
