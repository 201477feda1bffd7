#include "campaign/tuning.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

namespace pg {
namespace {

constexpr auto kRows = std::to_array<TuningRow>({
    {"times-seed", &Tuning::times_seed, "a query may take so many times what its seed took"},
    {"least-seconds", &Tuning::least_seconds, "and at least so many seconds"},
    {"long-seconds", &Tuning::long_seconds, "queries that take longer get less"},
    {"times-long-seed", &Tuning::times_long_seed, "so many times what the seed took"},
    {"seed-share", &Tuning::seed_share,
     "the part of --timeout for a seed itself: mutants of a slower one would "
     "be silent"},
    {"patient-share", &Tuning::patient_share,
     "the part of the time in which queries get all of --timeout: slow lies "
     "are lies"},
    {"least-helper-seconds", &Tuning::least_helper_seconds,
     "the least that a query may take that helps to choose values"},
    {"most-helper-seconds", &Tuning::most_helper_seconds, "and the most"},
    {"silence", &Tuning::silence,
     "what a query without an answer counts against one with an answer"},
    {"most-silence", &Tuning::most_silence,
     "a solver with so much of it is left alone for the rest of a visit"},
    {"asked-after-silence", &Tuning::asked_after_silence,
     "where nothing is claimed and the first solver is silent, the others are "
     "asked every N-th time"},
    {"models-advised", &Tuning::models_advised,
     "of the mutants' models that a quantifier leaves open, every N-th is put "
     "to the solvers, which propose values for it"},
    {"advice-seconds", &Tuning::advice_seconds, "for all proposals to one model"},
    {"visit-seconds", &Tuning::visit_seconds,
     "a visit ends after this: some mutants take us longer than the solvers"},
    {"save-seconds", &Tuning::save_seconds, "a visit is saved so often"},
    {"findings-of-a-kind", &Tuning::findings_of_a_kind,
     "findings of one kind and solver from one arm; more are taken for the "
     "same bug"},
    {"operators-sampled", &Tuning::operators_sampled, "operators of every N-th mutant are counted"},
    {"texts-remembered", &Tuning::texts_remembered, "mutants of an arm that are not asked again"},
    {"worth-of-finding", &Tuning::worth_of_finding, "what a new bug is worth to an arm"},
    {"worth-of-message", &Tuning::worth_of_message, "a new message"},
    {"worth-of-answers", &Tuning::worth_of_answers, "a new combination of answers"},
    {"mutants-of-job", &Tuning::mutants_of_job, "mutants of a job where arms get equal shares"},
    {"least-mutants", &Tuning::least_mutants, "the least where they get time"},
    {"most-mutants", &Tuning::most_mutants, "and the most"},
    {"micros-of-job", &Tuning::micros_of_job, "microseconds of a job of usual worth"},
    {"least-micros", &Tuning::least_micros, "the least: to see what an arm is like"},
    {"most-micros", &Tuning::most_micros, "and the most"},
    {"calls-per-mutant", &Tuning::calls_per_mutant, "what a mutant is expected to cost"},
    {"jobs-of-round", &Tuning::jobs_of_round,
     "few enough that workers rarely wait for each other at the end of a "
     "round"},
    {"seeds-of-round", &Tuning::seeds_of_round, "seeds that a round loads"},
    {"barren-visits", &Tuning::barren_visits, "an arm that made nothing so often is left"},
    {"new-weight", &Tuning::new_weight, "what a new arm is worth"},
    {"least-weight", &Tuning::least_weight, "the least that an arm can become worth"},
    {"most-weight", &Tuning::most_weight, "and the most"},
    {"usual-micros", &Tuning::usual_micros, "microseconds of a usual call"},
    {"most-times-usual", &Tuning::most_times_usual,
     "how many times faster or slower than usual counts"},
});

// No number of these may be zero, and none needs to be huge.
template <typename Number>
bool read(std::string_view text, Number& value) {
  Number read{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read);
  if (error != std::errc() || end != text.data() + text.size()) return false;
  if (!(read > 0) || !(read <= static_cast<Number>(1e9))) return false;
  value = read;
  return true;
}

}  // namespace

std::span<const TuningRow> tuning_rows() { return kRows; }

Result<bool> tune(Tuning& tuning, std::string_view text) {
  const size_t equals = std::min(text.find('='), text.size());
  const std::string_view name = text.substr(0, equals);
  const auto row = std::ranges::find(kRows, name, &TuningRow::name);
  if (row == kRows.end() || equals == text.size()) {
    std::string known;
    for (const TuningRow& each : kRows)
      known += fmt::format("{}{}", known.empty() ? "" : ", ", each.name);
    return Error{{}, fmt::format("'{}' is not NAME=VALUE with one of {}", text, known)};
  }
  const bool good = std::visit(
      [&](auto member) { return read(text.substr(equals + 1), tuning.*member); }, row->member);
  if (!good)
    return Error{{}, fmt::format("'{}' needs a number above 0 and up to 1000000000", text)};
  return true;
}

}  // namespace pg
