// Passes that put simpler terms of the same sort in the place of terms.
#include "reduce/term_passes.h"

#include <algorithm>
#include <array>
#include <deque>

#include <fmt/format.h>

#include "mutate/mutant.h"
#include "reduce/passes.h"
#include "reduce/tokens.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "term/infer.h"
#include "term/traverse.h"

namespace pg {
namespace {

// How far below a term others of its sort are looked for.
constexpr size_t kMaxVisited = 60;
constexpr size_t kMaxOccurrences = 2'000;
constexpr size_t kMaxChoices = 3;
constexpr size_t kMaxSymbols = 3;
constexpr size_t kMaxPairs = 200;
constexpr size_t kMaxSeconds = 40;

// {0} and {1} are the indices of the sort, {2} is the sort itself.
struct ValueSpec {
  SortKind kind;
  std::array<std::string_view, 3> texts;
};
constexpr auto kValues = std::to_array<ValueSpec>({
    {SortKind::Bool, {"true", "false"}},
    {SortKind::Int, {"0", "1"}},
    {SortKind::Real, {"0.0", "1.0"}},
    {SortKind::String, {"\"\"", "\"a\""}},
    {SortKind::RegLan, {"re.none", "re.all", "re.allchar"}},
    {SortKind::RoundingMode, {"RNE", "RTZ"}},
    {SortKind::BitVec, {"(_ bv0 {0})", "(_ bv1 {0})"}},
    {SortKind::FloatingPoint, {"(_ +zero {0} {1})", "(_ NaN {0} {1})", "(_ +oo {0} {1})"}},
    {SortKind::Seq, {"(as seq.empty {2})"}},
    {SortKind::Set, {"(as set.empty {2})"}},
    {SortKind::Bag, {"(as bag.empty {2})"}},
});

// Bit-vectors are written as the eye reads them best.
Term bits(Pool& pool, Sort sort, uint32_t value) {
  const uint32_t width = pool.indices(sort)[0];
  if (width > 64)
    return pool.literal(LiteralKind::IndexedBv, fmt::format("(_ bv{} {})", value, width), sort);
  if (width % 4 == 0)
    return pool.literal(LiteralKind::Hex, fmt::format("#x{:0{}x}", value, width / 4), sort);
  return pool.literal(LiteralKind::Binary, fmt::format("#b{:0{}b}", value, width), sort);
}

// Constants that are declared outside of all scopes, with the command that does it; none if a reset
// ends them.
std::vector<Subject> constants(Pool& pool, const Script& script) {
  std::vector<Subject> found;
  uint32_t levels = 0;
  for (size_t at = 0; at < script.commands.size(); ++at) {
    const Command& command = script.commands[at];
    if (command.kind == CommandKind::Reset) return {};
    if (command.kind == CommandKind::Push) levels += command.levels;
    if (command.kind == CommandKind::Pop) levels -= std::min(levels, command.levels);
    if (command.kind != CommandKind::DeclareFun || levels > 0) continue;
    const Head head = command.definitions[0].function;
    if (pool.data(head).params.empty()) found.push_back({pool.constant(head), at});
  }
  return found;
}

// Terms that give a name to a part of them which the script uses.
absl::flat_hash_set<Term> naming_terms(const Pool& pool, const Script& script) {
  absl::flat_hash_set<Term> naming = named_terms(pool, script);
  if (naming.empty()) return naming;
  for (const Command& command : script.commands)
    for_each_term(command, [&](Term root) {
      post_order(pool, root, [&](Term term) {
        if (std::ranges::any_of(pool.args(term), [&](Term arg) { return naming.contains(arg); }))
          naming.insert(term);
      });
    });
  return naming;
}

Edit replacing(Term from, Term to) {
  Edit edit;
  edit.terms.emplace_back(from, to);
  return edit;
}

// A term that can be replaced, in one of its places.
struct Occurring {
  Spot spot;
  Term term;

