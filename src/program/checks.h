#pragma once

#include <cstdint>

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace pg {

// How an execution can end that does not return.
enum class Trap : uint32_t {
  DivisionByZero = 1,
  DivisionOverflow = 2,  // INT_MIN / -1
  Memory = 3,            // out of bounds, null
  Unreachable = 4,
  Undefined = 5,  // what --ub strict makes a trap: signed overflow, a shift beyond the width, ...
  Timeout = 6,
};

// The calls that checks are made of; the native runtime defines them, the encoder knows them. Where
// they say `strict`, it is a trap; else it is noted, and goes on as the machine does.
inline constexpr const char* kTrapFunction = "polygraph_trap";         // (kind): does not return
inline constexpr const char* kUndefinedFunction = "polygraph_ub";      // (condition, strict)
inline constexpr const char* kMixedZerosFunction = "polygraph_zeros";  // C leaves open which one
// (base, pointer, bytes, alignment, strict): outside of the object it traps.
inline constexpr const char* kAccessFunction = "polygraph_access";
inline constexpr const char* kMoveFunction = "polygraph_move";  // (base, pointer)
// What clang calls the difference of two pointers, and its parts. That of two numbers which were
// pointers is not called so: it is defined whatever they point to.
inline constexpr const char* kPointerDifference = "sub.ptr.";
inline constexpr const char* kApartFunction = "polygraph_apart";      // (a, b): in two objects
inline constexpr const char* kOverlapFunction = "polygraph_overlap";  // (to, from, bytes, strict)
// The same, but they may not be one and the same place either.
inline constexpr const char* kDisjointFunction = "polygraph_disjoint";
// A variable's life, for those whose address goes elsewhere.
inline constexpr const char* kBeginFunction = "polygraph_begin";  // (variable)
inline constexpr const char* kEndFunction = "polygraph_end";      // (variable)
// Which bits of memory were never given a value: 1 in a number of 64 bits.
inline constexpr const char* kUnsetBitsFunction = "polygraph_unset_bits";  // (pointer, bytes)
inline constexpr const char* kSetBitsFunction = "polygraph_set_bits";    // (pointer, bytes, which)
inline constexpr const char* kCopyBitsFunction = "polygraph_copy_bits";  // (to, from, bytes)
inline constexpr const char* kFillBitsFunction = "polygraph_fill_bits";  // (to, bytes, unset)
// The heap. What has no memory there, or not any more, traps.
inline constexpr const char* kAllocateFunction = "polygraph_allocate";    // (bytes)
inline constexpr const char* kAllocatedFunction = "polygraph_allocated";  // (pointer): how many
inline constexpr const char* kReleaseFunction = "polygraph_release";      // (pointer)
// What was never given a value is used.
inline constexpr const char* kUsedFunction = "polygraph_used";  // (condition, strict)

// Of a left shift of what is signed in C, whose result must be representable.
inline constexpr const char* kSignedShift = "polygraph.signed";

bool is_check(const llvm::Function& function);

// Pointers to the variable go elsewhere than to where it is read and written.
bool escapes(const llvm::AllocaInst& local);

// A check, with its truth values as C passes them.
llvm::FunctionCallee check_function(llvm::Module& module, const char* name, llvm::Type* result,
                                    llvm::ArrayRef<llvm::Type*> arguments);

// Functions that end the program, by what they are called in C.
bool is_exit(const llvm::Function& function);
bool is_abort(const llvm::Function& function);

// A string literal, or what clang makes like one.
bool is_literal(const llvm::GlobalVariable& constant);

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
// With `strict`, signed overflow, shifts beyond the width and the like trap; else they are noted
// and do what the machine does: wrap around, and take the amount modulo the width.
void add_checks(llvm::Module& module, bool strict);

}  // namespace pg
