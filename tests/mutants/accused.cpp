#include "accused.h"

#include <algorithm>

#include "ask/query.h"
#include "ask/trial.h"

namespace pg {

Accuser::Accuser(std::span<const Solver> references, const QueryLimits& limits) : limits_(limits) {
  for (const Solver& solver : references)
    references_.push_back(std::make_unique<Session>(solver, limits));
}

Testimony Accuser::ask(Pool& pool, const Script& script, Session& accused) {
  const Query query = make_query(pool, script, true);
  Testimony said;
  bool doubtful = false;
  for (Answer& answer : accused.ask(query)) {
    said.evidence.push_back(
        evidence_of(pool, script, said.evidence.size(), accused.solver(), std::move(answer)));
    const Evidence& evidence = said.evidence.back();
    doubtful = doubtful || (evidence.answer.decided() && !evidence.proves_sat());
  }
  std::vector<std::vector<Answer>> others;
  if (doubtful)
    for (const std::unique_ptr<Session>& reference : references_)
      others.push_back(reference->ask(query));
  for (size_t check = 0; check < said.evidence.size(); ++check) {
    std::vector<Evidence> evidence{said.evidence[check]};
    for (size_t i = 0; i < others.size(); ++i)
      if (check < others[i].size())
        evidence.push_back(
            evidence_of(pool, script, check, references_[i]->solver(), others[i][check]));
    std::vector<Case>& cases = said.cases.emplace_back();
    const bool decided = evidence[0].answer.decided();
    for (Case& each : judge(Agree{}, evidence, check))
      if (each.liar == evidence[0].solver || (each.kind == Kind::Disagreement && decided))
        cases.push_back(std::move(each));
  }
  return said;
}

}  // namespace pg
