#include "smtlib/plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "term/traverse.h"

namespace pg {

// For each sub-term the bound variables that occur free in it. Sets beyond a limit become kMany:
// a million nested binders would need a million sets of a million variables. A term with kMany is
// written again in each region, so the limit is beyond what formulas have.
struct PrintPlan::FreeSets {
  static constexpr size_t kSmall = 32;  // sets up to this size are free
  static constexpr size_t kLimit = 1024;
  static constexpr size_t kBudget = size_t{1} << 22;  // for all larger ones together
  static constexpr uint32_t kMany = UINT32_MAX;

  FreeSets(const Pool& pool, Term root) : pool_(pool) {
    sets.emplace_back();
    if (!pool.has(root, kHasVariable)) return;
    post_order(pool, root, [&](Term term) {
      if (pool.has(term, kHasVariable)) of[term] = find(term);
    });
  }

  std::vector<std::vector<Term>> sets;  // 0 is the empty one
  absl::flat_hash_map<Term, uint32_t> of;

 private:
  // The set of a term whose children have theirs.
  uint32_t find(Term term) {
    if (pool_.kind(term) == HeadKind::Variable) return keep({term});
    const std::span<const Term> bound = bound_variables(pool_, term);
    const size_t most = kLimit + bound.size();
    merged_.clear();
    large_.clear();
    uint32_t same = 0;  // the one set that all children have
    bool one = bound.empty();
    for (const Term arg : pool_.args(term).subspan(bound.size())) {
      const uint32_t set = pool_.has(arg, kHasVariable) ? of.at(arg) : 0;
      if (set == kMany) return kMany;
      if (set == 0) continue;
      one = one && (same == 0 || same == set);
      if (same == set) continue;
      same = set;
      if (sets[set].size() > kSmall && !large_.insert(set).second) continue;
      merged_.insert(merged_.end(), sets[set].begin(), sets[set].end());
      if (merged_.size() < 2 * most) continue;
      make_unique();
      if (merged_.size() > most) return kMany;
    }
    if (one) return same;
    make_unique();
    if (!bound.empty()) {
      std::vector<Term> removed(bound.begin(), bound.end());
      std::sort(removed.begin(), removed.end());
      std::erase_if(merged_, [&](Term variable) {
        return std::binary_search(removed.begin(), removed.end(), variable);
      });
    }
    if (merged_.size() > kLimit) return kMany;
    if (merged_.size() > kSmall && (spent_ += merged_.size()) > kBudget) return kMany;
    return merged_.empty() ? 0 : keep(merged_);
  }

  uint32_t keep(std::vector<Term> set) {
    sets.push_back(std::move(set));
    return static_cast<uint32_t>(sets.size() - 1);
  }

  void make_unique() {
    std::sort(merged_.begin(), merged_.end());
    merged_.erase(std::unique(merged_.begin(), merged_.end()), merged_.end());
  }

