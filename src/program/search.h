#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "program/encode.h"
#include "program/question.h"
#include "program/report.h"
#include "program/subject.h"
#include "solve/session.h"

namespace pg {

struct SearchOptions {
  EncodeOptions encode;
  QueryLimits limits;
  bool paper = false;  // the paper's procedure: a test a mutant, nothing is run before
  uint64_t rng = 1;
  uint64_t inputs = 2000;    // tried natively before any solver is asked
  std::string query_folder;  // where queries are kept; empty: nowhere
};

// Why the search was given up: the solver's model, or our encoding, is not what execution shows.
struct Discrepancy {
  std::string message;
  bool solver_lied = false;
  std::string query;
};

// Finds an input for every mutant that any input tells from the original, and proves of the others
// that there is none.
class Search {
 public:
  Search(Subject& subject, const Solver& solver, const SearchOptions& options);

  // False if it had to be given up; what is wrong is then in error() or discrepancy().
  bool run();
  // Inputs that somebody has already; they are tried first.
  void add_inputs(std::vector<Input> inputs) { given_ = std::move(inputs); }

  const std::vector<MutantResult>& mutants() const { return mutants_; }
  // Inputs that killed something, in the order in which they were found.
  const std::vector<Input>& inputs() const { return found_; }
  const std::optional<Error>& error() const { return error_; }
  const std::optional<Discrepancy>& discrepancy() const { return discrepancy_; }
  const Asker& asker() const { return asker_; }

 private:
  std::vector<uint32_t> alive() const;
  bool try_inputs(std::span<const Input> inputs);
  bool run_natively();
  bool run_solver();
  bool run_paper();
  const Encoding* encoding_of(uint32_t fault);
  const Encoding* encodable(uint32_t fault);
  Result<Encoding> encode_mutant(uint32_t fault, const EncodeOptions& options);
  bool solve_group(std::vector<uint32_t> group, std::vector<std::vector<uint32_t>>& groups);
  bool confirm(const Reply& reply, std::span<const uint32_t> expected);
  bool find_defined_input();
  void give_up(const std::string& note);
  bool classify_equivalent(uint32_t fault);
  Assumptions assumptions_of(uint32_t fault, bool within);
  // What both rest on, and what the mutant needs beside.
  Assumptions assumptions_of(const Encoding& original, const Encoding& mutant);
  std::optional<Assumptions> prove_same(uint32_t fault, bool within, const EncodeOptions& options);
  AnswerKind original_exceeds();

  Subject& subject_;
  SearchOptions options_;
  Pool pool_;
  Terms terms_;
  InputTerms inputs_;
  Asker asker_;
  std::vector<MutantResult> mutants_;
  std::vector<Input> given_;
  std::vector<Input> found_;
  absl::flat_hash_map<uint32_t, Encoding> encodings_;
  // By what can start with anything: global variables, locals.
  std::map<std::pair<bool, bool>, Result<Encoding>> free_originals_;
  bool defined_ = false;  // the original was seen to do nothing undefined
  std::optional<AnswerKind> exceeds_;
  std::optional<Error> error_;
  std::optional<Discrepancy> discrepancy_;
};

}  // namespace pg
