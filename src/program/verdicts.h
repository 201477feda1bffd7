#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "program/budget.h"
#include "program/report.h"
#include "program/subject.h"

namespace pg {

// What came of running the input of a model.
enum class Tried : uint8_t {
  Shown,     // it does what the model says
  NotShown,  // it does not
  TooLong,   // the original takes too many steps to be run, or there is no time left
  Failed,    // nothing could be run
};

// What is known of the mutants so far, by running them and by what is proved.
class Verdicts {
 public:
  Verdicts(Subject& subject, const Budget& budget);

  const std::vector<MutantResult>& mutants() const { return mutants_; }
  // Inputs that showed something new, in the order in which they were found.
  const std::vector<Input>& inputs() const { return found_; }
  bool is_alive(uint32_t fault) const { return of(fault).status == MutantStatus::Alive; }
  std::vector<uint32_t> alive() const;
  // Killed, but not by a difference that anybody can see.
  std::vector<uint32_t> hard_to_see() const;
  // The original was seen to do nothing undefined.
  bool is_defined() const { return defined_; }

  // Runs inputs on all mutants that they may tell something of, as many as there is time for. False
  // if that was not possible.
  bool try_inputs(std::span<const Input> inputs, const Budget& budget);
  bool try_input(const Input& input) { return try_inputs(std::span(&input, 1), budget_); }
  // The same for the input of a model that should kill one of `expected`, in a way that is at least
  // as easy to see. What is slow is run for long, to see that.
  Tried try_model(const Input& input, std::span<const uint32_t> expected, KillKind kind);
  // The same on this one alone; the input is kept.
  Tried try_only(const Input& input, uint32_t fault);
  // Runs for long what is only slow, of the mutants that nothing kills.
  bool run_slow();

  // What is found of a mutant that is alive.
  void decide(uint32_t fault, MutantStatus status, std::string note = {},
              Assumptions assumptions = {});
  // Of all that are alive: what was said when they were put off, or else this.
  void give_up(const std::string& note);
  // It is too hard for now, and stays unknown if nothing comes of it later. What is said first
  // counts.
  void put_off(uint32_t fault, const std::string& why) { put_off_.try_emplace(fault, why); }

  bool is_put_off(uint32_t fault) const { return put_off_.contains(fault); }

  void contradict(Contradiction contradiction) {
    contradictions_.push_back(std::move(contradiction));
  }
  void withdraw_proofs() { pg::withdraw_proofs(contradictions_, mutants_); }
  const std::vector<Contradiction>& contradictions() const { return contradictions_; }

  void fail(Error error) { error_ = std::move(error); }
  const std::optional<Error>& error() const { return error_; }

 private:
  // An input on which a mutant is slow, and how many steps the original takes.
  struct SlowInput {
    Input input;
    uint64_t steps = 0;
  };

  const MutantResult& of(uint32_t fault) const { return mutants_[fault - 1]; }
  bool may_be_killed(uint32_t fault) const;
  // True if that is easier to see than what was known.
  bool note_kill(const Kill& kill);
  std::vector<uint32_t> undecided() const;
  std::optional<std::vector<NativeRun>> run(std::span<const Input> inputs,
                                            std::span<const uint32_t> faults, const Budget& budget);
  std::optional<NativeRun> run_one(const Input& input, std::span<const uint32_t> faults);
  Tried judge(const NativeRun& seen, const Input& input, std::span<const uint32_t> expected,
              KillKind kind);
  void note_slow(uint32_t fault, const Input& input, uint64_t steps);
  bool run_long(uint32_t fault, const Input& input);

  // Of mutants that end the process that runs them.
  void note_wild();

  Subject& subject_;
  Budget budget_;
  std::vector<MutantResult> mutants_;
  std::vector<std::vector<SlowInput>> slow_;  // of each mutant
  std::vector<Input> found_;
  bool defined_ = false;
  std::map<uint32_t, std::string> put_off_;
  std::vector<Contradiction> contradictions_;
  std::optional<Error> error_;
};

}  // namespace pg
