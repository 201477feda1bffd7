#pragma once

#include <span>
#include <string>

#include "judge/case.h"
#include "solve/session.h"

namespace pg {

// Solvers that prove rules which a certificate carries.
struct Provers {
  std::span<const Solver> solvers = {};
  QueryLimits limits = {};
};
// The certificate carries rules of a user: without provers it does not hold.
bool needs_provers(const Case& found);

// What becomes of a bug's certificate when it is checked again, with nothing but the bug's files.
struct CheckedCertificate {
  bool holds = false;
  std::string text;  // what was checked, or what is wrong with it
};
CheckedCertificate check_certificate(const Case& found, const Provers& provers = {});

struct Replay {
  enum class Outcome : uint8_t { StillLies, Fixed, NotTested };
  Outcome outcome = Outcome::NotTested;
  std::string said;         // what the solver says now
  std::string certificate;  // what was checked of it
  std::string why;          // why it could not be tested
};
std::string_view name_of(Replay::Outcome outcome);

// Checks the certificate, and asks the solver in a fresh process. A solver that gives no answer, or
// one that cannot be judged, is neither wrong nor mended.
Replay replay(const Case& found, const Solver& solver, const QueryLimits& limits,
              const Provers& provers = {});

}  // namespace pg
