#include "mutate/expand.h"

#include <algorithm>
#include <array>
#include <vector>

#include "term/path.h"
#include "term/substitute.h"
#include "term/traverse.h"
#include "theory/core/core.h"

namespace pg {
namespace {

constexpr size_t kMaxBody = 2'000;  // distinct terms

}  // namespace

Expander::Expander(Pool& pool, const Script& script, const Vocabulary& vocabulary) : pool_(pool) {
  for (const Command& command : script.commands) {
    if (command.kind != CommandKind::DefineFun) continue;
    const Definition& definition = command.definitions[0];
    size_t size = 0;
    bool good = !pool.has(definition.body, kHasOpaque);
    post_order(pool, definition.body, [&](Term term) {
      ++size;
      const HeadData& data = pool.data(term);
      good = good && data.kind != HeadKind::Annotation;
      // At the call, its name has to mean the same. A name of a term is no function.
      if (data.kind == HeadKind::Function)
        good = good && !data.annotation && !vocabulary.is_unusable(pool.head(term));
    });
    if (good && size <= kMaxBody) functions_[definition.function] = {&command.definitions[0], size};
  }
}

Term Expander::written_body(Term call) const {
  const auto it = functions_.find(pool_.head(call));
  return it == functions_.end() ? Term() : it->second.definition->body;
}

size_t Expander::body_size(Term call) const {
  const auto it = functions_.find(pool_.head(call));
  return it == functions_.end() ? 0 : it->second.size;
}

Term Expander::body_of(Term call) {
  const auto it = functions_.find(pool_.head(call));
  if (it == functions_.end()) return {};
  const Definition& definition = *it->second.definition;
  const std::span<const Term> args = pool_.args(call);
  if (args.size() != definition.params.size()) return {};
  Substitution values;
  for (size_t i = 0; i < args.size(); ++i) {
    if (has_name(args[i]) || pool_.sort(args[i]) != pool_.sort(definition.params[i])) return {};
    values[definition.params[i]] = args[i];
  }
  if (pool_.sort(definition.body) != pool_.sort(call)) return {};
  return substitute(pool_, definition.body, values);
}

bool Expander::is_function(Term term) const {
  const HeadData& data = pool_.data(term);
  switch (data.kind) {
    case HeadKind::Operator:
      // Operators of separation logic speak of a heap, too; they have no evaluation.
      return data.op->eval && data.op->binder == 0;
    case HeadKind::Function:
    case HeadKind::Apply:
      return true;
    case HeadKind::Variable:
    case HeadKind::Literal:
    case HeadKind::Annotation:
    case HeadKind::Match:
    case HeadKind::Case:
    case HeadKind::Opaque:
      return false;
  }
  return false;
}

uint8_t Expander::facts_of(Term root) {
  struct Frame {
    Term term;
    uint32_t next;
  };
  if (const auto it = facts_.find(root); it != facts_.end()) return it->second;
  std::vector<Frame> stack{{root, 0}};
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const std::span<const Term> args = pool_.args(frame.term);
    if (frame.next == args.size()) {
      facts_[frame.term] = collect_facts(frame.term);
      stack.pop_back();
    } else if (const Term child = args[frame.next++]; !facts_.contains(child)) {
      stack.push_back({child, 0});
    }
  }
  return facts_.at(root);
}

// Of a term whose arguments' facts are known.
uint8_t Expander::collect_facts(Term term) {
  uint8_t facts = 0;
  for (const Attribute& attribute : pool_.data(term).attributes)
    if (pool_.text(attribute.keyword) == ":named") facts |= kNamed;
  for (const Term arg : pool_.args(term)) facts |= facts_.at(arg) & kNamed;
  if (!is_function(term)) return facts;
  for (const Term arg : pool_.args(term))
    if (pool_.sort(arg) == kBool || (facts_.at(arg) & kFormula) != 0) facts |= kFormula;
  if (const Term body = written_body(term); body && (facts & kFormula) == 0)
    facts |= facts_of(body) & kFormula;
  return facts;
}

Term Expander::with_part(Term formula, std::span<const uint32_t> path, bool truth) {
  const std::span<const uint32_t> outer = path.first(path.size() - 1);
  const Term parent = at(pool_, formula, outer);
  const OpSpec* op = pool_.op(parent);
  const std::span<const Term> args = pool_.args(parent);
  const bool condition = op == &core::kIte && path.back() == 0;
  if (condition && std::ranges::all_of(args.subspan(1), [&](Term branch) {
        return pool_.sort(branch) == pool_.sort(parent);
      }))
    return replace_at(pool_, formula, outer, args[truth ? 1 : 2]);
  const bool differ = op == &core::kXor || op == &core::kDistinct;
  if (path.size() == 1 && args.size() == 2 && (op == &core::kEqual || differ)) {
    const Term other = args[1 - path[0]];
    return truth == differ ? pool_.term(core::kNot, {other}) : other;
  }
  return replace_at(pool_, formula, path, pool_.term(truth ? core::kTrue : core::kFalse, {}));
}

Term Expander::split(Term formula, std::span<const uint32_t> path) {
  const Term part = at(pool_, formula, path);
  const Term with_true = with_part(formula, path, true);
  const Term with_false = with_part(formula, path, false);
  const Term if_true = pool_.term(core::kImplies, {part, with_true});
  const Term if_false = pool_.term(core::kOr, {part, with_false});
  return pool_.term(core::kAnd, {if_true, if_false});
}

}  // namespace pg
