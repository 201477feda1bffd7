#include "bug/premise.h"

#include "ask/seed.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"

namespace pg {

Premise premise_of(const Case& found, const ByRules& rules) {
  const RuleChain& chain = rules.chain;
  if (chain.core.empty()) return {found.origin.seed, chain.check};
  Pool pool;
  const ParsedScript seed = parse_script(pool, found.origin.seed);
  if (!seed.errors.empty() || chain.check >= count_checks(seed.script)) return {};
  Script core = with_assertions(pool, seed.script, chain.check, chain.core);
  Command check;
  check.kind = CommandKind::CheckSat;
  check.name = pool.intern("check-sat");
  if (count_checks(core) == 0) core.commands.push_back(std::move(check));
  return {print_script(pool, core), 0};
}

}  // namespace pg
