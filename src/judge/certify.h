#pragma once

#include <optional>
#include <string_view>

#include "base/result.h"
#include "judge/claim.h"
#include "model/check.h"
#include "mutate/mutant.h"

namespace pg {

// Evaluates mutants under a model of their seed: what is true then is satisfiable, with no solver
// in the proof.
class Certifier {
 public:
  // The seed's check-sat with this number, from 0; none: the last.
  Certifier(Pool& pool, const Script& seed, const Mutator& mutator,
            std::optional<size_t> check = {});

  // Reads a model of the seed, and says what it makes of the seed.
  Result<Verdict> set_model(std::string_view text, bool escapes_strings = false);
  Verdict set_model(Model model);
  Verdict check(const Mutant& mutant);
  // What the mutant claims, for the judge: that it is satisfiable by the model that was set, where
  // that makes it true; else what follows by the rules.
  Claims claims(const Mutant& mutant);

 private:
  // The model with the values of the mutant's own constants.
  Model model_of(const Mutant& mutant) const;

  Pool& pool_;
  const Script& seed_;
  const Mutator& mutator_;
  size_t check_;
  Model model_;
  bool holds_ = false;  // the model makes the seed true
};

// What follows by the rules of a mutant's steps.
Claims claims_of(Pool& pool, const Script& base, const Mutant& mutant);

}  // namespace pg
