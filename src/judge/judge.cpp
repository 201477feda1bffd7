#include "judge/judge.h"

#include <algorithm>
#include <array>

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xxhash.h>

#include "smtlib/logic.h"

namespace pg {
namespace {

std::string fingerprint(FindingKind kind, const Evidence& evidence, const Character& character) {
  std::string text = fmt::format("{}|{}|", evidence.program, name_of(kind));
  if (kind == FindingKind::Crash) {
    text += evidence.answer.breakdown;
  } else {
    text += character.logic;
    for (const std::string& op : character.operators) text += "|" + op;
  }
  return fmt::format("{}-{}-{:010x}", evidence.program.empty() ? "solver" : evidence.program,
                     name_of(kind), XXH3_64bits(text.data(), text.size()) & 0xffffffffffu);
}

bool proves_sat(const Evidence& evidence) {
  return evidence.answer.kind == AnswerKind::Sat && evidence.model == Verdict::True &&
         !evidence.depends_on_open_cases;
}

bool has_false_model(const Evidence& evidence) {
  return evidence.answer.kind == AnswerKind::Sat && evidence.model == Verdict::False;
}

}  // namespace

std::string_view name_of(FindingKind kind) {
  static constexpr std::array<std::string_view, 6> kNames = {
      "wrong-unsat", "wrong-sat", "invalid-model", "contradiction", "disagreement", "crash"};
  return kNames[static_cast<size_t>(kind)];
}

std::span<const FindingKind> finding_kinds() {
  static constexpr auto kKinds =
      std::to_array({FindingKind::WrongUnsat, FindingKind::WrongSat, FindingKind::InvalidModel,
                     FindingKind::Contradiction, FindingKind::Disagreement, FindingKind::Crash});
  return kKinds;
}

std::optional<FindingKind> read_finding_kind(std::string_view name) {
  for (const FindingKind kind : finding_kinds())
    if (name_of(kind) == name) return kind;
  return {};
}

std::vector<Finding> judge(const Claim& claim, std::span<const Evidence> evidence, size_t check,
                           const Character& character) {
  std::vector<Finding> findings;
  auto add = [&](FindingKind kind, size_t which, std::string sentence, std::string certificate) {
    findings.push_back({.kind = kind,
                        .which = which,
                        .check = check,
                        .sentence = std::move(sentence),
                        .certificate = std::move(certificate),
                        .fingerprint = fingerprint(kind, evidence[which], character)});
  };
  const auto witness = std::ranges::find_if(evidence, proves_sat);
  const bool is_sat = claim.kind == Claim::Kind::Sat || witness != evidence.end();
  const std::string model = claim.kind == Claim::Kind::Sat ? claim.model
                            : is_sat                       ? witness->witness
                                                           : std::string();
  const std::string owner = claim.kind == Claim::Kind::Sat ? "the seed"
                            : is_sat                       ? witness->solver
                                                           : std::string();
  const auto refuter = std::ranges::find_if(
      evidence, [](const Evidence& each) { return each.answer.kind == AnswerKind::Unsat; });

  for (size_t i = 0; i < evidence.size(); ++i) {
    const Evidence& each = evidence[i];
    if (refutes_its_model(each.answer.breakdown)) {
      add(FindingKind::InvalidModel, i,
          fmt::format("{} says sat and then, checking it, that its model is wrong", each.solver),
          each.answer.breakdown);
      continue;
    }
    if (!each.answer.breakdown.empty()) {
      add(FindingKind::Crash, i,
          fmt::format("{} breaks down: {}", each.solver, each.answer.breakdown),
          each.answer.breakdown);
    }
    if (each.answer.kind == AnswerKind::Unsat && is_sat) {
      add(FindingKind::WrongUnsat, i,
          fmt::format("{} says unsat, but the model of {} makes all assertions true", each.solver,
                      owner),
          model);
    } else if (has_false_model(each)) {
      const bool unsat = !is_sat && refuter != evidence.end();
      add(unsat ? FindingKind::WrongSat : FindingKind::InvalidModel, i,
          unsat ? fmt::format("{} says sat with a model that is false, {} says unsat", each.solver,
                              refuter->solver)
                : fmt::format("{} says sat, but its model makes an assertion false", each.solver),
          each.answer.model + each.explanation);
    } else if (claim.kind == Claim::Kind::Same && each.answer.decided() &&
               each.answer.kind != claim.answer && !proves_sat(each)) {
      // A model that holds is no lie: then the seed's unsat is one, as Certifier::check_seed shows.
      const bool itself = claim.said_by.empty() ||
                          std::ranges::find(claim.said_by, each.solver) != claim.said_by.end();
      add(itself ? FindingKind::Contradiction : FindingKind::Disagreement, i,
          itself ? fmt::format("{} says {}, but {} follows from the seed", each.solver,
                               name_of(each.answer.kind), name_of(claim.answer))
                 : fmt::format("{} says {}, but {} follows from the seed as {} answers it",
                               each.solver, name_of(each.answer.kind), name_of(claim.answer),
                               fmt::join(claim.said_by, ", ")),
          claim.why);
    }
  }
  // Nobody is convicted, and yet one of two lies.
  if (claim.kind == Claim::Kind::Agree && !is_sat && refuter != evidence.end()) {
    for (size_t i = 0; i < evidence.size(); ++i) {
      const Evidence& each = evidence[i];
      if (each.answer.kind != AnswerKind::Sat || has_false_model(each) ||
          each.depends_on_open_cases)
        continue;
      add(FindingKind::Disagreement, i,
          fmt::format("{} says sat, {} says unsat, and no model tells who is right{}{}",
                      each.solver, refuter->solver, each.explanation.empty() ? "" : ": ",
                      each.explanation),
          each.answer.model);
      break;
    }
  }
  return findings;
}

Character character_of(const Pool& pool, const Script& script) {
  Character character;
  character.logic = logic_of(pool, script);
  absl::flat_hash_set<std::string_view> names;
  for_each_subterm(pool, script, [&](Term term) {
    if (const OpSpec* op = pool.op(term)) names.insert(op->name);
  });
  character.operators.assign(names.begin(), names.end());
  std::ranges::sort(character.operators);
  return character;
}

std::vector<std::string> read_known_bugs(std::string_view text) {
  std::vector<std::string> known;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, std::min(text.find('#'), end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const size_t begin = line.find_first_not_of(" \t\r");
    if (begin == line.npos) continue;
    line.remove_prefix(begin);
    known.emplace_back(line.substr(0, line.find_first_of(" \t\r")));
  }
  return known;
}

}  // namespace pg