  const Pool& pool_;
  std::vector<Term> merged_;
  absl::flat_hash_set<uint32_t> large_;  // sets that are in it
  size_t spent_ = 0;
};

namespace {

// The f of an unknown (as f Sort), which a variable of that name would catch.
std::string_view qualified_name(std::string_view opaque) {
  constexpr std::string_view kAs = "(as ";
  if (!opaque.starts_with(kAs)) return {};
  opaque.remove_prefix(kAs.size());
  if (opaque.starts_with('|')) return opaque.substr(1, opaque.find('|', 1) - 1);
  return opaque.substr(0, opaque.find(' '));
}

}  // namespace

PrintPlan::PrintPlan(const Pool& pool, Term root, std::span<const Term> params, bool share)
    : pool_(pool) {
  collect_names(root, params);
  const FreeSets free(pool, root);
  build(root, free, params);
  // cvc5 takes no name inside of let.
  constexpr uint64_t kSmallTree = 2000;
  const bool inner_name = named_.size() > named_.count(root);
  choose_lets(share && !(inner_name && full_size() <= kSmallTree));
}

// How many terms the text has without let. A name is written out once and mentioned elsewhere.
uint64_t PrintPlan::full_size() const {
  std::vector<uint64_t> sizes(instances_.size());
  uint64_t total = 0;
  for (const uint32_t id : finished_) {
    uint64_t size = 1;
    for (const Child& child : children(id))
      size += given_name(child.instance) ? 1 : sizes[child.instance];
    sizes[id] = std::min<uint64_t>(size, kLong);
    if (id == root() || given_name(id)) total += sizes[id];
  }
  return total;
}

bool PrintPlan::is_spliced(uint32_t id) const {
  const Instance& instance = instances_[id];
  return instance.applied && instance.name == 0 &&
         pool_.kind(instance.term) == HeadKind::Function && !pool_.args(instance.term).empty() &&
         pool_.args(instance.term).size() == pool_.data(instance.term).params.size();
}

Symbol PrintPlan::given_name(uint32_t id) const {
  if (named_.empty()) return {};
  const auto it = named_.find(instances_[id].term);
  return it == named_.end() ? Symbol() : it->second;
}

// Names of functions and operators in the term, then of its variables: a variable keeps its name
// unless that would hide a function that occurs, or another variable.
void PrintPlan::collect_names(Term root, std::span<const Term> params) {
  std::vector<Term> variables(params.begin(), params.end());
  absl::flat_hash_set<Head> seen;
  const bool binders = pool_.has(root, kHasBinder);
  const Symbol named = pool_.find(":named");
  post_order(pool_, root, [&](Term term) {
    const HeadData& data = pool_.data(term);
    for (const Attribute& attribute : data.attributes)
      if (attribute.keyword == named) named_.try_emplace(term, attribute.text);
    if (!seen.insert(pool_.head(term)).second && data.kind != HeadKind::Variable) return;
    switch (data.kind) {
      case HeadKind::Variable:
        variables.push_back(term);
        break;
      case HeadKind::Operator:
        for (const Index& index : data.indices) taken_.insert(pool_.text(index.text));
        [[fallthrough]];
      case HeadKind::Function:
      case HeadKind::Opaque:
        if (const std::string_view inner = qualified_name(pool_.text(data.name)); !inner.empty())
          taken_.insert(inner);
        if (binders || !params.empty() || pool_.text(data.name).starts_with('$'))
          taken_.insert(pool_.text(data.name));
        break;
      case HeadKind::Case:
        if (data.constructor) taken_.insert(pool_.text(pool_.data(data.constructor).name));
        break;
      case HeadKind::Literal:
      case HeadKind::Apply:
      case HeadKind::Annotation:
      case HeadKind::Match:
        break;
    }
  });
  if (binders) find_apart(root, params);
  absl::flat_hash_set<std::string_view> plain;
  for (const Term variable : variables) plain.insert(pool_.text(pool_.data(variable).name));
  std::vector<Term> renamed;
  for (const Term variable : variables) {
    const HeadData& data = pool_.data(variable);
    const std::string_view name = pool_.text(data.name);
    if (data.depth == 0 && !taken_.contains(name))
      variable_names_[variable] = name;
    else
      renamed.push_back(variable);
  }
  taken_.insert(plain.begin(), plain.end());
  for (const Term variable : renamed) name_variable(variable);
  while (std::any_of(taken_.begin(), taken_.end(), [&](std::string_view name) {
    return name.starts_with(let_prefix_) &&
           name.find_first_not_of("0123456789", let_prefix_.size()) == std::string_view::npos;
  }))
    let_prefix_ += "$";
}

// A binder that a let carried into another one of the same name would, written there, be read as
// nested in it and get another name: it is named where it came from. Nested ones that were written
// so have a depth and a name of their own.
void PrintPlan::find_apart(Term root, std::span<const Term> params) {
  absl::flat_hash_map<Symbol, std::vector<Term>> binders;  // by the names that they bind
  post_order(pool_, root, [&](Term term) {
    for (const Term variable : bound_variables(pool_, term)) {
      std::vector<Term>& same = binders[pool_.data(variable).name];
      if (same.empty() || same.back() != term) same.push_back(term);
    }
  });
  absl::flat_hash_set<Term> nested;  // binders below another one of their name
  absl::flat_hash_set<Term> seen;
  size_t steps = 0;
  for (const auto& entry : binders) {
    const auto& [name, same] = entry;
    const bool inside = std::ranges::any_of(
        params, [&](Term param) { return pool_.data(param).name == entry.first; });
    if (same.size() < 2 && !inside) continue;
    seen.clear();
    std::vector<Term> work;
    if (inside) work.push_back(root);
    for (const Term binder : same)
      for (const Term arg : pool_.args(binder)) work.push_back(arg);
    while (!work.empty() && ++steps < kMaxSteps) {
      const Term term = work.back();
      work.pop_back();
      if (!pool_.has(term, kHasBinder) || !seen.insert(term).second) continue;
      for (const Term variable : bound_variables(pool_, term))
        if (pool_.data(variable).name == name && pool_.data(variable).depth == 0)
          nested.insert(term);
      work.insert(work.end(), pool_.args(term).begin(), pool_.args(term).end());
    }
  }
  if (nested.empty()) return;
  post_order(pool_, root, [&](Term term) {
    // A case is no term by itself: its match is.
    const bool match =
        pool_.kind(term) == HeadKind::Match &&
        std::ranges::any_of(pool_.args(term), [&](Term arg) { return nested.contains(arg); });
    if (match || (nested.contains(term) && pool_.kind(term) != HeadKind::Case)) apart_.insert(term);
  });
}

void PrintPlan::name_variable(Term variable) {
  if (variable_names_.contains(variable)) return;
  const HeadData& data = pool_.data(variable);
  std::string name = fmt::format("{}!{}", pool_.text(data.name), data.depth);
  while (taken_.contains(name)) name += "!";
  made_names_.push_back(std::move(name));
  variable_names_[variable] = made_names_.back();
  taken_.insert(made_names_.back());
}

std::string_view PrintPlan::variable_name(Term variable) const {
  const auto it = variable_names_.find(variable);
  return it == variable_names_.end() ? pool_.text(pool_.data(variable).name) : it->second;
}

std::string PrintPlan::let_name(uint32_t name) const { return let_prefix_ + std::to_string(name); }

uint32_t PrintPlan::open_region(uint32_t parent, bool barrier) {
  const auto id = static_cast<uint32_t>(regions_.size());
  Region region;
  region.depth = regions_[parent].depth + 1;
  region.floor = barrier ? id : regions_[parent].floor;
  regions_.push_back(std::move(region));
  return id;
}

// The region of a term that is met in another one: as far out as its variables allow.
uint32_t PrintPlan::scope_of(Term term, uint32_t context, const FreeSets& free) {
  uint32_t scope = regions_[context].floor;
  if (!pool_.has(term, kHasVariable)) return scope;
  const uint32_t set = free.of.at(term);
  if (set == FreeSets::kMany) return context;
  const bool large = free.sets[set].size() > FreeSets::kSmall;
  const uint64_t key = uint64_t{set} << 32 | context;
  if (large) {
    if (const auto it = scopes_.find(key); it != scopes_.end()) return it->second;
  }
  for (const Term variable : free.sets[set]) {
    const auto it = bound_in_.find(variable);
    if (it == bound_in_.end() || it->second.empty()) continue;
    const uint32_t region = it->second.back();
    if (regions_[region].depth > regions_[scope].depth) scope = region;
  }
  if (large) scopes_[key] = scope;
  return scope;
}

void PrintPlan::build(Term root, const FreeSets& free, std::span<const Term> params) {
  struct Frame {
    uint32_t instance;
    uint32_t next;
    uint32_t context;  // where its children stand; a body opens a region of its own
    uint32_t opened;   // by the child under way, or kSame
  };
  regions_.emplace_back();
  for (const Term param : params) bound_in_[param].push_back(kRoot);
  absl::flat_hash_map<uint64_t, uint32_t> known;  // by term and region
  std::vector<Frame> stack;
  auto enter = [&](Term term, uint32_t context) {
    if (const Term annotation = pool_.data(term).annotation;
        annotation && named_.contains(annotation))
      term = annotation;
    const uint32_t region = scope_of(term, context, free);
    const auto [it, fresh] = known.try_emplace(uint64_t{region} << 32 | term.id(),
                                               static_cast<uint32_t>(instances_.size()));
    if (!fresh) {
      ++instances_[it->second].uses;
      return it->second;
    }
    Instance instance;
    instance.term = term;
    instance.region = region;
    instance.children = static_cast<uint32_t>(children_.size());
    children_.resize(children_.size() + pool_.args(term).size());
    instances_.push_back(instance);
    stack.push_back({it->second, 0, region, kSame});
    return it->second;
  };
  enter(root, kRoot);
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const Term term = instances_[frame.instance].term;
    const std::span<const Term> args = pool_.args(term);
    const std::span<const Term> bound = bound_variables(pool_, term);
    if (frame.opened != kSame) {
      for (const Term variable : bound) bound_in_[variable].pop_back();
      frame.opened = kSame;
    }
    if (frame.next == args.size()) {
      finished_.push_back(frame.instance);
      stack.pop_back();
      continue;
    }
    const uint32_t child = frame.next++;
    const uint32_t slot = instances_[frame.instance].children + child;
    uint32_t context = frame.context;
    uint32_t opens = kSame;
    if (child >= bound.size() && !bound.empty()) {
      opens = context = open_region(context, false);
      frame.opened = opens;
      for (const Term variable : bound) bound_in_[variable].push_back(opens);
    } else if (pool_.kind(term) == HeadKind::Annotation && child > 0) {
      // A pattern stands by itself: what it shares with the body is written again.
      opens = context = open_region(context, true);
    }
    const uint32_t made = enter(args[child], context);
    children_[slot] = {made, opens};
    if (child == 0 && pool_.kind(term) == HeadKind::Apply) instances_[made].applied = true;
  }
}

