#pragma once

#include <memory>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

namespace pg {

// Orders the blocks of a function once its loops are unrolled. A key is, from the outermost loop
// inwards, the loop's position among its neighbours and the number of the iteration, then the
// block's position; sorted by it, every block comes after all that lead to it.
using UnrollKey = std::vector<uint32_t>;

class UnrollOrder {
 public:
  explicit UnrollOrder(llvm::Function& function);

  // A jump into the middle of a loop, which cannot be ordered; null if there is none.
  const llvm::BasicBlock* irreducible() const { return irreducible_; }

  UnrollKey entry_key(const llvm::BasicBlock& entry) const;
  // Where control goes to, from a block at this key.
  UnrollKey next_key(const UnrollKey& from, const llvm::BasicBlock& block,
                     const llvm::BasicBlock& next) const;
  // The loops around a block, outermost first.
  const std::vector<llvm::Loop*>& loops(const llvm::BasicBlock& block) const {
    return chains_.at(&block);
  }

 private:
  // What is ordered together: the blocks and loops directly inside a loop, or inside the function.
  void order(llvm::Loop* region, const std::vector<llvm::BasicBlock*>& blocks);
  // The block, or the loop directly inside the region, that stands for it; none if outside.
  const void* member(const llvm::Loop* region, const llvm::BasicBlock* block) const;

  llvm::DominatorTree dominators_;
  llvm::LoopInfo info_;
  absl::flat_hash_map<const void*, uint32_t> positions_;  // of blocks and loops
  absl::flat_hash_map<const llvm::BasicBlock*, std::vector<llvm::Loop*>> chains_;
  const llvm::BasicBlock* irreducible_ = nullptr;
};

}  // namespace pg
