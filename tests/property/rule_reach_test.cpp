// Which rules sae uses over the seeds that come with us.
#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/state.h"
#include "mutate/sae.h"
#include "smtlib/parser.h"
#include "support/paths.h"
#include "support/read.h"
#include "support/scale.h"
#include "support/smtlib.h"
#include "term/known.h"
#include "theory/theories.h"

namespace pg {
namespace {

// Rows of operators that are not in SMT-LIB 2.6 serve scripts that use such operators already, or
// solvers that know them: the operator's row says who does.
bool is_standard(const Rule& rule) {
  const std::string text = describe(rule);
  std::vector<std::string_view> words;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = text.find_first_not_of("() ", at);
    if (begin == std::string::npos) break;
    at = std::min(text.find_first_of("() ", begin), text.size());
    words.push_back(std::string_view(text).substr(begin, at - begin));
  }
  return std::ranges::all_of(words, [](std::string_view word) {
    bool found = false;
    for (const Theory* theory : theories())
      for (const OpSpec& row : theory->ops) {
        if (row.name != word) continue;
        found = true;
        if (includes(row.known, kStandard)) return true;
      }
    return !found;
  });
}

std::set<const Rule*> used_over_seeds() {
  std::set<const Rule*> used;
  std::vector<std::string> files;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(test::source_folder() + "/seeds"))
    if (entry.path().extension() == ".smt2") files.push_back(entry.path());
  std::ranges::sort(files);
  for (const std::string& file : files) {
    for (const Truth answer : {Truth::Sat, Truth::Unsat}) {
      Pool pool;
      const ParsedScript parsed = parse_script(pool, test::read_file(file));
      const Answers answers(std::max<size_t>(1, count_checks(parsed.script)), answer);
      const auto mutator =
          start_sae(pool, {.script = parsed.script, .answers = answers}, {.rounds = 3}, Rng(1));
      for (uint64_t number = 1; number <= 100; ++number)
        if (const std::optional<Mutant> mutant = mutator->mutate(number))
          for (const Step& step : mutant->steps) used.insert(step.rules.begin(), step.rules.end());
    }
  }
  return used;
}

TEST(RuleReach, EveryRuleOfTheStandardIsUsedOverTheSeeds) {
  if (test::kSanitized) GTEST_SKIP() << "it takes minutes";
  const std::set<const Rule*> used = used_over_seeds();
  size_t others = 0;
  for (const RuleEntry& entry : all_rules()) {
    if (used.contains(entry.rule)) continue;
    EXPECT_FALSE(is_standard(*entry.rule))
        << entry.theory->name << ": " << describe(*entry.rule) << " is never used";
    ++others;
  }
  EXPECT_LE(others, 70u);
}

}  // namespace
}  // namespace pg
