#include "program/unroll.h"

#include <algorithm>

#include <llvm/IR/CFG.h>

#include "base/check.h"

namespace pg {

UnrollOrder::UnrollOrder(llvm::Function& function) : dominators_(function), info_(dominators_) {
  std::vector<llvm::BasicBlock*> blocks;
  for (llvm::BasicBlock& block : function) {
    blocks.push_back(&block);
    std::vector<llvm::Loop*> chain;
    for (llvm::Loop* loop = info_.getLoopFor(&block); loop; loop = loop->getParentLoop())
      chain.push_back(loop);
    std::ranges::reverse(chain);
    chains_[&block] = std::move(chain);
  }
  order(nullptr, blocks);
  for (llvm::Loop* loop : info_.getLoopsInPreorder())
    order(loop, {loop->block_begin(), loop->block_end()});
}

const void* UnrollOrder::member(const llvm::Loop* region, const llvm::BasicBlock* block) const {
  if (region && !region->contains(block)) return nullptr;
  const llvm::Loop* loop = info_.getLoopFor(block);
  if (loop == region) return block;
  while (loop->getParentLoop() != region) loop = loop->getParentLoop();
  return loop;
}

void UnrollOrder::order(llvm::Loop* region, const std::vector<llvm::BasicBlock*>& blocks) {
  absl::flat_hash_map<const void*, uint32_t> waiting;  // edges that lead to it
  std::vector<std::pair<const void*, const void*>> edges;
  std::vector<const void*> members;
  for (const llvm::BasicBlock* block : blocks) {
    const void* from = member(region, block);
    if (waiting.try_emplace(from, 0).second) members.push_back(from);
  }
  for (const llvm::BasicBlock* block : blocks)
    for (const llvm::BasicBlock* next : llvm::successors(block)) {
      if (region && next == region->getHeader()) continue;
      const void* from = member(region, block);
      const void* to = member(region, next);
      if (!to || from == to) continue;
      edges.push_back({from, to});
      ++waiting[to];
    }
  absl::flat_hash_map<const void*, std::vector<const void*>> followers;
  for (const auto& [from, to] : edges) followers[from].push_back(to);
  std::vector<const void*> ready;
  for (const void* each : members)
    if (waiting[each] == 0) ready.push_back(each);
  uint32_t position = 0;
  for (size_t i = 0; i < ready.size(); ++i) {
    positions_[ready[i]] = position++;
    for (const void* next : followers[ready[i]])
      if (--waiting[next] == 0) ready.push_back(next);
  }
  if (ready.size() < members.size()) irreducible_ = blocks.front();
}

UnrollKey UnrollOrder::entry_key(const llvm::BasicBlock& entry) const {
  return {positions_.at(&entry)};
}

UnrollKey UnrollOrder::next_key(const UnrollKey& from, const llvm::BasicBlock& block,
                                const llvm::BasicBlock& next) const {
  const std::vector<llvm::Loop*>& here = chains_.at(&block);
  const std::vector<llvm::Loop*>& there = chains_.at(&next);
  UnrollKey key;
  for (size_t i = 0; i < there.size(); ++i) {
    uint32_t iteration = 0;
    if (i < here.size() && here[i] == there[i]) {
      iteration = from[2 * i + 1];
      if (there[i]->getHeader() == &next) ++iteration;
    }
    key.push_back(positions_.at(there[i]));
    key.push_back(iteration);
  }
  key.push_back(positions_.at(&next));
  return key;
}

}  // namespace pg
