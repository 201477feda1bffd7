#include "mutate/rule_book.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "base/check.h"
#include "mutate/constants.h"
#include "mutate/rule_sorts.h"
#include "term/substitute.h"
#include "term/traverse.h"
#include "theory/core/core.h"

namespace pg {
namespace {

// Constructor letters of a text, in their order.
std::vector<char> constructor_letters(std::string_view text) {
  constexpr std::string_view kTester = "(_ is ";
  std::vector<char> letters;
  for (size_t at = text.find(kTester); at != std::string_view::npos;
       at = text.find(kTester, at + 1))
    if (const char letter = text[at + kTester.size()];
        std::ranges::find(letters, letter) == letters.end())
      letters.push_back(letter);
  return letters;
}

constexpr uint32_t kind_bit(SortKind kind) { return uint32_t{1} << static_cast<uint32_t>(kind); }
static_assert(static_cast<uint32_t>(SortKind::Declared) < 32);

// The kinds of sorts that a sort as written can stand for.
uint32_t kinds_of(std::string_view written) {
  if (written == "Num") return kind_bit(SortKind::Int) | kind_bit(SortKind::Real);
  if (written == "Data" || written.size() == 1) return ~uint32_t{0};
  return kind_bit(kind_of_written(read_written_sort(written).name));
}

// Who writes a rule wants to see it used.
constexpr uint32_t kWeightOfOwn = 3;

// So many symbols are looked at for one that is in scope.
constexpr size_t kMaxLooked = 16;

}  // namespace

RuleBook::RuleBook(Pool& pool, const Vocabulary& vocabulary, const Rng& rng, const OwnRules* own)
    : table_(table()),
      pool_(pool),
      vocabulary_(vocabulary),
      rng_(rng),
      reader_(pool),
      evaluator_(pool, values_, nothing_, no_model_, Evaluator::Missing::Undefined) {
  if (!own) return;
  auto index = static_cast<uint32_t>(all_rules().size());
  for (const Rule& rule : own->rules()) add_sides(own_, rule, index++, kWeightOfOwn);
}

const RuleBook::Table& RuleBook::table() {
  static const Table kTable = [] {
    Table made;
    uint32_t index = 0;
    for (const RuleEntry& entry : all_rules()) add_sides(made, *entry.rule, index++, 1);
    return made;
  }();
  return kTable;
}

void RuleBook::add_sides(Table& table, const Rule& rule, uint32_t index, uint32_t weight) {
  auto list = [&](Use use, const Side& side) {
    table.by_use[static_cast<size_t>(use)][side.pattern.op].push_back(&side);
  };
  for (const Direction direction : {Direction::Weaker, Direction::Stronger}) {
    if (!works(rule, direction)) continue;
    Side& side = table.sides.emplace_back(read_side(rule, direction, index));
    side.weight *= weight;
    if (rule.equivalent || direction == Direction::Weaker) list(Use::Weaken, side);
    if (rule.equivalent || direction == Direction::Stronger) list(Use::Strengthen, side);
    if (rule.equivalent) list(Use::Rewrite, side);
  }
}

RuleBook::Side RuleBook::read_side(const Rule& rule, Direction direction, uint32_t index) {
  Side side;
  side.rule = &rule;
  side.direction = direction;
  side.index = index;
  side.pattern = shape_of(pattern_of(rule, direction));
  side.terms = rule_variables(rule.terms);
  CHECK(side.terms.size() <= kMaxVariables, "a rule with too many variables");
  add_node(side, pattern_of(rule, direction));
  for (const std::string_view text : {rule.stronger, rule.weaker, rule.where})
    for (const char letter : constructor_letters(text))
      if (letter != side.pattern.constructor &&
          std::ranges::find(side.constructors, letter) == side.constructors.end())
        side.constructors.push_back(letter);
  for (const RuleVariable& variable : rule_variables(rule.constants)) {
    if (!is_function(variable)) continue;
    side.from = variable.sort.substr(0, variable.sort.find(" -> "));
    side.to = variable.sort.substr(side.from.size() + 4);
  }
  // What only says the same in other words is the rarer choice. A pattern of several operators fits
  // few atoms: there it is drawn more often, since it hardly ever is elsewhere.
  side.weight = (rule.equivalent ? 2 : 3) * (side.nodes.size() > 1 ? 2 : 1);
  for (const int32_t arg : side.nodes[0].args)
    side.kinds.push_back(arg < 0 && arg != Side::kLiteral
                             ? kinds_of(side.terms[static_cast<size_t>(-1 - arg)].sort)
                             : ~Kinds{0});
  return side;
}

std::optional<Replacement> RuleBook::replace(Term atom, Direction direction, size_t command,
                                             Rng& rng) {
  const Use use = direction == Direction::Weaker ? Use::Weaken : Use::Strengthen;
  return draw_rule(use, regroup(atom, rng), command, rng);
}

std::optional<Replacement> RuleBook::rewrite(Term atom, size_t command, Rng& rng) {
  return draw_rule(Use::Rewrite, regroup_negated(atom, rng), command, rng);
}

// Rules for negations are written for two arguments: (not (and p q)) is (=> p (not q)).
Term RuleBook::regroup_negated(Term negation, Rng& rng) {
  if (pool_.op(negation) != &core::kNot) return regroup(negation, rng);
  const Term connective = pool_.args(negation)[0];
  const Term grouped = regroup(connective, rng);
  return grouped == connective ? negation : pool_.with_args(negation, {&grouped, 1});
}

// A connective of more than two arguments as one of two. Implications associate to the right; of
// the others any place will do.
Term RuleBook::regroup(Term connective, Rng& rng) {
  const OpSpec* op = pool_.op(connective);
  const bool any = op == &core::kAnd || op == &core::kOr || op == &core::kXor;
  const std::vector<Term> args(pool_.args(connective).begin(), pool_.args(connective).end());
  if ((!any && op != &core::kImplies) || args.size() < 3) return connective;
  const std::array<size_t, 3> places{1, args.size() / 2, args.size() - 1};
  const size_t place = any ? places[rng.below(places.size())] : 1;
  auto group = [&](size_t begin, size_t end) {
    const std::span<const Term> members(args.data() + begin, end - begin);
    return members.size() == 1 ? members[0] : pool_.with_args(connective, members);
  };
  const Term first = group(0, place);
  const Term second = group(place, args.size());
  const std::array<Term, 2> groups{first, second};
  return pool_.with_args(connective, groups);
}

int32_t RuleBook::add_node(Side& side, std::string_view pattern) {
  const auto at = static_cast<int32_t>(side.nodes.size());
  const RuleShape shape = shape_of(pattern);
  side.nodes.push_back({shape.op, {}});
  std::vector<int32_t> args;
  for (const std::string_view written : shape.args) {
    const auto variable = std::ranges::find(side.terms, written, &RuleVariable::name);
    if (written.front() == '(')
      args.push_back(add_node(side, written));
    else if (variable == side.terms.end())
      args.push_back(Side::kLiteral);
    else
      args.push_back(-1 - static_cast<int32_t>(variable - side.terms.begin()));
  }
  side.nodes[static_cast<size_t>(at)].args = std::move(args);
  return at;
}

// The sorts of what stands where the pattern has variables; false if the term has other operators.
// The recursion ends with the table's text.
bool RuleBook::find_sorts(const Side& side, size_t node, Term term) {
  const Side::Node& wanted = side.nodes[node];
  const std::span<const Term> args = pool_.args(term);
  const OpSpec* op = pool_.op(term);
  if (!op || op->name != wanted.op || args.size() != wanted.args.size()) return false;
  for (size_t i = 0; i < args.size(); ++i) {
    const int32_t arg = wanted.args[i];
    if (arg == Side::kLiteral) continue;
    if (arg < 0)
      found_[static_cast<size_t>(-1 - arg)] = pool_.sort(args[i]);
    else if (!find_sorts(side, static_cast<size_t>(arg), args[i]))
      return false;
  }
  return true;
}

// What letters stand for, by the sorts that were found.
bool RuleBook::bind(const Side& side, Letters& letters) const {
  for (size_t i = 0; i < side.terms.size(); ++i)
    if (found_[i] && !letters.match(pool_, side.terms[i].sort, found_[i])) return false;
  return true;
}

// A unary function in scope that has the sort that the rule says.
Head RuleBook::choose_function(const Side& side, size_t command, Rng& rng) {
  Letters letters;
  if (!bind(side, letters)) return {};
  const std::span<const Vocabulary::Entry> functions = vocabulary_.functions();
  if (functions.empty()) return {};
  const size_t first = rng.below(functions.size());
  for (size_t i = 0; i < functions.size(); ++i) {
    const Vocabulary::Entry& entry = functions[(first + i) % functions.size()];
    const HeadData& data = pool_.data(entry.function);
    Letters fitting = letters;
    if (data.params.size() == 1 && entry.in_scope(command) &&
        fitting.match(pool_, side.from, data.params[0]) && fitting.match(pool_, side.to, data.sort))
      return entry.function;
  }
  return {};
}

// Any constant of the sort that the script has there.
Term RuleBook::term_in_scope(Sort sort, size_t command, Rng& rng) {
  const std::span<const Vocabulary::Entry> constants = vocabulary_.constants(sort);
  if (constants.empty()) return {};
  const size_t first = rng.below(constants.size());
  for (size_t i = 0; i < std::min(constants.size(), kMaxLooked); ++i) {
    const Vocabulary::Entry& entry = constants[(first + i) % constants.size()];
    if (entry.in_scope(command) && !vocabulary_.is_unusable(entry.function))
      return pool_.constant(entry.function);
  }
  return {};
}

bool RuleBook::may_fit(const Side& side, const Shape& shape) {
  const std::vector<int32_t>& args = side.nodes[0].args;
  if (args.size() != shape.args) return false;
  for (size_t i = 0; i < args.size(); ++i) {
    if ((side.kinds[i] & kind_bit(shape.kinds[i])) == 0) return false;
    if (args[i] >= 0 &&
        (!shape.ops[i] || shape.ops[i]->name != side.nodes[static_cast<size_t>(args[i])].op))
      return false;
  }
  return true;
}

// The sides that may fit what looks like this atom, in the order of the tables.
const RuleBook::Sides& RuleBook::candidates(Use use, Term atom) {
  static const Sides kNone;
  const std::span<const Term> args = pool_.args(atom);
  const OpSpec* op = pool_.op(atom);
  if (!op || args.size() > kShapeArgs) return kNone;
  Shape shape{use, op, args.size()};
  for (size_t i = 0; i < args.size(); ++i) {
    shape.kinds[i] = pool_.kind(pool_.sort(args[i]));
    shape.ops[i] = pool_.op(args[i]);
  }
  std::unique_ptr<Sides>& known = candidates_[shape];
  if (known) return *known;
  known = std::make_unique<Sides>();
  for (const Table* rules : {&table_, static_cast<const Table*>(&own_)}) {
    const auto& by_operator = rules->by_use[static_cast<size_t>(use)];
    if (const auto listed = by_operator.find(op->name); listed != by_operator.end())
      std::ranges::copy_if(listed->second, std::back_inserter(*known),
                           [&](const Side* side) { return may_fit(*side, shape); });
  }
  return *known;
}

// Draws among the candidates until one fits: so each of those that fit is drawn by its weight.
std::optional<Replacement> RuleBook::draw_rule(Use use, Term atom, size_t command, Rng& rng) {
  left_ = candidates(use, atom);
  uint64_t weight = 0;
  for (const Side* side : left_) weight += side->weight;
  while (!left_.empty()) {
    uint64_t pick = rng.below(weight);
    auto drawn = left_.begin();
    while (pick >= (*drawn)->weight) pick -= (*drawn++)->weight;
    const Side& side = **drawn;
    if (std::optional<Replacement> made = apply(side, atom, command, rng)) return made;
    weight -= side.weight;
    *drawn = left_.back();
    left_.pop_back();
  }
  return {};
}

std::optional<Replacement> RuleBook::apply(const Side& side, Term atom, size_t command, Rng& rng) {
  found_.fill(Sort());
  if (!find_sorts(side, 0, atom)) return {};
  Key key{&side, found_, {}, {}};
  if (side.pattern.constructor != 0) {
    const std::span<const Index> indices = pool_.data(atom).indices;
    if (indices.empty() || !indices[0].function) return {};
    key.choice = indices[0].function;
  }
  if (!side.from.empty()) {
    key.choice = choose_function(side, command, rng);
    if (!key.choice) return {};
  }
  // Letters that the pattern leaves open: other constructors of the first argument's datatype.
  if (!side.constructors.empty()) {
    const std::span<const Head> all = pool_.constructors(pool_.ctor(key.sorts[0]));
    if (all.size() < side.constructors.size() + (side.pattern.constructor != 0 ? 1 : 0)) return {};
    size_t pick = rng.below(all.size());
    if (all[pick] == key.choice) pick = (pick + 1) % all.size();
    key.other = all[pick];
    if (std::ranges::any_of(all, [&](Head each) { return vocabulary_.is_unusable(each); }))
      return {};
  }
  const Instance& found = instance(key, atom);
  if (!found.pattern || !match(found, atom)) return {};
  Replacement made{{}, side.rule, {}};
  if (!choose_constants(found, command, rng, made)) return {};
  made.term = build(found);
  if (made.term == atom) return {};
  return made;
}

// Fills the slots of the constants: literals mostly.
bool RuleBook::choose_constants(const Instance& instance, size_t command, Rng& rng,
                                Replacement& made) {
  if (instance.drawn.empty()) return true;
  made.constants = instance.drawn[rng.below(instance.drawn.size())];
  for (size_t i = 0; i < made.constants.size(); ++i) {
    Term& constant = made.constants[i];
    const bool wanted = instance.open[i] && (!constant || rng.chance(1, 4));
    const Sort sort = pool_.sort(instance.slots[instance.terms + i]);
    if (const Term found = wanted ? term_in_scope(sort, command, rng) : Term()) constant = found;
    if (!constant) return false;
  }
  std::ranges::copy(made.constants, bound_.begin() + static_cast<ptrdiff_t>(instance.terms));
  return true;
}

Term RuleBook::build(const Instance& instance) {
  built_.clear();
  auto value = [&](int32_t ref) {
    return ref < 0 ? bound_[static_cast<size_t>(-1 - ref)] : built_[static_cast<size_t>(ref)];
  };
  for (const Step& step : instance.steps) {
    args_.clear();
    for (const int32_t ref : step.args) args_.push_back(value(ref));
    built_.push_back(pool_.make(step.head, step.sort, args_));
  }
  return value(instance.result);
}

const RuleBook::Instance& RuleBook::instance(const Key& key, Term atom) {
  std::unique_ptr<Instance>& known = instances_[key];
  if (!known) known = std::make_unique<Instance>(make(key, atom));
  return *known;
}

RuleBook::Instance RuleBook::make(const Key& key, Term atom) {
  const Side& side = *key.side;
  Letters letters;
  if (!bind(side, letters)) return {};
  if (side.pattern.constructor != 0)
    letters.constructors.emplace_back(side.pattern.constructor, key.choice);
  if (!side.constructors.empty()) {
    // The first open letter is the one that was chosen, the others are those after it.
    const std::span<const Head> all = pool_.constructors(pool_.ctor(key.sorts[0]));
    auto next = static_cast<size_t>(std::ranges::find(all, key.other) - all.begin());
    for (const char letter : side.constructors) {
      if (all[next] == letters.constructor(side.pattern.constructor))
        next = (next + 1) % all.size();
      letters.constructors.emplace_back(letter, all[next]);
      next = (next + 1) % all.size();
    }
  }
  const Head function = side.from.empty() ? Head() : key.choice;
  const std::optional<RuleInstance> rule =
      instantiate(pool_, reader_, *side.rule, letters, function);
  if (!rule) return {};
  const bool weaker = side.direction == Direction::Weaker;
  const Term pattern = weaker ? rule->stronger : rule->weaker;
  const Term result = weaker ? rule->weaker : rule->stronger;
  if (pool_.op(pattern) != pool_.op(atom) || !vocabulary_.allows(result, rule->constants))
    return {};
  Instance made;
  made.pattern = pattern;
  made.terms = rule->terms.size();
  made.slots = rule->terms;
  made.slots.insert(made.slots.end(), rule->constants.begin(), rule->constants.end());
  find_open(*rule, result, made);
  if (!rule->constants.empty() && !draw(side, *rule, made)) return {};
  compile(result, made);
  return made;
}

// Which constants may be any terms: the rule has no condition on them, the logic allows it, and
// they are in no regular expression, where solvers take literals only.
void RuleBook::find_open(const RuleInstance& rule, Term result, Instance& made) const {
  made.open.assign(rule.constants.size(), vocabulary_.allows(result));
  auto close = [&](Term root) {
    post_order(pool_, root, [&](Term term) {
      const auto constant = std::ranges::find(rule.constants, term);
      if (constant != rule.constants.end())
        made.open[static_cast<size_t>(constant - rule.constants.begin())] = false;
    });
  };
  if (rule.where) close(rule.where);
  post_order(pool_, result, [&](Term term) {
    const OpSpec* op = pool_.op(term);
    if (op && (op->literals || pool_.sort(term) == kRegLan)) close(term);
  });
}

bool RuleBook::draw(const Side& side, const RuleInstance& rule, Instance& made) {
  Rng rng = rng_.fork(side.index).fork(static_cast<uint64_t>(side.direction));
  Constants constants(pool_, rng);
  for (size_t attempt = 0; attempt < 20 * kDrawn && made.drawn.size() < kDrawn; ++attempt) {
    std::vector<Term> drawn;
    Substitution values;
    for (size_t i = 0; i < rule.constants.size(); ++i) {
      Term constant = constants.draw(pool_.sort(rule.constants[i]));
      if (constant && !vocabulary_.allows(constant)) constant = {};
      if (!constant && !made.open[i]) return false;
      drawn.push_back(constant);
      if (constant) values[rule.constants[i]] = constant;
    }
    if (rule.where && !evaluator_.eval(substitute(pool_, rule.where, values)).is_true()) continue;
    made.drawn.push_back(std::move(drawn));
  }
  return !made.drawn.empty();
}

// The pattern's depth is bounded by the tables.
bool RuleBook::match(const Instance& instance, Term atom) {
  bound_.assign(instance.slots.size(), Term());
  std::vector<std::pair<Term, Term>> work{{instance.pattern, atom}};
  while (!work.empty()) {
    const auto [pattern, term] = work.back();
    work.pop_back();
    if (pool_.kind(pattern) == HeadKind::Variable) {
      const auto slot = std::ranges::find(instance.slots, pattern) - instance.slots.begin();
      Term& bound = bound_[static_cast<size_t>(slot)];
      if (bound && bound != term) return false;
      bound = term;
      if (pool_.sort(term) != pool_.sort(pattern)) return false;
      continue;
    }
    const HeadData& wanted = pool_.data(pattern);
    const HeadData& found = pool_.data(term);
    const std::span<const Term> wanted_args = pool_.args(pattern);
    const std::span<const Term> found_args = pool_.args(term);
    // Another spelling of the same row will do.
    const bool same = wanted.op ? found.op == wanted.op && found.sort == wanted.sort &&
                                      std::ranges::equal(found.indices, wanted.indices)
                                : pool_.head(pattern) == pool_.head(term);
    if (!same || wanted_args.size() != found_args.size()) return false;
    for (size_t i = 0; i < wanted_args.size(); ++i)
      work.emplace_back(wanted_args[i], found_args[i]);
  }
  return true;
}

void RuleBook::compile(Term result, Instance& made) {
  absl::flat_hash_map<Term, int32_t> place;
  for (size_t i = 0; i < made.slots.size(); ++i)
    place[made.slots[i]] = -1 - static_cast<int32_t>(i);
  post_order(pool_, result, [&](Term term) {
    if (place.contains(term)) return;
    Step step{pool_.head(term), pool_.sort(term), {}};
    for (const Term arg : pool_.args(term)) step.args.push_back(place.at(arg));
    place[term] = static_cast<int32_t>(made.steps.size());
    made.steps.push_back(std::move(step));
  });
  made.result = place.at(result);
}

}  // namespace pg
