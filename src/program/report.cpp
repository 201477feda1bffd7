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
    case MutantStatus::KilledBySanitizer:
      return "killed by trap (seen with sanitizers)";
    case MutantStatus::ProvedEquivalent:
      return "proved equivalent";
    case MutantStatus::EquivalentIf:
      return "equivalent if";
    case MutantStatus::BoundExceeded:
      return "bound exceeded";
    case MutantStatus::Unknown:
      return "unknown";
    case MutantStatus::Alive:
      return "survived";
  }
  return "";
}

bool is_killed(MutantStatus status) { return kind_of(status).has_value(); }

MutantStatus status_of(KillKind kind) {
  switch (kind) {
    case KillKind::Difference:
      return MutantStatus::Killed;
    case KillKind::Trap:
      return MutantStatus::KilledByTrap;
    case KillKind::Timeout:
      return MutantStatus::KilledByTimeout;
    case KillKind::Sanitizer:
      return MutantStatus::KilledBySanitizer;
    case KillKind::Slow:
      return MutantStatus::Alive;
  }
  return MutantStatus::Alive;
}

std::optional<KillKind> kind_of(MutantStatus status) {
  switch (status) {
    case MutantStatus::Killed:
      return KillKind::Difference;
    case MutantStatus::KilledByTrap:
      return KillKind::Trap;
    case MutantStatus::KilledByTimeout:
      return KillKind::Timeout;
    case MutantStatus::KilledBySanitizer:
      return KillKind::Sanitizer;
    case MutantStatus::ProvedEquivalent:
    case MutantStatus::EquivalentIf:
    case MutantStatus::BoundExceeded:
    case MutantStatus::Unknown:
    case MutantStatus::Alive:
      return std::nullopt;
  }
  return std::nullopt;
}

bool is_equivalent(const MutantResult& mutant) {
  return mutant.status == MutantStatus::ProvedEquivalent ||
         (mutant.status == MutantStatus::EquivalentIf && mutant.accepted);
}

void withdraw_proofs(const std::vector<Contradiction>& contradictions,
                     std::vector<MutantResult>& mutants) {
  if (contradictions.empty()) return;
  for (MutantResult& mutant : mutants) {
    if (is_killed(mutant.status) || mutant.status == MutantStatus::Unknown) continue;
    mutant.status = MutantStatus::Unknown;
    mutant.note = "what execution shows contradicts another proof of this run";
    mutant.assumptions.clear();
  }
}

std::string verdict_text(const MutantResult& mutant) {
  std::string text(name_of(mutant.status));
  if (!mutant.assumptions.empty()) text += " " + text_of(mutant.assumptions);
  if (!mutant.note.empty()) text += ": " + mutant.note;
  return text;
}

std::map<Assumption, size_t> assumptions_of(const TestgenReport& report) {
  std::map<Assumption, size_t> counts;
  for (const MutantResult& mutant : report.mutants)
    for (const Assumption& each : mutant.assumptions) ++counts[each];
  return counts;
}

size_t TestgenReport::count(MutantStatus status) const {
  return static_cast<size_t>(std::ranges::count(mutants, status, &MutantResult::status));
}

size_t TestgenReport::killed() const {
  return static_cast<size_t>(std::ranges::count_if(mutants, is_killed, &MutantResult::status));
}

size_t TestgenReport::equivalent() const {
  return static_cast<size_t>(std::ranges::count_if(mutants, is_equivalent));
}

size_t TestgenReport::conditional() const {
  return static_cast<size_t>(std::ranges::count_if(mutants, [](const MutantResult& mutant) {
    return mutant.status == MutantStatus::EquivalentIf && !mutant.accepted;
  }));
}

std::string apply_change(std::string_view text, const SourceChange& change) {
  std::string changed;
  size_t at = 0;
  for (const SourceEdit& edit : change) {
    changed += text.substr(at, edit.begin - at);
    changed += edit.text;
    at = edit.end;
  }
  return changed.append(text.substr(at));
}

}  // namespace pg
