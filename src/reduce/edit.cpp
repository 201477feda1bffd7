#include "reduce/edit.h"

#include <algorithm>

#include <absl/container/flat_hash_map.h>

#include "mutate/mutant.h"
#include "term/traverse.h"
#include "theory/core/core.h"
#include "theory/theories.h"

namespace pg {
namespace {

uint64_t saturating_sum(uint64_t a, uint64_t b) {
  return __builtin_add_overflow(a, b, &a) ? UINT64_MAX : a;
}

// Values are simpler than symbols, symbols than applications.
uint64_t own_weight(const Pool& pool, Term term) {
  const HeadKind kind = pool.kind(term);
  const bool value =
      kind == HeadKind::Literal || (kind == HeadKind::Operator && pool.args(term).empty());
  return value ? 1 : 2;
}

uint64_t sum_of_digits(const Pool& pool, Term literal) {
  if (pool.data(literal).literal == LiteralKind::String) return 0;
  uint64_t sum = 0;
  for (const char c : pool.text(pool.data(literal).name))
    if (c > '0' && c <= 'f') sum += static_cast<uint64_t>(c - '0');
  return sum;
}

uint64_t weight_of(const Pool& pool, const Definition& definition) {
  return 1 + std::max(definition.params.size(), pool.data(definition.function).params.size());
}

uint64_t weight_of(const Pool& pool, const DatatypeDeclaration& datatype) {
  uint64_t weight = 1;
  for (const Head constructor : pool.constructors(datatype.sort))
    weight += 1 + pool.data(constructor).params.size();
  return weight;
}

// Where a declaration goes: after the sorts and options before its first use, outside of scopes.
size_t place_for(const Pool& pool, const Script& script, const NewSymbol& symbol) {
  size_t place = 0;
  uint32_t levels = 0;
  for (size_t at = 0; at < script.commands.size(); ++at) {
    bool used = false;
    for_each_term(script.commands[at], [&](Term root) {
      const std::vector<Head> all = functions(pool, root);
      used = used || std::ranges::find(all, symbol.head) != all.end();
    });
    if (used) break;
    switch (script.commands[at].kind) {
      case CommandKind::SetLogic:
      case CommandKind::SetOption:
      case CommandKind::SetInfo:
      case CommandKind::DeclareSort:
      case CommandKind::DeclareSortParameter:
      case CommandKind::DefineSort:
      case CommandKind::DeclareDatatypes:
        if (levels == 0) place = at + 1;
        break;
      case CommandKind::Reset:
        levels = 0;
        place = at + 1;
        break;
      case CommandKind::Push:
        levels += script.commands[at].levels;
        break;
      case CommandKind::Pop:
        levels -= std::min(levels, script.commands[at].levels);
        break;
      case CommandKind::DeclareFun:
      case CommandKind::DefineFun:
      case CommandKind::DefineFunRec:
      case CommandKind::DefineFunsRec:
        if (symbol.last && levels == 0) place = at + 1;
        break;
      case CommandKind::Assert:
      case CommandKind::Objective:
      case CommandKind::CheckSat:
      case CommandKind::CheckSatAssuming:
      case CommandKind::Terms:
      case CommandKind::ResetAssertions:
      case CommandKind::Other:
        break;
    }
  }
  return place;
}

}  // namespace

Term rewrite(Pool& pool, Term root, const Substitution& replacements) {
  absl::flat_hash_map<Term, Term> done;
  std::vector<Term> args;
  post_order(pool, root, [&](Term term) {
    if (const auto it = replacements.find(term); it != replacements.end()) {
      done[term] = it->second;
      return;
    }
    args.clear();
    for (const Term arg : pool.args(term)) args.push_back(done.at(arg));
    const bool same = std::ranges::equal(args, pool.args(term));
    done[term] = same ? term : pool.with_args(term, args);
  });
  return done.at(root);
}

Script apply(Pool& pool, const Script& script, std::span<const Edit> edits) {
  std::vector<bool> dropped(script.commands.size());
  absl::flat_hash_map<size_t, const Command*> replaced;
  absl::flat_hash_map<size_t, std::vector<const Spot*>> spots;
  Substitution terms;
  std::vector<NewSymbol> declared;
  for (const Edit& edit : edits) {
    if (edit.script) return *edit.script;
    for (const size_t at : edit.dropped) dropped[at] = true;
    for (const auto& [at, command] : edit.replaced) replaced.try_emplace(at, &command);
    for (const Spot& spot : edit.spots) spots[spot.command].push_back(&spot);
    for (const auto& [from, to] : edit.terms) terms.try_emplace(from, to);
    for (const NewSymbol& symbol : edit.declared)
      if (std::ranges::find(declared, symbol.head, &NewSymbol::head) == declared.end())
        declared.push_back(symbol);
  }
  Script made;
  for (size_t at = 0; at < script.commands.size(); ++at) {
    if (dropped[at]) continue;
    const auto other = replaced.find(at);
    Command& command =
        made.commands.emplace_back(other == replaced.end() ? script.commands[at] : *other->second);
    size_t index = 0;
    for_each_term(command, [&](Term& term) {
      if (const auto it = spots.find(at); it != spots.end())
        for (const Spot* spot : it->second)
          if (spot->term == index) term = replace_at(pool, term, spot->path, spot->to);
      ++index;
      if (!terms.empty()) term = rewrite(pool, term, terms);
    });
  }
  for (const NewSymbol& symbol : declared) {
    const size_t place = place_for(pool, made, symbol);
    made.commands.insert(made.commands.begin() + static_cast<ptrdiff_t>(place),
                         declaration_of(pool, symbol.head));
  }
  return made;
}

Size size_of(const Pool& pool, const Script& script, std::string_view text) {
  Size size;
  size.bytes = text.size();
  absl::flat_hash_map<Term, uint64_t> weights;  // of the tree
  for (const Command& command : script.commands) {
    ++size.weight;
    for (const Definition& definition : command.definitions) {
      size.weight += weight_of(pool, definition);
      if (definition.body) ++size.definitions;
    }
    for (const DatatypeDeclaration& datatype : command.datatypes)
      size.weight += weight_of(pool, datatype);
    // One assertion more for each part is easier to read, and to make smaller.
    if (command.kind == CommandKind::Assert && pool.op(command.terms[0]) == &core::kAnd)
      size.weight += std::max<size_t>(2, pool.args(command.terms[0]).size()) - 2;
    for_each_term(command, [&](Term root) {
      if (!weights.contains(root)) {
        post_order(pool, root, [&](Term term) {
          if (weights.contains(term)) return;
          uint64_t weight = own_weight(pool, term);
          for (const Term arg : pool.args(term)) weight = saturating_sum(weight, weights.at(arg));
          weights[term] = weight;
          if (pool.kind(term) == HeadKind::Literal) size.digits += sum_of_digits(pool, term);
          if (const OpSpec* op = pool.op(term)) size.ranks += rank_of(*op);
        });
      }
      size.weight = saturating_sum(size.weight, weights.at(root));
    });
  }
  return size;
}

uint64_t rank_of(const OpSpec& op) {
  uint64_t before = 0;
  for (const Theory* theory : theories()) {
    const std::span<const OpSpec> rows = theory->ops;
    if (&op >= rows.data() && &op < rows.data() + rows.size())
      return before + static_cast<uint64_t>(&op - rows.data());
    before += rows.size();
  }
  return before;
}

uint64_t count_terms(const Pool& pool, const Script& script) {
  uint64_t count = 0;
  for_each_subterm(pool, script, [&](Term) { ++count; });
  return count;
}

}  // namespace pg
