#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mutate/rules.h"
#include "prove/settings.h"

namespace pg {

// One rule at sorts that stand for all: widths 1, 4, 8 and 32, Float16, an uninterpreted sort, ...
struct Obligation {
  std::string_view at;     // "n=4", "A=Int"
  std::string script;      // unsatisfiable if the rule holds
  bool backwards = false;  // the other direction of an equivalence
  bool tiny = false;       // a format of floats that cvc5 is wrong about
};

// Regular expressions that are variables are languages that may be anything: see Languages.
std::vector<Obligation> obligations_of(const Rule& rule);
// At one setting; its name must stay.
std::vector<Obligation> obligations_at(const Rule& rule, const Setting& setting);

}  // namespace pg