  Edit becoming(Term other) const {
    Edit edit;
    edit.spots.push_back(spot);
    edit.spots[0].to = other;
    return edit;
  }
};
std::vector<Occurring> occurrences(const Pool& pool, const Script& script) {
  absl::flat_hash_set<Term> replaceable;
  for (const Subject& subject : subjects(pool, script)) replaceable.insert(subject.term);
  std::vector<Occurring> all;
  for (size_t at = 0; at < script.commands.size(); ++at) {
    size_t index = 0;
    for_each_term(script.commands[at], [&](Term root) {
      for_each_occurrence(pool, root, kMaxOccurrences, [&](const Path& path, Term term) {
        if (replaceable.contains(term)) all.push_back({{at, index, path, {}}, term});
        return pool.kind(term) != HeadKind::Annotation;
      });
      ++index;
    });
  }
  return all;
}

// Values become other plain values of their sort, which may be no simpler.
std::vector<Edit> change_values(const PassInput& input) {
  PlainValues values(input.pool);
  std::vector<Edit> edits;
  for (const Occurring& each : occurrences(input.pool, input.script)) {
    if (!is_value(input.pool, each.term)) continue;
    for (const Term value : values.of(input.pool.sort(each.term)))
      if (value != each.term) edits.push_back(each.becoming(value));
  }
  return edits;
}

// The nearest terms of the same sort below a term that mean the same outside of it.
class Descendants {
 public:
  explicit Descendants(const Pool& pool) : pool_(pool), free_(pool) {}

  std::vector<Term> of(Term root) {
    std::vector<Term> found;
    const std::vector<Term> allowed = free_.of(root);
    absl::flat_hash_set<Term> seen;
    std::deque<Term> work;
    auto add_children = [&](Term term) {
      const size_t bound = bound_variables(pool_, term).size();
      for (const Term arg : pool_.args(term).subspan(bound))
        if (seen.insert(arg).second) work.push_back(arg);
    };
    add_children(root);
    for (size_t visited = 0; !work.empty() && visited < kMaxVisited; ++visited) {
      const Term term = work.front();
      work.pop_front();
      const bool fits = pool_.kind(term) != HeadKind::Case && pool_.sort(term) == pool_.sort(root);
      if (fits && std::ranges::includes(allowed, free_.of(term)))
        found.push_back(term);
      else
        add_children(term);
    }
    return found;
  }

