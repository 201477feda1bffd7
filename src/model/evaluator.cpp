#include "model/evaluator.h"

#include <algorithm>

#include <absl/container/flat_hash_set.h>

#include "base/stop.h"
#include "model/loops.h"
#include "term/infer.h"
#include "theory/core/core.h"
#include "theory/core/eval_support.h"
#include "theory/datatypes/regular.h"
#include "theory/literals.h"

namespace pg {
namespace {

// What known_ holds of terms that have no value yet.
constexpr Value kUnknownYet{ValueKind::Unspecified, 1, 0};

Value first_undefined(std::span<const Value> args) {
  Value found = Value::unspecified();
  for (const Value& arg : args) {
    if (arg.kind() == ValueKind::Unsupported) return arg;
    if (!arg.is_defined()) found = arg;
  }
  return found;
}

// Elements of a sort with parameters: (as @P_0 (P Int)). The reader of models knows the others; a
// name that nobody declares can be anything.
bool is_element(const Pool& pool, Term term) {
  return pool.args(term).empty() && is_uninterpreted(pool, pool.sort(term)) &&
         pool.text(pool.data(term).name).starts_with("(as @");
}

}  // namespace

Evaluator::Evaluator(Pool& pool, ValuePool& values, const Script& script, const Model& model,
                     Missing missing, Choices choices)
    : pool_(pool),
      values_(values),
      model_(model),
      missing_(missing),
      choices_(std::move(choices)),
      domains_(pool, values),
      free_(pool) {
  for (const Command& command : script.commands)
    for (const Definition& definition : command.definitions)
      if (definition.body) defined_[definition.function] = definition;
  for (const auto& [sort, elements] : model.universes) {
    std::vector<Value> universe;
    for (const Symbol element : elements) universe.push_back(values.element(sort, element.id()));
    domains_.set_universe(sort, std::move(universe));
  }
}

Value Evaluator::eval(Term term) {
  steps_ = 0;
  scopes_.clear();
  return run(term, kNoScope);
}

const Value* Evaluator::find(Term term, uint32_t scope) const {
  // Without a scope, what mentions variables binds them itself.
  if (scope == kNoScope || !pool_.has(term, kHasVariable)) {
    if (term.id() >= known_.size() || known_[term.id()] == kUnknownYet) return nullptr;
    return &known_[term.id()];
  }
  const auto it = scopes_[scope].known.find(term);
  return it == scopes_[scope].known.end() ? nullptr : &it->second;
}

void Evaluator::keep(Term term, uint32_t scope, Value value) {
  if (pool_.has(term, kHasVariable) && scope != kNoScope) {
    scopes_[scope].known[term] = value;
    return;
  }
  if (term.id() >= known_.size()) known_.resize(pool_.term_count(), kUnknownYet);
  known_[term.id()] = value;
}

uint32_t Evaluator::open_scope(uint32_t parent, std::span<const Term> variables,
                               std::span<const Value> values) {
  // A scope has a table of its own.
  constexpr uint64_t kStepsOfScope = 4;
  spend(kStepsOfScope + variables.size());
  Scope scope;
  scope.parent = parent;
  for (size_t i = 0; i < variables.size(); ++i) {
    scope.variables.emplace_back(variables[i], values[i]);
    scope.known[variables[i]] = values[i];
  }
  scopes_.push_back(std::move(scope));
  return static_cast<uint32_t>(scopes_.size() - 1);
}

// Variables around a match or a binder stay visible in it.
void Evaluator::share_variables(uint32_t outer, uint32_t inner) {
  if (outer == kNoScope) return;
  steps_ += scopes_[outer].variables.size();
  for (const auto& [variable, value] : std::vector(scopes_[outer].variables))
    if (scopes_[inner].known.try_emplace(variable, value).second)
      scopes_[inner].variables.emplace_back(variable, value);
}

Value Evaluator::run(Term root, uint32_t scope) {
  if (const Value* value = find(root, scope)) return *value;
  const size_t base = frames_.size();
  frames_.push_back({root, scope});
  Value last;
  while (frames_.size() > base) {
    Frame& frame = frames_.back();
    if (!spend(1)) {
      frames_.resize(base);
      return values_.unsupported(why_given_up());
    }
    if (frames_.size() > kMaxFrames) {
      frames_.resize(base);
      return values_.unsupported("calls nest too deep");
    }
    Value result;
    if (frame.body) {
      // Its body was the frame above: the value is there now.
      result = *find(frame.body, frame.inner);
      if (frame.inner != kNoScope) scopes_.resize(frame.inner);
      if (result.kind() == ValueKind::Function) result = as_array(result, pool_.sort(frame.term));
    } else {
      const std::span<const Term> args = pool_.args(frame.term);
      const uint32_t child = next_child(frame);
      if (child < args.size()) {
        frames_.push_back({args[child], frame.scope});
        continue;
      }
      if (!finish(frame, result)) {
        if (find(frame.body, frame.inner)) continue;
        frames_.push_back({frame.body, frame.inner});
        continue;
      }
    }
    keep(frames_.back().term, frames_.back().scope, result);
    last = result;
    frames_.pop_back();
  }
  return last;
}

bool Evaluator::spend(uint64_t steps) {
  steps_ += steps;
  return steps_ <= max_steps_ && values_.bytes() <= kMaxBytes && !must_stop();
}

std::string_view Evaluator::why_given_up() const {
  if (must_stop()) return "interrupted";
  return values_.bytes() > kMaxBytes ? "values that take too much memory" : "too many steps";
}

// Binders and cases evaluate their bodies themselves.
uint32_t Evaluator::next_child(Frame& frame) {
  const HeadData& data = pool_.data(frame.term);
  const std::span<const Term> args = pool_.args(frame.term);
  const auto none = static_cast<uint32_t>(args.size());
  auto needs = [&](size_t i) { return !find(args[i], frame.scope); };
  if (data.kind == HeadKind::Match || data.kind == HeadKind::Annotation) return needs(0) ? 0 : none;
  if (has_loop(pool_, frame.term)) return none;
  if (data.op && data.op->binder > 0) return none;
  if (data.op && data.op->conditional) {
    if (needs(0)) return 0;
    const Value chosen = *find(args[0], frame.scope);
    if (!chosen.is_false() && needs(1)) return 1;
    if (!chosen.is_true() && needs(2)) return 2;
    return none;
  }
  // A conjunct that is false decides; whether it does is the row's business.
  const bool short_cut = data.op && data.op->lazy && !data.op->polarity.empty();
  for (; frame.next < none; ++frame.next) {
    const Value* value = find(args[frame.next], frame.scope);
    if (!value) return frame.next;
    if (!short_cut || frame.next + 1 == none) continue;
    const Value alone[] = {*value, Value::unspecified()};
    if (data.op->eval({values_, pool_, *this, frame.term, alone}).is_defined()) return none;
  }
  return none;
}

void Evaluator::collect_args(const Frame& frame) {
  args_.clear();
  for (const Term arg : pool_.args(frame.term)) {
    const Value* value = find(arg, frame.scope);
    args_.push_back(value ? *value : Value::unspecified());
  }
}

bool Evaluator::finish(Frame& frame, Value& result) {
  const HeadData& data = pool_.data(frame.term);
  // It may stand anywhere, and its value may be none of the sort that is meant there.
  if (pool_.sort(frame.term) == kUnknown) {
    result = values_.unsupported("a term of an unknown sort");
    return true;
  }
  switch (data.kind) {
    case HeadKind::Operator:
      result = finish_operator(frame);
      return true;
    case HeadKind::Function:
      return finish_function(frame, result);
    case HeadKind::Literal:
      result = literal_value(pool_, values_, frame.term);
      steps_ += pool_.text(data.name).size() / 4;
      return true;
    case HeadKind::Annotation:
      result = *find(pool_.args(frame.term)[0], frame.scope);
      return true;
    case HeadKind::Match:
      return finish_match(frame, result);
    case HeadKind::Apply:
      return finish_apply(frame, result);
    case HeadKind::Variable:
      result = values_.unsupported("a variable without a value");
      return true;
    case HeadKind::Opaque:
      result = is_element(pool_, frame.term)
                   ? values_.element(pool_.sort(frame.term), data.name.id())
                   : values_.unsupported("an unknown operator");
      return true;
    case HeadKind::Case:
      break;
  }
  result = values_.unsupported("no term");
  return true;
}

Value Evaluator::finish_operator(const Frame& frame) {
  const OpSpec& op = *pool_.data(frame.term).op;
  if (!op.eval) {
    if (op.binder > 0 && pool_.kind(pool_.sort(frame.term)) == SortKind::Arrow)
      return closure(frame.term, frame.scope);
    return values_.unsupported(std::string("operator ") + std::string(op.name));
  }
  if (op.binder > 0) return finish_binder(op, frame);
  collect_args(frame);
  // A row may call back and evaluate other terms: its arguments must stay.
  // So must what is known of the frame, which may move.
  const Term term = frame.term;
  const uint32_t scope = frame.scope;
  std::vector<Value> args;
  args.swap(args_);
  Value result = apply_row(op, term, args);
  if (result.kind() == ValueKind::Unspecified && std::ranges::all_of(args, &Value::is_defined))
    result = open_value(result, term, scope);
  args_.swap(args);
  return result;
}

// One body with the deciding value decides a quantifier: false of forall, true of exists.
Value Evaluator::finish_binder(const OpSpec& op, const Frame& frame) {
  if (nesting_ >= kMaxNesting) return values_.unsupported("quantifiers nest too deep");
  const Term term = frame.term;
  const bool quantifier = &op == &core::kForall || &op == &core::kExists;
  const Value decides = Value::boolean(&op == &core::kExists);
  ++nesting_;
  binders_.push_back({term, frame.scope});
  Value result = quantifier ? try_instances(term, decides) : Value();
  if (!quantifier || result != decides) result = op.eval({values_, pool_, *this, term, {}});
  if (quantifier && result == decides) deciding_[term] = std::move(binders_.back().assigned);
  if (quantifier && result.kind() == ValueKind::Unsupported) leave_open();
  binders_.pop_back();
  --nesting_;
  return result;
}

std::span<const Value> Evaluator::deciding(Term quantifier) const {
  const auto it = deciding_.find(quantifier);
  return it == deciding_.end() ? std::span<const Value>() : it->second;
}

Value Evaluator::apply_row(const OpSpec& op, Term term, std::span<const Value> args) {
  if (!op.lazy && !std::ranges::all_of(args, &Value::is_defined)) return first_undefined(args);
  uint64_t weight = 0;
  for (const Value& arg : args) weight += values_.weight(arg);
  if (weight > 0 && !spend(weight)) return values_.unsupported(why_given_up());
  const Term around = std::exchange(applied_, term);
  const Value result = op.eval({values_, pool_, *this, term, args});
  applied_ = around;
  return result;
}

std::optional<Value> Evaluator::with_argument(Term term, size_t which, Value value) {
  const HeadData& data = pool_.data(term);
  if (data.kind == HeadKind::Annotation && which == 0) return value;
  if (!data.op || data.op->binder > 0 || !data.op->eval) return {};
  steps_ = 0;
  std::vector<Value> args;
  for (const Term arg : pool_.args(term))
    args.push_back(args.size() == which ? value : run(arg, kNoScope));
  return apply_row(*data.op, term, args);
}

const Definition* Evaluator::definition_of(Head function) const {
  if (const auto it = defined_.find(function); it != defined_.end()) return &it->second;
  if (const auto it = model_.functions.find(function); it != model_.functions.end())
    return &it->second;
  return nullptr;
}

bool Evaluator::finish_function(Frame& frame, Value& result) {
  const Head head = pool_.head(frame.term);
  const HeadData& data = pool_.data(head);
  if (has_loop(pool_, frame.term)) {
    const uint32_t scope = frame.scope;
    result = tie_loops(pool_, values_, frame.term, [&](Term term) {
      if (nesting_ >= kMaxNesting || !spend(1)) return values_.unsupported(why_given_up());
      ++nesting_;
      const Value value = run(term, scope);
      --nesting_;
      return value;
    });
    return true;
  }
  collect_args(frame);
  if (args_.size() < data.params.size()) {
    result = args_.empty() ? values_.compound(ValueKind::Function, frame.term.id(), {})
                           : values_.unsupported("a function without all of its arguments");
    return true;
  }
  // A definition may have a value whatever an argument is.
  const bool by_definition =
      data.role == FunctionRole::Defined || data.role == FunctionRole::Declared;
  if (!by_definition && !std::ranges::all_of(args_, &Value::is_defined)) {
    result = first_undefined(args_);
    return true;
  }
  switch (data.role) {
    case FunctionRole::Constructor:
      result = datatypes::construct(values_, head, args_);
      return true;
    case FunctionRole::Selector: {
      const Head constructor(args_[0].aux());
      const std::span<const Head> selectors = pool_.selectors(constructor);
      const auto it = std::ranges::find(selectors, head);
      result =
          it == selectors.end()
              ? open_value(Value::unspecified(), frame.term, frame.scope)
              : datatypes::field_of(values_, args_[0], static_cast<size_t>(it - selectors.begin()));
      return true;
    }
    case FunctionRole::Tester: {
      const std::string_view constructor = pool_.text(pool_.data(Head(args_[0].aux())).name);
      result = Value::boolean(pool_.text(data.name).substr(3) == constructor);
      return true;
    }
    case FunctionRole::Named:
      if (!data.annotation) break;
      frame.body = data.annotation;
      return false;
    case FunctionRole::Declared:
    case FunctionRole::Defined:
      break;
  }
  if (const Definition* definition = definition_of(head))
    return enter(frame, *definition, std::vector<Value>(args_), result);
  if (model_.elements.contains(head)) {
    result = values_.element(data.sort, data.name.id());
    return true;
  }
  result = missing_value(head, pool_.sort(frame.term));
  return true;
}

// Waits for the body of a definition with these arguments.
bool Evaluator::enter(Frame& frame, const Definition& definition, std::span<const Value> args,
                      Value& result) {
  frame.body = definition.body;
  if (definition.params.empty()) return false;
  if (scopes_.size() >= kMaxScopes) {
    frame.body = {};
    result = values_.unsupported("calls nest too deep");
    return true;
  }
  frame.inner = open_scope(kNoScope, definition.params, args);
  return false;
}

bool Evaluator::finish_match(Frame& frame, Value& result) {
  const std::span<const Term> args = pool_.args(frame.term);
  const Value subject = *find(args[0], frame.scope);
  if (!subject.is_defined()) {
    result = subject;
    return true;
  }
  for (const Term match_case : args.subspan(1)) {
    const Head constructor = pool_.data(match_case).constructor;
    if (constructor && constructor.id() != subject.aux()) continue;
    const std::span<const Term> variables = bound_variables(pool_, match_case);
    std::vector<Value> assignment;
    if (constructor)
      assignment = datatypes::fields_of(values_, subject);
    else
      assignment.push_back(subject);
    frame.body = pool_.args(match_case).back();
    frame.inner = open_scope(kNoScope, variables, assignment);
    share_variables(frame.scope, frame.inner);
    return false;
  }
  result = Value::unspecified();
  return true;
}

bool Evaluator::finish_apply(Frame& frame, Value& result) {
  collect_args(frame);
  const std::vector<Value> all(args_);
  if (!std::ranges::all_of(all, &Value::is_defined)) {
    result = first_undefined(all);
  } else {
    result = apply(all[0], std::span(all).subspan(1));
  }
  return true;
}

Value Evaluator::closure(Term lambda, uint32_t scope) {
  std::vector<Value> captured;
  for (const Term variable : std::vector<Term>(free_.of(lambda))) {
    const Value* value = find(variable, scope);
    if (!value) return values_.unsupported("a variable without a value");
    captured.push_back(*value);
  }
  return values_.compound(ValueKind::Function, lambda.id(), captured);
}

Value Evaluator::apply(Value function, std::span<const Value> args) {
  if (function.kind() == ValueKind::Array && args.size() == 1) {
    // Entries are found by their handles.
    if (is_opaque(values_, args[0]))
      return values_.unsupported("an array at an index that may be equal to another");
    return values_.select(function, args[0]);
  }
  if (function.kind() != ValueKind::Function) return values_.unsupported("no function");
  if (nesting_ >= kMaxNesting) return values_.unsupported("calls nest too deep");
  const Term term(function.aux());
  std::vector<Term> variables;
  std::vector<Value> assignment;
  Term body;
  if (pool_.kind(term) == HeadKind::Function) {
    const Definition* definition = definition_of(pool_.head(term));
    if (!definition) return missing_value(pool_.head(term), pool_.data(term).sort);
    variables = definition->params;
    body = definition->body;
  } else {
    const std::vector<Term>& free = free_.of(term);
    variables.assign(free.begin(), free.end());
    const std::span<const Value> captured = values_.items(function);
    assignment.assign(captured.begin(), captured.end());
    const std::span<const Term> bound = bound_variables(pool_, term);
    variables.insert(variables.end(), bound.begin(), bound.end());
    body = pool_.args(term).back();
  }
  assignment.insert(assignment.end(), args.begin(), args.end());
  if (assignment.size() != variables.size())
    return values_.unsupported("a function without all of its arguments");
  ++nesting_;
  const uint32_t scope = open_scope(kNoScope, variables, assignment);
  const Value result = run(body, scope);
  scopes_.resize(scope);
  --nesting_;
  return result;
}

Value Evaluator::body(size_t which, std::span<const Value> assignment) {
  binders_.back().assigned.assign(assignment.begin(), assignment.end());
  const Binder binder{binders_.back().term, binders_.back().scope};
  const std::span<const Term> variables = bound_variables(pool_, binder.term);
  const uint32_t scope = open_scope(kNoScope, variables, assignment);
  share_variables(binder.scope, scope);
  const Value result = run(pool_.args(binder.term)[variables.size() + which], scope);
  scopes_.resize(scope);
  return result;
}

// Whether values of the application's arguments may be arguments of the definition. What it has
// more of them are zeros, as in (/0 x 0), and of the same sort.
bool Evaluator::takes(const Definition& definition, Term application) const {
  const std::span<const Term> args = pool_.args(application);
  for (size_t i = 0; i < definition.params.size(); ++i)
    if (args.empty() || !fits(pool_, pool_.sort(definition.params[i]),
                              pool_.sort(args[std::min(i, args.size() - 1)])))
      return false;
  return true;
}

Value Evaluator::open(std::string_view name, Sort sort, std::span<const Value> args) {
  const Symbol symbol = pool_.find(name);
  const auto it = symbol ? model_.others.find(symbol) : model_.others.end();
  if (it == model_.others.end()) return Value::unspecified();
  const auto chosen = std::ranges::find_if(it->second, [&](const Definition& definition) {
    return definition.params.size() == args.size() &&
           pool_.data(definition.function).sort == sort && takes(definition, applied_);
  });
  if (chosen == it->second.end()) return Value::unspecified();
  if (nesting_ >= kMaxNesting) return values_.unsupported("calls nest too deep");
  ++nesting_;
  const uint32_t scope = open_scope(kNoScope, chosen->params, args);
  const Value result = run(chosen->body, scope);
  scopes_.resize(scope);
  --nesting_;
  return result;
}

Value Evaluator::function(Symbol name) {
  const auto it = model_.others.find(name);
  if (it == model_.others.end()) return values_.unsupported("an unknown function");
  const Definition& definition = it->second.back();
  Value array;
  if (tabulate(definition, array)) return array;
  return values_.compound(ValueKind::Function, pool_.make(definition.function, kUnknown, {}).id(),
                          {});
}

// Models write arrays as functions of one argument: (ite (= x 1) 5 (ite (= x 2) 6 0)).
bool Evaluator::tabulate(const Definition& definition, Value& array) {
  if (definition.params.size() != 1 || !definition.body || nesting_ >= kMaxNesting) return false;
  const Term param = definition.params[0];
  std::vector<ValuePool::Entry> entries;
  Term rest = definition.body;
  ++nesting_;
  while (true) {
    const OpSpec* op = pool_.op(rest);
    if (!op || !op->conditional) break;
    const std::span<const Term> parts = pool_.args(rest);
    const std::span<const Term> sides = pool_.args(parts[0]);
    if (sides.size() != 2 || pool_.has(parts[1], kHasVariable)) break;
    const Term key = sides[0] == param ? sides[1] : sides[0];
    if (pool_.op(parts[0]) != &core::kEqual || (sides[0] != param && sides[1] != param) ||
        pool_.has(key, kHasVariable))
      break;
    entries.emplace_back(run(key, kNoScope), run(parts[1], kNoScope));
    rest = parts[2];
  }
  bool good = !pool_.has(rest, kHasVariable);
  if (good) {
    const Value otherwise = run(rest, kNoScope);
    // The first matching line counts, and array() lets the last entry win.
    std::reverse(entries.begin(), entries.end());
    good = otherwise.is_defined();
    for (const auto& [key, value] : entries)
      good = good && key.is_defined() && value.is_defined() && !is_opaque(values_, key);
    if (good) array = values_.array(otherwise, std::move(entries), domains_.all(pool_.sort(param)));
  }
  --nesting_;
  return good;
}

// Z3 also writes an array as a lambda. One that is a table has the value of any other array.
Value Evaluator::as_array(Value function, Sort sort) {
  const Term lambda(function.aux());
  if (pool_.kind(sort) != SortKind::Array || !pool_.op(lambda) || !values_.items(function).empty())
    return function;
  const std::span<const Term> variables = bound_variables(pool_, lambda);
  const Definition definition{{}, {variables.begin(), variables.end()}, pool_.args(lambda).back()};
  Value array;
  return tabulate(definition, array) ? array : function;
}

// A case that neither SMT-LIB nor the model decides: any value may be it, as long as it is always
// the same for the same arguments.
Value Evaluator::open_value(Value result, Term term, uint32_t scope) {
  if (result.kind() != ValueKind::Unspecified || missing_ == Missing::Undefined) return result;
  const std::string_view name = pool_.text(pool_.data(term).name);
  if (std::ranges::find(opened_, name) == opened_.end()) opened_.push_back(name);
  const Sort sort = pool_.sort(term);
  std::vector<Value> args;
  for (const Term arg : pool_.args(term)) {
    args.push_back(*find(arg, scope));
    // Two arguments that are equal after all must not get two choices.
    if (args.back().is_defined() && is_opaque(values_, args.back()))
      return values_.unsupported("an open case whose argument may be equal to another");
  }
  // One head and one value may be of several sorts: there is an empty set of each.
  for (const Term arg : pool_.args(term)) args.push_back(Value::integer(pool_.sort(arg).id()));
  const Value key = values_.compound(ValueKind::Tuple, pool_.head(term).id(), args);
  if (std::ranges::find(open_cases_, key, &OpenCase::key) == open_cases_.end())
    open_cases_.push_back({key, sort});
  if (const auto it = choices_.find(key); it != choices_.end()) return it->second;
  // For (mod x 0) solvers like x best.
  return name == "mod" && sort == kInt ? args[0] : domains_.some(sort);
}

std::vector<Value> Evaluator::candidates(Sort sort) {
  constexpr size_t kEnough = 40;
  const std::span<const Value> samples = domains_.samples(sort);
  std::vector<Value> found(samples.begin(), samples.end());
  for (uint32_t id = 0; id < known_.size() && found.size() < kEnough; ++id)
    if (known_[id].is_defined() && pool_.sort(Term(id)) == sort &&
        std::ranges::find(found, known_[id]) == found.end())
      found.push_back(known_[id]);
  return found;
}

// What the body speaks of decides most often: the values of its terms, and numbers next to them.
std::span<const Value> Evaluator::samples(Term binder, Sort sort) {
  if (!binders_.empty()) binders_.back().sampled = true;
  const auto [it, is_new] = samples_.try_emplace({binder, sort});
  std::vector<Value>& found = it->second;
  if (!is_new || nesting_ >= kMaxNesting) return found;
  absl::flat_hash_set<Value> seen;
  auto add = [&](Value value) {
    if (value.is_defined() && seen.insert(value).second) found.push_back(value);
  };
  std::vector<Term> spoken;
  post_order(pool_, binder, [&](Term term) {
    if (pool_.sort(term) == sort && !pool_.has(term, kHasVariable)) spoken.push_back(term);
  });
  ++nesting_;
  for (const Term term : spoken) {
    const Value value = run(term, kNoScope);
    add(value);
    if (!values_.is_rational(value)) continue;
    for (const int next : {-1, 1}) add(values_.rational(values_.as_rational(value) + next));
  }
  --nesting_;
  for (const Value& value : domains_.samples(sort)) add(value);
  return found;
}

// The deciding value if one of the model's instances gives it to the body.
Value Evaluator::try_instances(Term quantifier, Value decides) {
  constexpr size_t kMaxTried = 64;
  const std::span<const Term> variables = bound_variables(pool_, quantifier);
  size_t tried = 0;
  for (const Instance& instance : model_.instances) {
    std::vector<Value> assignment;
    if (!assignment_of(instance, variables, assignment)) continue;
    if (body(0, assignment) == decides) return decides;
    if (++tried == kMaxTried || !spend(0)) break;
  }
  return Value::unspecified();
}

bool Evaluator::assignment_of(const Instance& instance, std::span<const Term> variables,
                              std::vector<Value>& assignment) {
  for (const Term variable : variables) {
    const Sort sort = pool_.sort(variable);
    const auto it = std::ranges::find_if(instance.values, [&](const auto& each) {
      return each.first == pool_.data(variable).name && pool_.sort(each.second) == sort &&
             !pool_.has(each.second, kHasVariable);
    });
    // A name may be that of no element.
    if (it == instance.values.end() || domains_.has_unknown_elements(sort)) return false;
    assignment.push_back(run(it->second, kNoScope));
    if (!assignment.back().is_defined()) return false;
  }
  return true;
}

// One of the values that were sampled further out cannot stand for all: nothing inside matters.
void Evaluator::leave_open() {
  constexpr size_t kMaxOpen = 16;
  const Term binder = binders_.back().term;
  const uint32_t scope = binders_.back().scope;
  for (const Binder& outer : std::span(binders_).first(binders_.size() - 1))
    if (outer.sampled) return;
  if (std::ranges::none_of(bound_variables(pool_, binder), [&](Term variable) {
        return domains_.all(pool_.sort(variable)).empty();
      }))
    return;
  OpenQuantifier open{binder, {}};
  for (const Term variable : std::vector<Term>(free_.of(binder))) {
    const Value* value = find(variable, scope);
    if (!value || !value->is_defined()) return;
    open.outer.emplace_back(variable, *value);
  }
  if (open_quantifiers_.size() < kMaxOpen &&
      std::ranges::find(open_quantifiers_, open) == open_quantifiers_.end())
    open_quantifiers_.push_back(std::move(open));
}

Value Evaluator::missing_value(Head function, Sort sort) {
  if (missing_ == Missing::Undefined) return Value::unspecified();
  if (std::ranges::find(defaulted_, function) == defaulted_.end()) defaulted_.push_back(function);
  return domains_.some(sort);
}

}  // namespace pg
