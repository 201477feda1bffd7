#include "mutate/sites.h"

#include <algorithm>

#include "term/traverse.h"
#include "theory/core/core.h"

namespace pg {
namespace {

// Shared terms can have exponentially many places. Of those that are more than connectives of
// literals this many are walked into, the upper ones, so that all literals are reached.
constexpr uint32_t kMaxEntered = 8;
constexpr size_t kMaxPlaces = 200'000;
constexpr size_t kMaxInlined = 100'000;  // terms of bodies
constexpr uint8_t kMaxExpansions = 16;   // around one place

bool is_constant(const Pool& pool, Term term) {
  return pool.op(term) == &core::kTrue || pool.op(term) == &core::kFalse;
}

}  // namespace

Sites::Sites(const Context& context, std::span<const Root> roots) {
  for (const Root& root : roots)
    places_.push_back({.term = root.term,
                       .written = root.term,
                       .formula = root.formula,
                       .around = static_cast<uint32_t>(places_.size())});
  // Breadth first: of formulas that are too large, all have their upper parts in the list.
  for (uint32_t i = 0; i < places_.size(); ++i) {
    add_site(context, i);
    if (places_.size() < kMaxPlaces) add_children(context, i);
  }
}

void Sites::add_site(const Context& context, uint32_t index) {
  const Term term = places_[index].term;
  const HeadKind kind = context.pool.kind(term);
  const OpSpec* op = context.pool.op(term);
  if (context.pool.sort(term) != kBool || kind == HeadKind::Annotation || kind == HeadKind::Case ||
      (op && (op->binder > 0 || op == &core::kNot)))
    return;
  const size_t args = context.pool.args(term).size();
  bool connective = false;
  for (size_t i = 0; op && i < args; ++i)
    connective = connective || polarity_of(*op, i, args) != '*';
  sites_.push_back({index, connective});
}

void Sites::add_children(const Context& context, uint32_t index) {
  const Pool& pool = context.pool;
  const Term term = places_[index].term;
  const std::span<const Term> args = pool.args(term);
  const auto last = static_cast<uint32_t>(args.size()) - 1;
  const bool formula = pool.sort(term) == kBool;
  if (context.named.contains(term)) return;
  switch (pool.kind(term)) {
    case HeadKind::Operator:
      if (pool.op(term)->binder == 0)
        add_arguments(context, index);
      else if (formula && polarity_of(*pool.op(term), last, args.size()) == '+')
        add(context, index, last, args[last], Way::Same);
      return;
    case HeadKind::Function:
      add_arguments(context, index);
      add_body(context, index);
      return;
    case HeadKind::Apply:
      add_arguments(context, index);
      return;
    case HeadKind::Annotation:
      if (formula) add(context, index, 0, args[0], Way::Same);
      return;
    case HeadKind::Match:
      for (uint32_t i = 1; formula && i < args.size(); ++i)
        add(context, index, i, args[i], Way::Same);
      return;
    case HeadKind::Case:
      add(context, index, last, args[last], Way::Same);
      return;
    case HeadKind::Variable:
    case HeadKind::Literal:
    case HeadKind::Opaque:
      return;
  }
}

bool Sites::can_expand(const Context& context, const Place& place) const {
  return place.expansions < kMaxExpansions && context.expander.is_function(place.term) &&
         !context.expander.has_name(places_[place.around].term);
}

void Sites::add_arguments(const Context& context, uint32_t index) {
  const Pool& pool = context.pool;
  const Place place = places_[index];
  const OpSpec* op = pool.sort(place.term) == kBool ? pool.op(place.term) : nullptr;
  const std::span<const Term> args = pool.args(place.term);
  for (uint32_t i = 0; i < args.size(); ++i) {
    const bool formula = pool.sort(args[i]) == kBool;
    const char sign = op && formula ? polarity_of(*op, i, args.size()) : '*';
    if (sign != '*') {
      add(context, index, i, args[i], sign == '+' ? Way::Same : Way::Flipped);
    } else if (formula ? !is_constant(pool, args[i]) : context.expander.has_formula(args[i])) {
      if (can_expand(context, place))
        add(context, index, i, args[i], formula ? Way::Split : Way::Inner);
    }
  }
}

// Of a term that is no formula only where there are formulas in the body.
void Sites::add_body(const Context& context, uint32_t index) {
  const Place place = places_[index];
  const size_t size = context.expander.body_size(place.term);
  if (size == 0 || inlined_ + size > kMaxInlined || !can_expand(context, place)) return;
  const Term body = context.expander.body_of(place.term);
  if (!body) return;
  if (context.pool.sort(body) != kBool && !context.expander.has_formula(body)) return;
  inlined_ += size;
  add(context, index, kBody, body, Way::Body);
}

void Sites::add(const Context& context, uint32_t parent, uint32_t child, Term term, Way way) {
  const bool nested = std::ranges::any_of(
      context.pool.args(term), [&](Term arg) { return context.expander.has_formula(arg); });
  if (nested && ++entered_[term] > kMaxEntered) return;
  const Place& above = places_[parent];
  const bool expands = way == Way::Split || way == Way::Body;
  const bool formula = way != Way::Inner && (way != Way::Body || context.pool.sort(term) == kBool);
  const auto own = static_cast<uint32_t>(places_.size());
  places_.push_back({.term = term,
                     .written = written(context, above, child, term),
                     .parent = parent,
                     .child = child,
                     .formula = above.formula,
                     .around = formula ? own : above.around,
                     .way = way,
                     .expansions = static_cast<uint8_t>(above.expansions + (expands ? 1 : 0))});
}

Term Sites::written(const Context& context, const Place& above, uint32_t child, Term term) const {
  if (child != kBody && above.written == above.term) return term;
  const Term found = child == kBody ? context.expander.written_body(above.term)
                                    : context.pool.args(above.written)[child];
  // What a parameter stands for is written at the call.
  return context.pool.kind(found) == HeadKind::Variable ? term : found;
}

// The places from the root down.
std::vector<uint32_t> Sites::way_to(size_t site) const {
  std::vector<uint32_t> way;
  for (uint32_t at = sites_[site].place; at != kNone; at = places_[at].parent) way.push_back(at);
  std::ranges::reverse(way);
  return way;
}

// How many places of the way come before what is expanded first, all of the way if nothing is.
size_t Sites::anchored(std::span<const uint32_t> way) const {
  for (size_t i = 1; i < way.size(); ++i) {
    const Place& place = places_[way[i]];
    if (place.way != Way::Split && place.way != Way::Body) continue;
    const uint32_t around = places_[place.parent].around;
    return static_cast<size_t>(std::ranges::find(way, around) - way.begin()) + 1;
  }
  return way.size();
}

Path Sites::anchor(size_t site) const {
  const std::vector<uint32_t> way = way_to(site);
  Path path;
  for (const uint32_t at : std::span(way).subspan(1, anchored(way) - 1))
    path.push_back(places_[at].child);
  return path;
}

Sites::Opened Sites::open(const Context& context, size_t site, Term top, Rng& rng) const {
  const std::vector<uint32_t> way = way_to(site);
  const size_t first = anchored(way);
  Opened opened;
  for (const uint32_t at : std::span(way).first(first))
    opened.anchor_positive = opened.anchor_positive != (places_[at].way == Way::Flipped);
  opened.positive = opened.anchor_positive;
  opened.top = top;
  Path& path = opened.path;
  size_t formula = 0;  // how much of the path leads to the formula around
  auto expand = [&](Term after) {
    const std::span<const uint32_t> outer = std::span(path).first(formula);
    const Term before = at(context.pool, opened.top, outer);
    opened.expansions.push_back({{outer.begin(), outer.end()}, before, after});
    opened.top = replace_at(context.pool, opened.top, outer, after);
  };
  for (const uint32_t at_place : std::span(way).subspan(first)) {
    const Place& place = places_[at_place];
    if (place.child != kBody) path.push_back(place.child);
    const Term around = at(context.pool, opened.top, std::span(path).first(formula));
    const std::span<const uint32_t> inner = std::span(path).subspan(formula);
    if (place.way == Way::Body) {
      expand(replace_at(context.pool, around, inner, place.term));
    } else if (place.way == Way::Split) {
      expand(context.expander.split(around, inner));
      const bool positive = rng.chance(1, 2);
      path.resize(formula);
      const auto& part = positive ? Expander::kPositivePart : Expander::kNegativePart;
      path.insert(path.end(), std::begin(part), std::end(part));
      opened.positive = opened.positive == positive;
    } else if (place.way == Way::Flipped) {
      opened.positive = !opened.positive;
    }
    if (place.around == at_place) formula = path.size();
  }
  return opened;
}

}  // namespace pg
