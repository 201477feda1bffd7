#include "mutate/chain.h"

#include <algorithm>

#include "base/check.h"
#include "model/state.h"
#include "mutate/canonical.h"
#include "smtlib/printer.h"
#include "term/path.h"

namespace pg {
namespace {

std::string text_of(const Pool& pool, Term term) {
  return print_term(pool, term, {.share = true, .width = 0});
}

}  // namespace

RuleChain chain_of(Pool& pool, const Script& base, const Mutant& mutant, size_t check) {
  CHECK(check < mutant.claims.size() && mutant.claims[check], "the mutant claims nothing there");
  RuleChain chain;
  chain.answer = *mutant.claims[check];
  chain.check = check;
  chain.core = mutant.core;
  const std::vector<CheckRange> seen = checks_that_see(base);
  std::vector<std::pair<Formula, Term>> roots;  // as far as the steps before made them
  for (const Step& step : mutant.steps) {
    if (!seen[step.command].contains(check)) continue;
    auto root = std::ranges::find(roots, step.formula(), &std::pair<Formula, Term>::first);
    if (root == roots.end())
      root = roots.insert(root, {step.formula(), base.commands[step.command].terms[step.which]});
    const std::vector<Term> bound = bound_at(pool, root->second, step.path);
    root->second = replace_at(pool, root->second, step.path, step.after);
    ChainStep made{step.command, step.which, step.path, {}, {}};
    const bool directed = step.how == Step::How::Weaker || step.how == Step::How::Stronger;
    if (directed)
      made.direction = step.how == Step::How::Weaker ? Direction::Weaker : Direction::Stronger;
    made.equal = step.how == Step::How::Equal;
    const bool closed = directed || made.equal;
    const std::span<const Term> variables(bound.data(), closed ? bound.size() : 0);
    made.before = text_of(pool, close(pool, variables, step.before));
    made.after = text_of(pool, close(pool, variables, step.after));
    for (const Rule* rule : step.rules) {
      made.rules.push_back(describe(*rule));
      if (theory_of(*rule)) continue;
      RuleText own = pg::text_of(*rule);
      if (std::ranges::find(chain.own_rules, own) == chain.own_rules.end())
        chain.own_rules.push_back(std::move(own));
    }
    for (const Term constant : step.constants) made.constants.push_back(text_of(pool, constant));
    chain.steps.push_back(std::move(made));
  }
  return chain;
}

}  // namespace pg
