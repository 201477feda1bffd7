#include "smtlib/plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "term/traverse.h"

namespace pg {

// For each sub-term the bound variables that occur free in it. Sets beyond a limit become kMany:
// a million nested binders would need a million sets of a million variables.
struct PrintPlan::FreeSets {
  static constexpr size_t kLimit = 32;
  static constexpr uint32_t kMany = UINT32_MAX;

  FreeSets(const Pool& pool, Term root) {
    sets.emplace_back();
    if (!pool.has(root, kHasVariable)) return;
    std::vector<Term> merged;
    post_order(pool, root, [&](Term term) {
      if (!pool.has(term, kHasVariable)) return;
      if (pool.kind(term) == HeadKind::Variable) {
        sets.push_back({term});
        of[term] = static_cast<uint32_t>(sets.size() - 1);
        return;
      }
      const std::span<const Term> bound = bound_variables(pool, term);
      merged.clear();
      uint32_t same = 0;  // the one set that all children have
      bool one = bound.empty();
      for (const Term arg : pool.args(term).subspan(bound.size())) {
        if (!pool.has(arg, kHasVariable)) continue;
        const uint32_t set = of.at(arg);
        if (set == kMany) {
          of[term] = kMany;
          return;
        }
        if (set == 0) continue;
        one = one && (same == 0 || same == set);
        if (same == set) continue;
        same = set;
        merged.insert(merged.end(), sets[set].begin(), sets[set].end());
      }
      if (one) {
        of[term] = same;
        return;
      }
      std::sort(merged.begin(), merged.end());
      merged.erase(std::unique(merged.begin(), merged.end()), merged.end());
      std::erase_if(merged, [&](Term variable) {
        return std::find(bound.begin(), bound.end(), variable) != bound.end();
      });
      if (merged.size() > kLimit) {
        of[term] = kMany;
      } else if (merged.empty()) {
        of[term] = 0;
      } else {
        sets.push_back(merged);
        of[term] = static_cast<uint32_t>(sets.size() - 1);
      }
    });
  }

  std::vector<std::vector<Term>> sets;  // 0 is the empty one
  absl::flat_hash_map<Term, uint32_t> of;
};

PrintPlan::PrintPlan(const Pool& pool, Term root, std::span<const Term> params, bool share)
    : pool_(pool) {
  collect_names(root, params);
  const FreeSets free(pool, root);
  build(root, free, params);
  choose_lets(share);
}

// Names of functions and operators in the term, then of its variables: a variable keeps its name
// unless that would hide a function that occurs, or another variable.
void PrintPlan::collect_names(Term root, std::span<const Term> params) {
  std::vector<Term> variables(params.begin(), params.end());
  absl::flat_hash_set<Head> seen;
  const bool binders = pool_.has(root, kHasBinder);
  post_order(pool_, root, [&](Term term) {
    if (!seen.insert(pool_.head(term)).second && pool_.kind(term) != HeadKind::Variable) return;
    const HeadData& data = pool_.data(term);
    switch (data.kind) {
      case HeadKind::Variable:
        variables.push_back(term);
        break;
      case HeadKind::Operator:
        for (const Index& index : data.indices) taken_.insert(pool_.text(index.text));
        [[fallthrough]];
      case HeadKind::Function:
      case HeadKind::Opaque:
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
uint32_t PrintPlan::scope_of(Term term, uint32_t context, const FreeSets& free) const {
  uint32_t scope = regions_[context].floor;
  if (!pool_.has(term, kHasVariable)) return scope;
  const uint32_t set = free.of.at(term);
  if (set == FreeSets::kMany) return context;
  for (const Term variable : free.sets[set]) {
    const auto it = bound_in_.find(variable);
    if (it == bound_in_.end() || it->second.empty()) continue;
    const uint32_t region = it->second.back();
    if (regions_[region].depth > regions_[scope].depth) scope = region;
  }
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
    if (!share || instance.uses < 2 || pool_.args(instance.term).empty() || kind == HeadKind::Case)
      continue;
    if (instance.length <= kShort && kind != HeadKind::Annotation) continue;
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
  if (!data.indices.empty() || data.sort) length += 4;
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
