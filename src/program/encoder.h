#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "program/encode.h"
#include "program/float_bits.h"
#include "program/memory.h"
#include "program/unroll.h"

namespace pg {

using llvm::Instruction;

inline constexpr const char* kPlainMemory = "volatile memory behaves like any other";
inline constexpr const char* kPlainAtomic = "atomic memory is not changed by others";
inline constexpr const char* kNoNanBits = "the bits and the sign of a NaN are not used";
inline constexpr const char* kNoMixedZeros = "fmin and fmax are not given zeros of both signs";
inline constexpr const char* kUnsetIsZero = "locals without a value, and padding, are zero";
inline constexpr const char* kTooLarge = "the unrolled program is too large";
inline constexpr uint32_t kMostArguments = 8;  // of an external function
// Where the memory of a parameter begins: at a multiple of that.
inline constexpr uint64_t kParameterAlign = 16;
inline constexpr const char* kAllAligned = "'{}' points to a multiple of {}";

// Where an execution is, beside its registers.
struct State {
  Term path;
  Memory memory;
  std::map<uint32_t, Term> ended;  // variables of blocks that were left
  Term calls;                      // how many external functions were called
  std::vector<Term> slots;         // each call: the function and its arguments
  std::vector<Term> made;          // calls of each function whose results are inputs
};

// What a pointer parameter points to.
struct Pointed {
  uint32_t object = 0;
  bool is_length_assumed = false;
  bool may_be_null = false;  // by the input
  bool restricted = false;   // the source says that nothing else points there
};

struct End {
  State state;
  bool exited = false;
  Term code;
  Val result;
};

// Encodes one program: its objects, how it ends, and the calls inside each other.
class Encoder {
 public:
  Encoder(Terms& terms, llvm::Module& module, const Interface& interface, const InputTerms& inputs,
          Term fault, const EncodeOptions& options)
      : terms_(terms),
        module_(module),
        layout_(module.getDataLayout()),
        interface_(interface),
        inputs_(inputs),
        fault_(fault),
        options_(options),
        heap_(terms),
        shows_float_bits_(pg::shows_float_bits(module, interface)),
        first_terms_(terms.pool().term_count()) {
    encoding_.cut = encoding_.trap = encoding_.undefined = encoding_.unset = encoding_.exited =
        terms.truth(false);
  }

  Result<Encoding> run();

 private:
  friend class Frame;
  static constexpr uint32_t kSlotWidth = 64 + 64 * kMostArguments;

