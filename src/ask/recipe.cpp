#include "ask/recipe.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.h"
#include "mutate/skeleton.h"

namespace pg {
namespace {

// Puts options behind a command line.
class Line {
 public:
  explicit Line(std::string text) : text_(std::move(text)) {}

  void flag(std::string_view name, bool given) {
    if (given) text_ += fmt::format(" {}", name);
  }
  template <typename Value>
  void option(std::string_view name, const Value& value) {
    text_ += fmt::format(" {} {}", name, shell_quoted(fmt::format("{}", value)));
  }
  template <typename Value>
  void unless(std::string_view name, const Value& value, const Value& usual) {
    if (value != usual) option(name, value);
  }

  std::string text() && { return std::move(text_); }

 private:
  std::string text_;
};

void add(Line& line, const SaeOptions& options) {
  const SaeOptions usual;
  for (const SkeletonSpec& spec : skeleton_specs())
    if (spec.skeleton == options.skeleton && options.skeleton != usual.skeleton)
      line.option("--skeleton", spec.name);
  if (!options.snippets) line.option("--only", "pst");
  if (!options.rules) line.option("--only", "lpi");
  line.unless("--literals", options.literals, usual.literals);
  line.unless("--rounds", options.rounds, usual.rounds);
  line.unless("--snippet-depth", options.snippet.depth, usual.snippet.depth);
  line.unless("--snippet-size", options.snippet.size, usual.snippet.size);
  line.flag("--fresh", options.snippet.fresh);
  if (options.snippet.connectives != usual.snippet.connectives)
    line.option("--connectives", fmt::format("{}", fmt::join(options.snippet.connectives, ",")));
}

void add(Line& line, const DiverOptions& options) {
  const DiverOptions usual;
  line.flag("--uniform", !options.weighted);
  line.flag("--no-complicate", !options.complicate);
  line.unless("--term-depth", options.depth, usual.depth);
  line.unless("--tries", options.tries, usual.tries);
  line.flag("--widen", options.dialect.widened);
  line.flag("--solver-specific", options.dialect.specific);
}

}  // namespace

std::string recipe_text(const Recipe& recipe) {
  const auto strategy = std::ranges::find(strategies(), recipe.strategy, &Strategy::name);
  CHECK(strategy != strategies().end(), "a recipe names a strategy");
  Line line(
      fmt::format("polygraph mutate {} --strategy {}", shell_quoted(recipe.file), recipe.strategy));
  if (!recipe.model.empty()) line.option("--model", recipe.model);
  std::vector<std::string_view> answers;
  for (const auto& answer : recipe.answers)
    if (answer) answers.push_back(name_of(*answer));
  if (!answers.empty() && answers.size() == recipe.answers.size())
    line.option("--answer", fmt::format("{}", fmt::join(answers, ",")));
  line.option("--rng", recipe.rng);
  line.option("--first", recipe.number);
  line.option("--count", 1);
  add(line, recipe.options.sae);
  add(line, recipe.options.diver);
  if (strategy->needs == Strategy::Needs::Solvers)
    line.unless("--variant", recipe.variant, std::string(kDefaultVariant));
  // Of those that ask solvers: others would give another model, core or value.
  const bool asks = strategy->needs == Strategy::Needs::Solvers ||
                    (strategy->needs == Strategy::Needs::Evidence && recipe.model.empty());
  if (!asks) return std::move(line).text();
  for (const std::string& solver : recipe.solvers) line.option("--solver", solver);
  const QueryLimits usual;
  line.unless("--timeout", recipe.limits.seconds, usual.seconds);
  line.unless("--memory", recipe.limits.memory_mb, usual.memory_mb);
  return std::move(line).text();
}

}  // namespace pg
