#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "program/encode.h"
#include "program/question.h"
#include "program/verdicts.h"

namespace pg {

struct ProverOptions {
  EncodeOptions encode;
  double seconds = 10;  // for a query
};

// Mutants that one query is about.
struct Group {
  std::vector<uint32_t> faults;
  // They were asked for a difference, and now are for traps.
  bool asks_traps = false;
  std::string doubt = {};  // why it is not known that there is no difference
};

// Asks solvers about mutants that running them does not decide, with one bound. What is too hard
// with it is put off.
class Prover {
 public:
  Prover(llvm::Module& module, const Interface& interface, Verdicts& verdicts, Panel& panel,
         const ProverOptions& options);

  // These are false if the search has to be given up; the verdicts know why.

  // Inputs are those of which the user's conditions hold.
  bool restrict_inputs();
  // What is proved for all inputs on which the original is defined means nothing if there are none.
  // Puts all off if that is not known.
  bool find_defined_input();
  // Asks a question about each of some groups, all at the same time; what is left to be asked goes
  // to `rest`.
  bool decide(std::vector<Group> groups, std::vector<Group>& rest);
  // Looks for differences where a mutant is killed in another way.
  bool improve(std::vector<uint32_t> faults);
  // Procedure 2 of the paper: one formula for all mutants, whose number is a constant of it.
  bool run_paper();

  // The original could be encoded.
  bool can_prove() const { return encodings_.contains(0); }
  // Its terms take so much memory that another one should go on.
  bool is_full() const;

 private:
  const Encoding* encoding_of(uint32_t fault);
  Result<Encoding> encode_mutant(uint32_t fault, const EncodeOptions& options);
  // On an input that the condition describes, one of the mutants is seen to differ, or traps.
  Term any_differs(const std::vector<uint32_t>& faults);
  Term any_traps(const std::vector<uint32_t>& faults);
  Reply ask(Term condition, const char* name, uint32_t fault);
  bool confirm(const Reply& reply, Group group, KillKind kind, std::vector<Group>& rest);
  void put_off(Group group, const std::string& why, std::vector<Group>& rest);
  void contradict(const Reply& reply, std::span<const uint32_t> expected);
  bool settle(Group group, const Reply& reply, std::vector<Group>& rest);
  std::string reason_of(const Reply& reply) const;
  std::string lowered_text() const;
  bool classify_equivalent(uint32_t fault);
  Assumptions assumptions_of(uint32_t fault, bool within);
  // What both rest on, and what the mutant needs beside.
  Assumptions assumptions_of(const Encoding& original, const Encoding& mutant);
  std::optional<Assumptions> prove_same(uint32_t fault, bool within, const EncodeOptions& options);
  AnswerKind original_exceeds();

  llvm::Module& module_;
  const Interface& interface_;
  Verdicts& verdicts_;
  ProverOptions options_;
  Pool pool_;
  Terms terms_;
  InputTerms inputs_;
  Asker asker_;
  absl::flat_hash_map<uint32_t, Encoding> encodings_;
  // By what can start with anything: global variables, locals.
  std::map<std::pair<bool, bool>, Result<Encoding>> free_originals_;
  std::optional<AnswerKind> exceeds_;
};

}  // namespace pg