  void fail(const Instruction* at, std::string message);
  // It is not the program's fault; see is_too_hard().
  void give_up(const Instruction* at, std::string message);
  // Why there is no room for another instruction; null if there is.
  const char* full();
  State begin();
  void add_functions(State& state);
  void add_globals(State& state);
  Cells initial_cells(const llvm::GlobalVariable& global, const std::vector<Leaf>& leaves);
  uint32_t add_object(State& state, const Parameter& parameter, std::span<const Term> values);
  // Its bytes that no number has, and the bits that no bit-field has: nobody gives them a value.
  void add_padding(const Parameter& parameter, uint64_t begin, std::vector<Leaf>& leaves,
                   Cells& cells);
  std::vector<Val> add_arguments(State& state);
  const std::vector<Term>* free_state(const llvm::GlobalVariable& global) const;
  // `is_null` is a condition, or none.
  void add_pointer(const Parameter& parameter, uint32_t object, Term is_null,
                   std::vector<Val>& arguments);
  void add_pieces(const Parameter& parameter, uint32_t object, State& state,
                  std::vector<Val>& arguments);
  Val copied(const Val& pointer, const llvm::Argument& passed, State& state);
  Val zero_of(llvm::Type& type);
  // What a local holds that was given no value.
  Val unset_of(llvm::Type& type);
  Val unset_of(Shape shape);
  // Values in registers may be several in one; each is at its place in memory.
  std::optional<Val> load(const State& state, const Val& pointer, llvm::Type& type);
  bool store(State& state, const Val& pointer, const Val& value, llvm::Type& type);
  Val constant(const llvm::Constant& value, const Instruction* at);
  void trap(State& state, Term condition);
  void cut(State& state);
  void cut_if(State& state, Term condition);
  void note_undefined(Term condition);
  // So many bytes are read or written, a number of 64 bits.
  void note_access(const State& state, const Val& pointer, Term bytes);
  void note_nan(const State& state, Term number);
  void exit(State& state, Term code);
  // What is taken for granted: encode_assumptions.cpp.
  void assume(AssumptionKind kind, std::string text);
  void assume_state();
  void assume_no_overlap();
  // So many bytes may not be in an object that would have them if it had more elements.
  void assume_length(const State& state, const Val& pointer, Term bytes);
  void assume_distinct(const Val& a, const Val& b);
  void assume_of_call(const llvm::CallInst& call, const std::vector<Val>& arguments);
  void assume_no_callback(const std::string& name);
  void assume_not_replaced(const llvm::GlobalValue& value);
  bool is_pointed(uint32_t object) const;
  bool may_be_null(uint32_t object) const;
  bool is_weak(uint32_t object) const;
  bool is_known_constant(uint32_t object) const;
  bool is_known_outside(uint32_t object) const;
  // What a function without a body is seen to be given: a number for null and each constant.
  Term identity(const Val& pointer);
  std::optional<size_t> target_of(uint32_t object) const;
  // What stands for a pointer that the tested function returns: interface.h.
  Term returned_target(const State& state, const Val& pointer, const Instruction* at);
  State merge(Term condition, const State& a, const State& b);
  Term has_ended(const State& state, const State& other, uint32_t object);

  // Which bits of memory were never given a value: encode_unset.cpp.
  void watch(State& state, uint32_t object);
  Val watched(const Val& pointer) const;
  Term unset_at(const State& state, const Val& pointer, Shape shape);
  Term unset_within(const State& state, const Val& pointer, Term bytes);
  // Or the condition under which they are lost, as the memory is not watched.
  Term set_unset(State& state, const Val& pointer, Term bits);
  void note_unset(const State& state, Term condition);

  // Calls a function with a body; `state` is where it returns, with a false path if it never does.
  void call(llvm::Function& function, const std::vector<Val>& arguments, State& state, Val& result,
            const Instruction* at);
  const UnrollOrder& order_of(llvm::Function& function);
  void finish(const State& start);
  void add_outputs(const State& state);

  Terms& terms_;
  llvm::Module& module_;
  const llvm::DataLayout& layout_;
  const Interface& interface_;
  const InputTerms& inputs_;
  Term fault_;
  EncodeOptions options_;
  Heap heap_;
  bool shows_float_bits_;
  Encoding encoding_;
  std::optional<Error> error_;
  std::vector<End> ends_;
  absl::flat_hash_map<const llvm::GlobalObject*, uint32_t> globals_;     // and functions
  absl::flat_hash_map<uint32_t, std::shared_ptr<const Cells>> initial_;  // of globals
  absl::flat_hash_map<uint32_t, uint64_t> identities_;                   // of constants
  absl::flat_hash_map<uint32_t, uint32_t> watched_;  // what says which bits of it have no value
  std::set<uint32_t> allocated_;                     // objects of the heap
  uint32_t unset_ = 0;                               // the object of pointers without a value
  std::vector<uint32_t> arrays_;                     // the interface's objects
  std::vector<Pointed> pointed_;                     // by pointer parameters
  std::set<std::string> called_;                     // external functions
  std::vector<std::pair<std::string, std::vector<Term>>> results_;  // of external functions
  std::vector<const llvm::Function*> stack_;
  absl::flat_hash_map<const llvm::Function*, std::unique_ptr<UnrollOrder>> orders_;
  uint64_t instructions_ = 0;
  size_t first_terms_ = 0;  // how many there were before
};

}  // namespace pg
