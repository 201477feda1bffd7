#include "mutate/vocabulary.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "term/traverse.h"
#include "theory/theories.h"

namespace pg {
namespace {

constexpr KnownSolver kKnownSolvers[] = {
    {"z3", kZ3}, {"cvc5", kCvc5}, {"cvc4", kCvc4}, {"dreal", kDReal}};

bool logic_has(const Logic& logic, SortKind kind, bool is_datatype) {
  switch (kind) {
    case SortKind::Bool:
      return true;
    case SortKind::Int:
      return logic.ints;
    case SortKind::Real:
      return logic.reals;
    case SortKind::String:
    case SortKind::RegLan:
    case SortKind::Char:
      return logic.strings;
    case SortKind::RoundingMode:
    case SortKind::FloatingPoint:
      return logic.floats;
    case SortKind::BitVec:
      return logic.bit_vectors;
    case SortKind::Array:
      return logic.arrays;
    case SortKind::FiniteField:
    case SortKind::Seq:
    case SortKind::Set:
    case SortKind::Bag:
    case SortKind::RegEx:
    case SortKind::Nullable:
    case SortKind::Tuple:
      return logic.others;
    case SortKind::Arrow:
      return logic.higher_order;
    case SortKind::Declared:
      // A sort that the script declares is there in any logic: QF_AX has indices and elements.
      return !is_datatype || logic.datatypes;
    case SortKind::Unknown:
    case SortKind::Param:
      return false;
  }
  return false;
}

// Sorts of which the length, the size or a position is an integer.
bool has_length(SortKind kind) {
  return kind == SortKind::String || kind == SortKind::Seq || kind == SortKind::Set ||
         kind == SortKind::Bag;
}

// A script with something that not all solvers have is for those that have it.
void keep_who_knows(Known known, Known& solvers) {
  const auto both =
      static_cast<uint8_t>(static_cast<uint8_t>(solvers) & static_cast<uint8_t>(known));
  if (!includes(known, kStandard) && both != 0) solvers = static_cast<Known>(both);
}

}  // namespace

std::span<const KnownSolver> known_solvers() { return kKnownSolvers; }

std::vector<SortKind> kinds_of(const Sig& sig) {
  std::vector<SortKind> kinds;
  // Walks the byte code as its reader wrote it.
  for (size_t at = 0; at < sig.where_at;) {
    const uint8_t code = sig.code[at++];
    if (code == Sig::kConst) ++at;
    if (code < Sig::kCtor || code >= Sig::kIntVar) continue;
    kinds.push_back(static_cast<SortKind>(code - Sig::kCtor));
    ++at;  // how many arguments
  }
  return kinds;
}

bool is_declarable(const Pool& pool, Sort sort) {
  const SortKind kind = pool.kind(sort);
  return kind != SortKind::RegLan && kind != SortKind::RegEx && kind != SortKind::Arrow &&
         kind != SortKind::Unknown;
}

Vocabulary::Vocabulary(Pool& pool, const Script& script, const Dialect& dialect)
    : pool_(pool),
      dialect_(dialect),
      logic_(dialect.widened ? Logic() : read_logic(logic_of(pool, script))) {
  add_sort(kBool);
  std::vector<size_t> levels;
  bool global = false;
  for (size_t at = 0; at < script.commands.size(); ++at) {
    const Command& command = script.commands[at];
    switch (command.kind) {
      case CommandKind::SetOption:
        if (pool.text(command.text).find("global-declarations true") != std::string_view::npos)
          global = true;
        break;
      case CommandKind::Push:
        for (uint32_t i = 0; i < command.levels; ++i) levels.push_back(open_.size());
        break;
      case CommandKind::Pop:
        for (uint32_t i = 0; i < command.levels && !levels.empty(); ++i) {
          if (!global) leave(levels.back(), at);
          levels.pop_back();
        }
        break;
      case CommandKind::Reset:
        leave(0, at);
        levels.clear();
        break;
      case CommandKind::ResetAssertions:
        if (!global) leave(0, at);
        levels.clear();
        break;
      default:
        add_symbols(command, at);
        break;
    }
  }
  for_each_subterm(pool, script, [&](Term term) {
    const HeadData& data = pool.data(term);
    if (data.op) add_use(term);
    // Solvers without higher-order logic take a function as a value, but not also applied.
    if (data.kind == HeadKind::Function && pool.args(term).size() < data.params.size())
      unusable_.insert(data.name);
    names_.insert(data.name);
    for (const Attribute& attribute : data.attributes) names_.insert(attribute.text);
    // The sorts of parts of a literal, such as the fields of a float, may be outside of the logic.
    if (data.kind != HeadKind::Case && allows(pool.sort(term))) add_sort(pool.sort(term));
  });
  // After the operators: Z3 has sets with operators of its own, which say more than the sort. It
  // also reads functions as values, which SMT-LIB 2.7 has.
  for (const Sort sort : sorts_) {
    const auto kind = static_cast<size_t>(pool.kind(sort));
    if (kind < kSortSpecs.size() && !includes(kSortSpecs[kind].known, kStandard27))
      keep_who_knows(kSortSpecs[kind].known, dialect_.solvers);
  }
  introduce_sorts();
}

// Of a logic that is named, its theories. Of ALL nobody wants everything: what the operators on the
// sorts that there are give or take.
void Vocabulary::introduce_sorts() {
  for (size_t i = 0; i < sorts_.size(); ++i)
    for (const Sort arg : pool_.args(sorts_[i]))
      if (allows(arg)) add_sort(arg);
  const auto has = [&](auto holds) {
    return std::ranges::any_of(sorts_, [&](Sort sort) { return holds(pool_.kind(sort)); });
  };
  const bool all = dialect_.widened || !logic_.others;
  if (logic_.ints && (all || has(has_length))) add_sort(kInt);
  if (!all) return;
  if (logic_.reals) add_sort(kReal);
  if (logic_.strings) add_sort(kString);
  if (logic_.bit_vectors && !has([](SortKind kind) { return kind == SortKind::BitVec; }))
    add_sort(pool_.sort(SortKind::BitVec, {8}));
  const auto element = std::ranges::find_if(
      sorts_, [&](Sort sort) { return is_number(sort) || pool_.kind(sort) == SortKind::BitVec; });
  const bool has_arrays = has([](SortKind kind) { return kind == SortKind::Array; });
  if (logic_.arrays && !has_arrays && element != sorts_.end())
    add_sort(pool_.sort(SortKind::Array, {}, {*element, *element}));
}

void Vocabulary::add_sort(Sort sort) {
  if (pool_.has_param(sort) || pool_.kind(sort) == SortKind::Unknown) return;
  if (known_sorts_.insert(sort).second) sorts_.push_back(sort);
}

void Vocabulary::add_symbol(Head function, size_t at) {
  const HeadData& data = pool_.data(function);
  names_.insert(data.name);
  if (open_names_[data.name]++ > 0) unusable_.insert(data.name);
  for (const Sort param : data.params) add_sort(param);
  add_sort(data.sort);
  const bool parametric =
      pool_.has_param(data.sort) ||
      std::ranges::any_of(data.params, [&](Sort sort) { return pool_.has_param(sort); });
  if (parametric || data.overloaded) return;
  const bool constant = data.params.empty();
  std::vector<Entry>& list = constant ? constants_[data.sort] : functions_;
  open_.push_back({constant ? Open::Kind::Constant : Open::Kind::Function,
                   data.name,
                   data.sort,
                   {},
                   list.size()});
  list.push_back({function, at, SIZE_MAX});
}

// An operator by its own name, or by one that some solvers have for it.
void Vocabulary::add_use(Term term) {
  const HeadData& data = pool_.data(term);
  Known known = data.op->known;
  if (pool_.text(data.name) == data.op->name) {
    used_.insert(data.op);
  } else {
    for (const Theory* theory : theories())
      for (const OpAlias& alias : theory->aliases)
        if (alias.row == data.op->name && alias.name == pool_.text(data.name)) known = alias.known;
  }
  keep_who_knows(known, dialect_.solvers);
}

void Vocabulary::add_symbols(const Command& command, size_t at) {
  if (command.kind == CommandKind::DeclareFun || command.kind == CommandKind::DefineFun)
    for (const Definition& definition : command.definitions) add_symbol(definition.function, at);
  // What a recursive definition means is not for us to use at random.
  if (command.kind == CommandKind::DefineFunRec || command.kind == CommandKind::DefineFunsRec)
    for (const Definition& definition : command.definitions)
      names_.insert(pool_.data(definition.function).name);
  for (const DatatypeDeclaration& declared : command.datatypes) {
    names_.insert(pool_.name(declared.sort));
    declared_sorts_[declared.sort] = {{}, at, SIZE_MAX};
    open_.push_back({Open::Kind::DeclaredSort, {}, {}, declared.sort, 0});
    for (const Head constructor : pool_.constructors(declared.sort)) {
      add_symbol(constructor, at);
      for (const Head selector : pool_.selectors(constructor)) add_symbol(selector, at);
    }
  }
}

void Vocabulary::leave(size_t mark, size_t at) {
  while (open_.size() > mark) {
    const Open& open = open_.back();
    if (open.name) --open_names_[open.name];
    switch (open.kind) {
      case Open::Kind::Constant:
        constants_[open.sort][open.index].end = at;
        break;
      case Open::Kind::Function:
        functions_[open.index].end = at;
        break;
      case Open::Kind::DeclaredSort:
        declared_sorts_[open.ctor].end = at;
        break;
    }
    open_.pop_back();
  }
}

bool Vocabulary::allows(Sort sort) const {
  if (known_sorts_.contains(sort)) return true;
  const bool is_datatype = !pool_.constructors(pool_.ctor(sort)).empty();
  return logic_has(logic_, pool_.kind(sort), is_datatype) &&
         std::ranges::all_of(pool_.args(sort), [&](Sort arg) { return allows(arg); });
}

Vocabulary::Entry Vocabulary::scope_of(Sort root) const {
  Entry scope{{}, 0, SIZE_MAX};
  std::vector<Sort> work{root};
  while (!work.empty()) {
    const Sort sort = work.back();
    work.pop_back();
    work.insert(work.end(), pool_.args(sort).begin(), pool_.args(sort).end());
    const auto it = declared_sorts_.find(pool_.ctor(sort));
    if (it == declared_sorts_.end()) continue;
    scope.begin = std::max(scope.begin, it->second.begin + 1);
    scope.end = std::min(scope.end, it->second.end);
  }
  return scope;
}

// By one of its operators, or by a sort that SMT-LIB does not have. A row over two such sorts needs
// both: sets alone are no reason to speak of bags.
bool Vocabulary::uses_theory_of(const OpSpec& row) const {
  size_t own = 0;
  size_t met = 0;
  for (const SortKind kind : kinds_of(row.sig)) {
    if (includes(kSortSpecs[static_cast<size_t>(kind)].known, kStandard)) continue;
    ++own;
    if (std::ranges::any_of(sorts_, [&](Sort sort) { return pool_.kind(sort) == kind; })) ++met;
  }
  if (own > 0 && met == own) return true;
  for (const Theory* theory : theories()) {
    if (&row < theory->ops.data() || &row >= theory->ops.data() + theory->ops.size()) continue;
    return std::ranges::any_of(theory->ops, [&](const OpSpec& op) { return used_.contains(&op); });
  }
  return false;
}

// A logic that is named has nothing but its theories; solvers refuse what they know otherwise. What
// is new is not everywhere yet: it takes solvers that were asked.
bool Vocabulary::allows(const OpSpec& row) const {
  if (row.linear == Linear::Never && !logic_.nonlinear) return false;
  if (used_.contains(&row)) return true;
  const bool asked = dialect_.refused.has_value();
  if (asked && dialect_.refused->contains(&row)) return false;
  const auto known = static_cast<uint8_t>(row.known);
  const auto wanted = static_cast<uint8_t>(dialect_.solvers);
  const bool standard =
      includes(row.known, kStandard) || (asked && includes(row.known, kStandard27));
  if (!standard) {
    if ((known & wanted) != wanted) return false;
    if (!asked && includes(row.known, kStandard27 | kRecent)) return false;
    if (!dialect_.specific && (!logic_.others || !uses_theory_of(row))) return false;
  }
  bool has_int = false;
  bool has_string = false;
  for (const SortKind kind : kinds_of(row.sig)) {
    if (!logic_has(logic_, kind, true)) return false;
    has_int = has_int || kind == SortKind::Int;
    has_string = has_string || kind == SortKind::String;
  }
  if (logic_.only_lengths && has_int && !has_string) return false;
  return logic_has(logic_, row.also, true);
}

bool Vocabulary::allows(Term root, std::span<const Term> literals) const {
  bool allowed = true;
  post_order(pool_, root, [&](Term term) {
    const HeadKind kind = pool_.kind(term);
    if (!allowed || kind == HeadKind::Variable) return;
    const Sort sort = pool_.sort(term);
    allowed = allows(sort);
    if (kind == HeadKind::Function) allowed = allowed && !is_unusable(pool_.head(term));
    const OpSpec* op = pool_.op(term);
    if (!allowed || !op) return;
    allowed = allows(*op);
    const std::span<const Term> args = pool_.args(term);
    if (is_number(sort) && logic_.differences) allowed = allowed && !pool_.has(term, kHasVariable);
    if (op->linear == Linear::ByLiterals && !logic_.nonlinear)
      allowed = allowed && std::ranges::count_if(args, [&](Term arg) {
                             return pool_.has(arg, kHasVariable) &&
                                    std::ranges::find(literals, arg) == literals.end();
                           }) <= 1;
  });
  return allowed;
}

std::span<const Vocabulary::Entry> Vocabulary::constants(Sort sort) const {
  const auto it = constants_.find(sort);
  if (it == constants_.end()) return {};
  return it->second;
}

Symbol Vocabulary::fresh_name(size_t number) { return fresh_name(fmt::format("pg{}", number)); }

Symbol Vocabulary::fresh_name(std::string text) {
  for (;; text += '_') {
    const Symbol symbol = pool_.intern(text);
    if (!names_.contains(symbol)) return symbol;
  }
}

}  // namespace pg
