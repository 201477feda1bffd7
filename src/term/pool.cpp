#include "term/pool.h"

#include <algorithm>
#include <array>

#include <xxhash.h>

#include "term/infer.h"

namespace pg {
namespace {

// Handles are small and regular: a folded multiplication a word spreads them over all bits, and
// costs less than a general hash of the bytes.
class Mixer {
 public:
  void add(uint64_t word) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(state_ ^ word) * 0x9e3779b97f4a7c15u;
    state_ = static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
  }
  size_t done() const { return state_; }

 private:
  uint64_t state_ = 0x243f6a8885a308d3u;
};

template <typename T>
bool equal(std::span<const T> a, std::span<const T> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

size_t hash_term(Head head, Sort sort, std::span<const Term> args) {
  Mixer mix;
  mix.add(uint64_t{head.id()} << 32 | sort.id());
  size_t i = 0;
  for (; i + 1 < args.size(); i += 2) mix.add(uint64_t{args[i].id()} << 32 | args[i + 1].id());
  if (i < args.size()) mix.add(uint64_t{args[i].id()} << 32);
  return mix.done();
}

size_t hash_head(const HeadData& data) {
  Mixer mix;
  mix.add(static_cast<uint64_t>(data.kind) << 32 | data.depth);
  mix.add(uint64_t{data.name.id()} << 32 | data.sort.id());
  mix.add(reinterpret_cast<uintptr_t>(data.op) ^ data.constructor.id());
  for (const Index& index : data.indices) mix.add(index.text.id());
  for (const Attribute& attribute : data.attributes)
    mix.add(uint64_t{attribute.keyword.id()} << 32 | attribute.text.id());
  return mix.done();
}

bool equal(const HeadData& a, const HeadData& b) {
  return a.kind == b.kind && a.depth == b.depth && a.name == b.name && a.op == b.op &&
         a.sort == b.sort && a.constructor == b.constructor && equal(a.indices, b.indices) &&
         equal(a.attributes, b.attributes);
}

size_t hash_sort(SortCtor ctor, std::span<const uint32_t> indices, std::span<const Sort> args) {
  Mixer mix;
  mix.add(ctor.id());
  for (uint32_t index : indices) mix.add(index);
  for (Sort arg : args) mix.add(arg.id());
  return mix.done();
}

}  // namespace

Pool::Pool() {
  for (const SortSpec& spec : kSortSpecs)
    ctors_.push_back({intern(spec.name), static_cast<uint32_t>(std::max<int>(spec.arity, 0)), {}});
  // The fixed handles of sort.h: every kind before BitVec is a sort by itself.
  for (uint32_t id = 0; id < static_cast<uint32_t>(SortKind::BitVec); ++id) {
    const Sort made = sort(SortCtor(id), {}, {});
    CHECK(made.id() == id, "the plain sorts have fixed handles");
  }
}

void Pool::reserve(size_t text_size) {
  // Large files have a new term in about twenty bytes; small ones are not worth the memory.
  if (text_size < (size_t{1} << 16)) return;
  terms_.reserve(terms_.size() + text_size / 20);
  term_table_.reserve(terms_.size() + text_size / 20);
}

Symbol Pool::intern(std::string_view text) {
  const uint32_t id = symbol_table_.find_or_add(
      XXH3_64bits(text.data(), text.size()),
      [&](uint32_t known) { return symbols_[known] == text; },
      [&] {
        symbols_.push_back(arena_.copy(text));
        return static_cast<uint32_t>(symbols_.size() - 1);
      });
  return Symbol(id);
}

Symbol Pool::find(std::string_view text) const {
  return Symbol(symbol_table_.find(XXH3_64bits(text.data(), text.size()),
                                   [&](uint32_t known) { return symbols_[known] == text; }));
}

// A function sort takes up the arguments of one that it gives up to this many: without a limit, n
// nested lambdas would need n^2 memory.
constexpr size_t kMaxFlatArrow = 64;

Sort Pool::sort(SortCtor ctor, std::span<const uint32_t> indices, std::span<const Sort> args) {
  // Z3 spells the sort of regular expressions over strings (RegEx String).
  if (ctor == ctor_of(SortKind::RegEx) && args[0] == kString) return kRegLan;
  // (-> A (-> B C)) and (-> A B C) are one sort.
  if (ctor == ctor_of(SortKind::Arrow) && kind(args.back()) == SortKind::Arrow) {
    const std::span<const Sort> rest = this->args(args.back());
    if (args.size() + rest.size() <= kMaxFlatArrow) {
      std::vector<Sort> flat(args.begin(), args.end() - 1);
      flat.insert(flat.end(), rest.begin(), rest.end());
      return sort(ctor, indices, flat);
    }
  }
  const uint32_t id = sort_table_.find_or_add(
      hash_sort(ctor, indices, args),
      [&](uint32_t known) {
        const SortData& data = sorts_[known];
        return data.ctor == ctor && equal(data.indices, indices) && equal(data.args, args);
      },
      [&] {
        bool param = kind(ctor) == SortKind::Param;
        uint64_t parts = 1;
        for (Sort arg : args) {
          param = param || has_param(arg);
          parts += size(arg);
        }
        sorts_.push_back({ctor, param, static_cast<uint32_t>(std::min<uint64_t>(parts, UINT32_MAX)),
                          arena_.copy(indices), arena_.copy(args)});
        return static_cast<uint32_t>(sorts_.size() - 1);
      });
  return Sort(id);
}

Sort Pool::sort(SortKind kind, std::initializer_list<uint32_t> indices,
                std::initializer_list<Sort> args) {
  return sort(ctor_of(kind), std::span(indices.begin(), indices.size()),
              std::span(args.begin(), args.size()));
}

SortCtor Pool::declare_sort(Symbol name, uint32_t arity) {
  ctors_.push_back({name, arity, {}});
  return SortCtor(static_cast<uint32_t>(ctors_.size() - 1));
}

Sort Pool::declare_parameter(Symbol name) {
  parameters_.push_back(name);
  return sort(SortKind::Param,
              {kFirstNamedParameter + static_cast<uint32_t>(parameters_.size() - 1)});
}

Symbol Pool::parameter_name(Sort parameter) const {
  const uint32_t which = indices(parameter)[0];
  if (which < kFirstNamedParameter) return name(ctor_of(SortKind::Param));
  return parameters_[which - kFirstNamedParameter];
}

void Pool::set_constructors(SortCtor ctor, std::vector<Head> constructors) {
  ctors_[ctor.id()].constructors = std::move(constructors);
}
std::span<const Head> Pool::constructors(SortCtor ctor) const {
  return ctors_[ctor.id()].constructors;
}
void Pool::set_selectors(Head constructor, std::vector<Head> selectors) {
  selectors_[constructor] = std::move(selectors);
}
std::span<const Head> Pool::selectors(Head constructor) const {
  const auto it = selectors_.find(constructor);
  if (it == selectors_.end()) return {};
  return it->second;
}

Head Pool::declare(Symbol name, std::span<const Sort> params, Sort result, FunctionRole role) {
  HeadData data;
  data.kind = HeadKind::Function;
  data.role = role;
  data.name = name;
  data.sort = result;
  data.params = arena_.copy(params);
  heads_.push_back(data);
  return Head(static_cast<uint32_t>(heads_.size() - 1));
}

Head Pool::head(const HeadData& data) {
  CHECK(data.kind != HeadKind::Function && data.kind != HeadKind::Literal,
        "functions are declared, literals made by their spelling");
  const uint32_t id = head_table_.find_or_add(
      hash_head(data), [&](uint32_t known) { return equal(heads_[known], data); },
      [&] {
        HeadData kept = data;
        kept.indices = arena_.copy(data.indices);
        kept.attributes = arena_.copy(data.attributes);
        heads_.push_back(kept);
        return static_cast<uint32_t>(heads_.size() - 1);
      });
  return Head(id);
}

Term Pool::make(Head head, Sort sort, std::span<const Term> args) {
  if (args.empty()) {
    if (head.id() >= leaves_.size()) leaves_.resize(heads_.size());
    const Term leaf = leaves_[head.id()];
    if (leaf && this->sort(leaf) == sort) return leaf;
    if (!leaf) return leaves_[head.id()] = add(head, sort, args);
  }
  const uint32_t id = term_table_.find_or_add(
      hash_term(head, sort, args),
      [&](uint32_t known) {
        const TermData& node = terms_[known];
        return node.head == head && node.sort == sort && equal<Term>({node.args, node.count}, args);
      },
      [&] { return add(head, sort, args).id(); });
  return Term(id);
}

Term Pool::add(Head head, Sort sort, std::span<const Term> args) {
  uint32_t flags = 0;
  const HeadData& made_with = data(head);
  if (made_with.kind == HeadKind::Variable) flags |= kHasVariable;
  if (made_with.kind == HeadKind::Opaque) flags |= kHasOpaque;
  if (made_with.kind == HeadKind::Case || (made_with.op && made_with.op->binder > 0))
    flags |= kHasBinder;
  for (Term arg : args) flags |= terms_[arg.id()].flags;
  const auto id = static_cast<uint32_t>(terms_.size());
  CHECK(id != Term::kNone, "too many terms");
  const std::span<const Term> kept = arena_.copy(args);
  terms_.push_back({head, sort, kept.data(), static_cast<uint32_t>(kept.size()), flags});
  return Term(id);
}

Term Pool::variable(Symbol name, Sort sort, uint32_t depth) {
  HeadData data;
  data.kind = HeadKind::Variable;
  data.name = name;
  data.depth = depth;
  max_depth_ = std::max(max_depth_, depth);
  return make(head(data), sort, {});
}

Term Pool::fresh_variable(Term variable) {
  return this->variable(data(variable).name, sort(variable), max_depth_ + 1);
}

Term Pool::literal(LiteralKind kind, std::string_view spelling, Sort sort) {
  const Symbol name = intern(spelling);
  if (name.id() >= literals_.size()) literals_.resize(symbols_.size());
  // What spells a literal tells its kind, so one head serves all terms of a spelling.
  Head& literal = literals_[name.id()];
  if (!literal) {
    HeadData data;
    data.kind = HeadKind::Literal;
    data.literal = kind;
    data.name = name;
    heads_.push_back(data);
    literal = Head(static_cast<uint32_t>(heads_.size() - 1));
  }
  return make(literal, sort, {});
}

Term Pool::term(const OpSpec& op, std::initializer_list<Term> args,
                std::initializer_list<uint32_t> indices, Sort qualifier) {
  std::vector<Index> index_list;
  for (uint32_t index : indices) index_list.push_back({intern(std::to_string(index)), index, {}});
  std::vector<Sort> sorts;
  for (Term arg : args) sorts.push_back(sort(arg));
  const Sort result = infer(*this, op, index_list, sorts, qualifier);
  CHECK(result, "ill-sorted application");
  HeadData data;
  data.name = intern(op.name);
  data.op = &op;
  data.sort = qualifier;
  data.indices = index_list;
  return make(head(data), result, std::span(args.begin(), args.size()));
}

}  // namespace pg
