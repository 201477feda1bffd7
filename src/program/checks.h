#pragma once

#include <cstdint>

#include <llvm/IR/Module.h>

namespace pg {

// How an execution can end that does not return.
enum class Trap : uint32_t {
  DivisionByZero = 1,
  DivisionOverflow = 2,  // INT_MIN / -1
  Memory = 3,            // out of bounds, null
  Unreachable = 4,
  Undefined = 5,  // signed overflow, a shift beyond the width; under --ub strict
  Timeout = 6,
};

// The calls that checks are made of; the native runtime defines them, the encoder knows them.
inline constexpr const char* kTrapFunction = "polygraph_trap";         // (kind): does not return
inline constexpr const char* kUndefinedFunction = "polygraph_ub";      // notes undefined behaviour
inline constexpr const char* kMixedZerosFunction = "polygraph_zeros";  // C leaves open which one
inline constexpr const char* kAccessFunction = "polygraph_access";     // (base, pointer, bytes)
inline constexpr const char* kMoveFunction = "polygraph_move";         // (base, pointer)

// Functions that end the program, by what they are called in C.
bool is_exit(const llvm::Function& function);
bool is_abort(const llvm::Function& function);

// A function that nobody defines, of which we only know what calls look like.
bool is_external(const llvm::Function& function);
// What stands for it in the record of calls, in every module.
uint64_t external_number(std::string_view name);
// What stands for a pointer to the begin of a constant there: its bytes, and its name if it has
// one.
uint64_t identity_of(const llvm::GlobalVariable& constant);
// And for one to anything that may change.
inline constexpr uint64_t kSomePointer = 1;

// Makes every way to go wrong an explicit check, so that native execution and encoding mean the
// same, and takes away the flags by which optimisers take it for granted that nothing goes wrong.
// With `strict`, signed overflow and shifts beyond the width trap; else they are noted and do what
// the machine does: wrap around, and take the amount modulo the width.
void add_checks(llvm::Module& module, bool strict);

}  // namespace pg
