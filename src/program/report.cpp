#include "program/report.h"

#include <algorithm>

namespace pg {

std::string_view name_of(MutantStatus status) {
  switch (status) {
    case MutantStatus::Killed:
      return "killed";
    case MutantStatus::KilledByTrap:
      return "killed by trap";
    case MutantStatus::KilledByTimeout:
      return "killed by timeout";
    case MutantStatus::ProvedEquivalent:
      return "proved equivalent";
    case MutantStatus::EquivalentUpTo:
      return "equivalent up to the bound";
    case MutantStatus::BoundExceeded:
      return "bound exceeded";
    case MutantStatus::Unknown:
      return "unknown";
    case MutantStatus::Alive:
      return "survived";
  }
  return "";
}

bool is_killed(MutantStatus status) {
  return status == MutantStatus::Killed || status == MutantStatus::KilledByTrap ||
         status == MutantStatus::KilledByTimeout;
}

bool is_equivalent(MutantStatus status) {
  return status == MutantStatus::ProvedEquivalent || status == MutantStatus::EquivalentUpTo;
}

size_t TestgenReport::count(MutantStatus status) const {
  return static_cast<size_t>(std::ranges::count(mutants, status, &MutantResult::status));
}

size_t TestgenReport::killed() const {
  return static_cast<size_t>(std::ranges::count_if(mutants, is_killed, &MutantResult::status));
}

size_t TestgenReport::equivalent() const {
  return static_cast<size_t>(std::ranges::count_if(mutants, is_equivalent, &MutantResult::status));
}

}  // namespace pg
