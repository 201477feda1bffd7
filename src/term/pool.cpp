#include "term/pool.h"

#include <algorithm>
#include <array>

#include "term/infer.h"

namespace pg {
namespace {

// Handles are small and regular; two rounds of multiply and shift spread them well enough and cost
// less than a general hash of the bytes.
class Mixer {
 public:
  void add(uint64_t word) { state_ = (state_ ^ word) * 0x9e3779b97f4a7c15u; }
  size_t done() const { return state_ ^ (state_ >> 29); }

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

size_t hash_sort(SortCtor ctor, std::span<const uint32_t> indices, std::span<const Sort> args) {
  Mixer mix;
  mix.add(ctor.id());
  for (uint32_t index : indices) mix.add(index);
  for (Sort arg : args) mix.add(arg.id());
  return mix.done();
}

}  // namespace

size_t Pool::TermHash::operator()(const TermKey& key) const {
  return hash_term(key.head, key.sort, key.args);
}
size_t Pool::TermHash::operator()(uint32_t id) const {
  const TermData& node = pool->terms_[id];
  return hash_term(node.head, node.sort, {node.args, node.count});
}
bool Pool::TermEqual::operator()(uint32_t id, const TermKey& key) const {
  const TermData& node = pool->terms_[id];
  return node.head == key.head && node.sort == key.sort &&
         equal<Term>({node.args, node.count}, key.args);
}

size_t Pool::SortHash::operator()(const SortKey& key) const {
  return hash_sort(key.ctor, key.indices, key.args);
}
size_t Pool::SortHash::operator()(uint32_t id) const {
  const SortData& data = pool->sorts_[id];
  return hash_sort(data.ctor, data.indices, data.args);
}
bool Pool::SortEqual::operator()(uint32_t id, const SortKey& key) const {
  const SortData& data = pool->sorts_[id];
  return data.ctor == key.ctor && equal(data.indices, key.indices) && equal(data.args, key.args);
}

size_t Pool::HeadHash::operator()(const HeadData& data) const {
  Mixer mix;
  mix.add(static_cast<uint64_t>(data.kind) << 40 | static_cast<uint64_t>(data.literal) << 32 |
          data.depth);
  mix.add(uint64_t{data.name.id()} << 32 | data.sort.id());
  mix.add(reinterpret_cast<uintptr_t>(data.op) ^ data.constructor.id());
  for (const Index& index : data.indices) mix.add(index.text.id());
  for (const Attribute& attribute : data.attributes)
    mix.add(uint64_t{attribute.keyword.id()} << 32 | attribute.text.id());
  return mix.done();
}
bool Pool::HeadEqual::operator()(uint32_t id, const HeadData& b) const {
  const HeadData& a = pool->heads_[id];
  return a.kind == b.kind && a.literal == b.literal && a.depth == b.depth && a.name == b.name &&
         a.op == b.op && a.sort == b.sort && a.constructor == b.constructor &&
         equal(a.indices, b.indices) && equal(a.attributes, b.attributes);
}

Pool::Pool()
    : sort_table_(0, SortHash{this}, SortEqual{this}),
      head_table_(0, HeadHash{this}, HeadEqual{this}),
      term_table_(0, TermHash{this}, TermEqual{this}) {
  for (const SortSpec& spec : kSortSpecs)
    ctors_.push_back({intern(spec.name), static_cast<uint32_t>(std::max<int>(spec.arity, 0)), {}});
  // The fixed handles of sort.h: every kind before BitVec is a sort by itself.
  for (uint32_t id = 0; id < static_cast<uint32_t>(SortKind::BitVec); ++id) {
    const Sort made = sort(SortCtor(id), {}, {});
    CHECK(made.id() == id, "the plain sorts have fixed handles");
  }
}

Symbol Pool::intern(std::string_view text) {
  const auto it = symbol_table_.find(text);
  if (it != symbol_table_.end()) return Symbol(it->second);
  const auto id = static_cast<uint32_t>(symbols_.size());
  symbols_.push_back(arena_.copy(text));
  symbol_table_.emplace(symbols_.back(), id);
  return Symbol(id);
}

Symbol Pool::find(std::string_view text) const {
  const auto it = symbol_table_.find(text);
  return it == symbol_table_.end() ? Symbol() : Symbol(it->second);
}

Sort Pool::sort(SortCtor ctor, std::span<const uint32_t> indices, std::span<const Sort> args) {
  const SortKey key{ctor, indices, args};
  const auto it = sort_table_.find(key);
  if (it != sort_table_.end()) return Sort(*it);
  bool param = kind(ctor) == SortKind::Param;
  uint64_t parts = 1;
  for (Sort arg : args) {
    param = param || has_param(arg);
    parts += size(arg);
  }
  const auto id = static_cast<uint32_t>(sorts_.size());
  sorts_.push_back({ctor, param, static_cast<uint32_t>(std::min<uint64_t>(parts, UINT32_MAX)),
                    arena_.copy(indices), arena_.copy(args)});
  sort_table_.insert(id);
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

// Parameters of one declaration count from 0; its parser allows fewer than this.
constexpr uint32_t kFirstNamedParameter = 1024;

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
  const auto it = head_table_.find(data);
  if (it != head_table_.end()) return Head(*it);
  CHECK(data.kind != HeadKind::Function, "functions are declared");
  HeadData kept = data;
  kept.indices = arena_.copy(data.indices);
  kept.attributes = arena_.copy(data.attributes);
  const auto id = static_cast<uint32_t>(heads_.size());
  heads_.push_back(kept);
  head_table_.insert(id);
  return Head(id);
}

Term Pool::make(Head head, Sort sort, std::span<const Term> args) {
  const TermKey key{head, sort, args};
  const auto it = term_table_.find(key);
  if (it != term_table_.end()) return Term(*it);
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
  term_table_.insert(id);
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
  HeadData data;
  data.kind = HeadKind::Literal;
  data.literal = kind;
  data.name = intern(spelling);
  return make(head(data), sort, {});
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
