#include "ask/recipe.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"
#include "mutate/answers.h"

namespace pg {
namespace {

constexpr std::string_view kTimed = "# a query took too long: this may make another mutant";

// Puts options behind a command line.
class Line {
 public:
  explicit Line(std::string text) : text_(std::move(text)) {}

  template <typename Value>
  void option(std::string_view name, const Value& value) {
    text_ += fmt::format(" {} {}", name, shell_quoted(fmt::format("{}", value)));
  }
  void flag(std::string_view name) { text_ += fmt::format(" {}", name); }
  // What the strategy would otherwise do another way.
  void options(const Strategy& strategy, const StrategyOptions& options) {
    for (const OptionWords& setting : changed(strategy_options(), options)) {
      const auto row = std::ranges::find(strategy_options(), setting.name,
                                         [](const auto& each) { return each.spec.name; });
      if (!is_option_of(row->spec, strategy)) continue;
      StrategyOptions any;
      if (row->value(any).metavar.empty())
        flag(setting.name);
      else
        option(setting.name, setting.words[0]);
    }
  }

  std::string text() && { return std::move(text_); }

 private:
  std::string text_;
};

}  // namespace

std::string recipe_text(const Recipe& recipe) {
  const Strategy* strategy = find_strategy(recipe.strategy);
  CHECK(strategy, "a recipe names a strategy");
  const bool piped = !recipe.of.empty();
  Line line(fmt::format("{}polygraph mutate {} --strategy {}",
                        piped ? recipe_text(recipe.of[0]) + " | " : "",
                        shell_quoted(piped ? "-" : recipe.file), recipe.strategy));
  for (const std::string& other : recipe.others) line.option("--with", other);
  if (!recipe.model.empty()) line.option("--model", recipe.model);
  if (const std::string answers = answers_text(recipe.answers); !answers.empty())
    line.option("--answer", answers);
  line.option("--rng", recipe.rng);
  line.option("--first", recipe.number);
  line.option("--count", 1);
  line.options(*strategy, recipe.options);
  // Of those that ask solvers: others would give another model, core or value.
  const bool asks = strategy->needs == Strategy::Needs::Solvers ||
                    (strategy->needs == Strategy::Needs::Evidence && recipe.model.empty());
  if (!asks) return std::move(line).text();
  for (const std::string& solver : recipe.solvers) line.option("--solver", solver);
  const QueryLimits usual;
  if (recipe.limits.seconds != usual.seconds) line.option("--timeout", recipe.limits.seconds);
  if (recipe.limits.memory_mb != usual.memory_mb) line.option("--memory", recipe.limits.memory_mb);
  if (recipe.limits.unconfined) line.flag("--no-sandbox");
  if (recipe.timed) line.flag(kTimed);
  return std::move(line).text();
}

}  // namespace pg