 private:
  const Pool& pool_;
  FreeVariables free_;
};

}  // namespace

bool is_value(const Pool& pool, Term term) {
  const HeadKind kind = pool.kind(term);
  return kind == HeadKind::Literal || (kind == HeadKind::Operator && pool.args(term).empty());
}

Term applied(Pool& pool, const OpSpec& op, Sort sort, std::span<const Term> args) {
  HeadData data;
  data.name = pool.intern(op.name);
  data.op = &op;
  const Head head = pool.head(data);
  return pool.make(head, sort, args);
}

std::vector<Subject> subjects(const Pool& pool, const Script& script) {
  const absl::flat_hash_set<Term> named = naming_terms(pool, script);
  absl::flat_hash_map<Term, size_t> first;
  std::deque<Term> work;
  absl::flat_hash_set<Term> seen;
  for (size_t at = 0; at < script.commands.size(); ++at) {
    for_each_subterm(pool, Script{{script.commands[at]}},
                     [&](Term term) { first.try_emplace(term, at); });
    for_each_term(script.commands[at], [&](Term term) {
      if (seen.insert(term).second) work.push_back(term);
    });
  }
  std::vector<Subject> found;
  while (!work.empty()) {
    const Term term = work.front();
    work.pop_front();
    const HeadKind kind = pool.kind(term);
    const bool replaceable = kind != HeadKind::Variable && kind != HeadKind::Case &&
                             kind != HeadKind::Opaque && is_known(pool, pool.sort(term)) &&
                             pool.kind(pool.sort(term)) != SortKind::Arrow && !named.contains(term);
    if (replaceable) found.push_back({term, first.at(term)});
    std::span<const Term> children = pool.args(term);
    children = children.subspan(bound_variables(pool, term).size());
    // Patterns stay what they are.
    if (kind == HeadKind::Annotation) children = children.first(1);
    for (const Term child : children)
      if (seen.insert(child).second) work.push_back(child);
  }
  return found;
}

const std::vector<Term>& PlainValues::of(Sort sort) {
  const auto it = known_.find(sort);
  return it != known_.end() ? it->second : known_[sort] = make(sort);
}

std::vector<Term> PlainValues::make(Sort sort) {
  std::vector<Term> values;
  if (pool_.kind(sort) == SortKind::BitVec) return {bits(pool_, sort, 0), bits(pool_, sort, 1)};
  for (const Head constructor : pool_.constructors(pool_.ctor(sort)))
    if (pool_.data(constructor).params.empty() && !pool_.has_param(pool_.data(constructor).sort))
      values.push_back(pool_.constant(constructor));
  // An array is wrapped around the values of its elements.
  std::string before;
  std::string after;
  Sort element = sort;
  while (pool_.kind(element) == SortKind::Array) {
    before += fmt::format("((as const {}) ", print_sort(pool_, element));
    after += ")";
    element = pool_.args(element)[1];
  }
  const std::span<const uint32_t> indices = pool_.indices(element);
  for (const ValueSpec& spec : kValues) {
    if (spec.kind != pool_.kind(element)) continue;
    for (const std::string_view pattern : spec.texts) {
      if (pattern.empty()) continue;
      const std::string text =
          fmt::format(fmt::runtime(pattern), indices.empty() ? 0 : indices[0],
                      indices.size() < 2 ? 0 : indices[1], print_sort(pool_, element));
      const Result<Term> term = parse_term(pool_, before + text + after);
      if (term && pool_.sort(*term) == sort) values.push_back(*term);
    }
  }
  return values;
}

std::vector<Edit> replace_by_constants(const PassInput& input) {
  PlainValues values(input.pool);
  std::vector<Edit> edits;
  const std::vector<Subject> all = subjects(input.pool, input.script);
  for (size_t choice = 0; choice < kMaxChoices; ++choice) {
    for (const Subject& subject : all) {
      const std::vector<Term>& list = values.of(input.pool.sort(subject.term));
      if (choice < list.size() && list[choice] != subject.term)
        edits.push_back(replacing(subject.term, list[choice]));
    }
  }
  return edits;
}

std::vector<Edit> replace_by_subterms(const PassInput& input) {
  Descendants descendants(input.pool);
  std::vector<Edit> edits;
  for (const Subject& subject : subjects(input.pool, input.script))
    for (const Term other : descendants.of(subject.term))
      edits.push_back(replacing(subject.term, other));
  return edits;
}

std::vector<Edit> replace_by_symbols(const PassInput& input) {
  std::vector<Edit> edits;
  const std::vector<Subject> symbols = constants(input.pool, input.script);
  for (const Subject& subject : subjects(input.pool, input.script)) {
    if (input.pool.args(subject.term).empty()) continue;
    size_t count = 0;
    for (const Subject& symbol : symbols) {
      if (input.pool.sort(symbol.term) != input.pool.sort(subject.term) ||
          symbol.command >= subject.command)
        continue;
      edits.push_back(replacing(subject.term, symbol.term));
      if (++count == kMaxSymbols) break;
    }
  }
  return edits;
}

std::vector<Edit> replace_by_fresh(const PassInput& input) {
  std::vector<Edit> edits;
  std::vector<Edit> declared_last;
  Pool& pool = input.pool;
  const absl::flat_hash_set<std::string> used = names_in(print_script(pool, input.script));
  size_t number = 0;
  for (const Subject& subject : subjects(pool, input.script)) {
    const Sort sort = pool.sort(subject.term);
    if (pool.args(subject.term).empty() || pool.kind(sort) == SortKind::RegLan) continue;
    std::string name;
    do name = fmt::format("v{}", ++number);
    while (used.contains(name));
    const Symbol symbol = pool.intern(name);
    const Head head = pool.declare(symbol, {}, sort);
    Edit edit = replacing(subject.term, pool.constant(head));
    edit.declared.push_back({head});
    edits.push_back(edit);
    edit.declared[0].last = true;
    declared_last.push_back(std::move(edit));
  }
  // Where the script declares nothing, both are the same, and only one is tested.
  std::ranges::move(declared_last, std::back_inserter(edits));
  return edits;
}

std::vector<Edit> drop_operands(const PassInput& input) {
  std::vector<Edit> edits;
  Pool& pool = input.pool;
  std::vector<Term> args;
  std::vector<Sort> sorts;
  // Leaves out the arguments from `begin` to `end`, where the operator takes the others.
  auto propose = [&](Term term, size_t begin, size_t end) {
    args.assign(pool.args(term).begin(), pool.args(term).end());
    args.erase(args.begin() + static_cast<ptrdiff_t>(begin),
               args.begin() + static_cast<ptrdiff_t>(end));
    sorts.clear();
    for (const Term arg : args) sorts.push_back(pool.sort(arg));
    const HeadData& data = pool.data(term);
    if (infer(pool, *data.op, data.indices, sorts, data.sort) != pool.sort(term)) return;
    edits.push_back(replacing(term, pool.with_args(term, args)));
  };
  for (const Subject& subject : subjects(pool, input.script)) {
    const OpSpec* op = pool.op(subject.term);
    const size_t count = pool.args(subject.term).size();
    if (!op || op->binder > 0 || count < 2) continue;
    for (size_t step = count / 2; step > 1; step /= 2)
      for (size_t begin = 0; begin < count; begin += step)
        propose(subject.term, begin, std::min(begin + step, count));
    for (size_t i = 0; i < count; ++i) propose(subject.term, i, i + 1);
  }
  return edits;
}

std::vector<Edit> drop_operators(const PassInput& input) {
  const Pool& pool = input.pool;
  std::vector<std::pair<const OpSpec*, std::vector<Term>>> uses;  // in the order of the first ones
  for (const Subject& subject : subjects(pool, input.script)) {
    const OpSpec* op = pool.op(subject.term);
    if (!op || op->binder > 0 || pool.args(subject.term).empty()) continue;
    auto found = std::ranges::find(uses, op, [](const auto& use) { return use.first; });
    if (found == uses.end()) found = uses.insert(found, {op, {}});
    found->second.push_back(subject.term);
  }
  std::vector<Edit> edits;
  for (const auto& [op, terms] : uses) {
    if (terms.size() < 2) continue;  // the business of other passes
    for (size_t at = 0; at < kMaxChoices; ++at) {
      Edit edit;
      for (const Term term : terms) {
        const std::span<const Term> args = pool.args(term);
        if (at < args.size() && pool.sort(args[at]) == pool.sort(term))
          edit.terms.emplace_back(term, args[at]);
      }
      if (!edit.terms.empty()) edits.push_back(std::move(edit));
    }
  }
  return edits;
}

std::vector<Edit> replace_occurrences(const PassInput& input) {
  const Pool& pool = input.pool;
  std::vector<Edit> edits;
  PlainValues values(input.pool);
  Descendants descendants(pool);
  std::vector<Occurring> all = occurrences(pool, input.script);
  absl::flat_hash_map<Term, size_t> counts;
  for (const Occurring& each : all) ++counts[each.term];
  for (const Occurring& each : all) {
    // What stands in one place only is the business of other passes.
    if (counts[each.term] < 2) continue;
    for (const Term value : values.of(pool.sort(each.term)))
      if (value != each.term) edits.push_back(each.becoming(value));
    for (const Term below : descendants.of(each.term)) edits.push_back(each.becoming(below));
  }
  return edits;
}

std::vector<Edit> simplify_binders(const PassInput& input) {
  Pool& pool = input.pool;
  std::vector<Edit> edits;
  PlainValues values(pool);
  const std::vector<Subject> symbols = constants(pool, input.script);
  for (const Subject& subject : subjects(pool, input.script)) {
    const Term term = subject.term;
    const std::span<const Term> variables = bound_variables(pool, term);
    if (variables.empty() || pool.sort(term) != kBool || pool.op(term)->binder != 1) continue;
    const Term body = pool.args(term).back();
    for (size_t i = 0; i < variables.size(); ++i) {
      // The binder over the other variables; the body alone where there are none.
      auto propose = [&](Term instance) {
        std::vector<Term> args(variables.begin(), variables.end());
        args.erase(args.begin() + static_cast<ptrdiff_t>(i));
        args.push_back(instance);
        edits.push_back(replacing(term, args.size() == 1 ? instance : pool.with_args(term, args)));
      };
      FreeVariables free(pool);
      const std::vector<Term>& used = free.of(body);
      if (!std::ranges::binary_search(used, variables[i])) {
        propose(body);
        continue;
      }
      const Sort sort = pool.sort(variables[i]);
      for (const Term value : values.of(sort))
        propose(substitute(pool, body, {{variables[i], value}}));
      for (size_t j = 0; j < variables.size(); ++j)
        if (j != i && pool.sort(variables[j]) == sort)
          propose(substitute(pool, body, {{variables[i], variables[j]}}));
      for (const Subject& symbol : symbols)
        if (pool.sort(symbol.term) == sort && symbol.command < subject.command)
          propose(substitute(pool, body, {{variables[i], symbol.term}}));
    }
  }
  return edits;
}

std::vector<Edit> merge_symbols(const PassInput& input) {
  std::vector<Edit> edits;
  const std::vector<Subject> symbols = constants(input.pool, input.script);
  for (size_t i = symbols.size(); i > 1; --i) {
    const Subject& later = symbols[i - 1];
    size_t count = 0;
    for (size_t j = 0; j + 1 < i && count < kMaxSymbols; ++j) {
      if (input.pool.sort(symbols[j].term) != input.pool.sort(later.term)) continue;
      ++count;
      Edit edit = replacing(later.term, symbols[j].term);
      edit.dropped.push_back(later.command);
      edits.push_back(std::move(edit));
    }
  }
  return edits;
}

// What a second change can do after a first one that alone is of no use: a value that is no
// simpler, or something smaller that loses the lie. All pairs where there are few, else some at
// random.
std::vector<Edit> replace_pairs(const PassInput& input) {
  constexpr auto kPasses = std::to_array<decltype(&drop_commands)>(
      {drop_commands, replace_by_constants, replace_by_subterms, drop_operands});
  // A name goes with the term that it was given to, which the first change may change.
  if (!named_terms(input.pool, input.script).empty()) return {};
  Rng rng = input.rng;
  auto shuffle = [&](std::vector<Edit>& edits) {
    for (size_t i = edits.size(); i > 1; --i) std::swap(edits[i - 1], edits[rng.below(i)]);
  };
  std::vector<Edit> first = change_values(input);
  for (const auto propose : kPasses)
    for (Edit& edit : propose(input)) first.push_back(std::move(edit));
  shuffle(first);
  std::vector<Edit> pairs;
  for (const Edit& edit : first) {
    const Script changed = apply(input.pool, input.script, {&edit, 1});
    std::vector<Edit> second;
    for (const auto propose : kPasses)
      for (Edit& other : propose({input.pool, changed, rng})) second.push_back(std::move(other));
    shuffle(second);
    if (second.size() > kMaxSeconds) second.resize(kMaxSeconds);
    for (const Edit& other : second) {
      if (pairs.size() == kMaxPairs) return pairs;
      pairs.emplace_back().script = apply(input.pool, changed, {&other, 1});
    }
  }
  return pairs;
}

}  // namespace pg