// In the order in which they were finished, so that lengths and levels of children are known.
void PrintPlan::choose_lets(bool share) {
  // A shared term that is this short is written again: (not p), (+ x 1), (select a i).
  constexpr uint32_t kShort = 20;
  for (const uint32_t id : finished_) {
    Instance& instance = instances_[id];
    instance.length = length_of(id);
    const HeadKind kind = pool_.kind(instance.term);
    if (!share || pool_.args(instance.term).empty() || kind == HeadKind::Case || given_name(id))
      continue;
    const bool function = instance.applied && !is_spliced(id);
    const bool worth_it =
        instance.uses > 1 && (instance.length > kShort || kind == HeadKind::Annotation);
    if (!function && !worth_it && !apart_.contains(instance.term)) continue;
    instance.name = 1;
    instance.level = level_of(id);
    regions_[instance.region].lets.push_back(id);
  }
  uint32_t next = 0;
  for (Region& region : regions_) {
    std::stable_sort(region.lets.begin(), region.lets.end(), [&](uint32_t a, uint32_t b) {
      return instances_[a].level < instances_[b].level;
    });
    for (const uint32_t id : region.lets) instances_[id].name = ++next;
  }
}

uint32_t PrintPlan::length_of(uint32_t id) const {
  const Instance& instance = instances_[id];
  const HeadData& data = pool_.data(instance.term);
  uint64_t length = 3;
  if (data.kind == HeadKind::Variable)
    length = variable_name(instance.term).size();
  else if (data.name)
    length = pool_.text(data.name).size();
  for (const Index& index : data.indices) length += pool_.text(index.text).size() + 1;
  if (!data.indices.empty() || (data.kind == HeadKind::Operator && data.sort)) length += 4;
  for (const Child& child : children(id)) {
    const Instance& other = instances_[child.instance];
    length += (other.name > 0 ? 4 : other.length) + 1;
    if (child.region != kSame && !regions_[child.region].lets.empty()) length = kLong;
  }
  if (!pool_.args(instance.term).empty()) length += 2;
  return static_cast<uint32_t>(std::min<uint64_t>(length, kLong));
}

// One more than the highest level among the names of the same region that its text mentions.
uint32_t PrintPlan::level_of(uint32_t id) const {
  const uint32_t region = instances_[id].region;
  uint32_t level = 0;
  std::vector<uint32_t> work{id};
  while (!work.empty()) {
    const uint32_t current = work.back();
    work.pop_back();
    for (const Child& child : children(current)) {
      const Instance& other = instances_[child.instance];
      if (other.name > 0 && other.region == region) level = std::max(level, other.level + 1);
      // What another region names is defined inside this text, or outside of the region.
      if (other.name == 0 || regions_[other.region].depth > regions_[region].depth)
        work.push_back(child.instance);
    }
  }
  return level;
}

}  // namespace pg
