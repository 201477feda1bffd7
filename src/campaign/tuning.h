#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.h"

namespace pg {

// Numbers that were found by measuring (docs/measurements.md). They decide how fast lies are found,
// never what counts as one. Tests set them, and so does --tune.
struct Tuning {
  // What a query may take.
  double times_seed = 2;
  double least_seconds = 0.01;
  double long_seconds = 0.1;
  double times_long_seed = 1.5;
  double seed_share = 0.25;
  double patient_share = 0.03;
  double least_helper_seconds = 0.01;
  double most_helper_seconds = 0.03;

  // When solvers are left alone.
  uint64_t silence = 2;
  uint64_t most_silence = 6;
  uint64_t asked_after_silence = 4;

  // When solvers propose values for quantifiers.
  uint64_t models_advised = 8;
  double advice_seconds = 0.5;

  // A visit.
  double visit_seconds = 3;
  double save_seconds = 2;
  uint64_t findings_of_a_kind = 2;
  uint64_t operators_sampled = 8;
  uint64_t texts_remembered = 100'000;

  // What it brings, in the worth of an arm.
  uint64_t worth_of_finding = 8;
  uint64_t worth_of_message = 2;
  uint64_t worth_of_answers = 1;

  // The schedule.
  uint64_t mutants_of_job = 32;
  uint64_t least_mutants = 2;
  uint64_t most_mutants = 256;
  uint64_t micros_of_job = 500'000;
  uint64_t least_micros = 100'000;
  uint64_t most_micros = 2'000'000;
  uint64_t calls_per_mutant = 2;
  uint64_t jobs_of_round = 48;
  uint64_t seeds_of_round = 24;
  uint64_t barren_visits = 2;
  uint64_t new_weight = 1000;
  uint64_t least_weight = 50;
  uint64_t most_weight = 16'000;
  uint64_t usual_micros = 10'000;
  uint64_t most_times_usual = 8;
};

// One row per number.
struct TuningRow {
  std::string_view name;
  std::variant<double Tuning::*, uint64_t Tuning::*> member;
  std::string_view summary;
};
std::span<const TuningRow> tuning_rows();

// Sets what a text NAME=VALUE says; the error names what there is.
Result<bool> tune(Tuning& tuning, std::string_view text);

}  // namespace pg
