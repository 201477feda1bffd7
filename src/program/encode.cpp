#include "program/encode.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "program/checks.h"
#include "program/encoder.h"
#include "program/frame.h"
#include "program/layout.h"
#include "program/library.h"
#include "program/module.h"
#include "program/seed.h"
#include "program/unset.h"

namespace pg {
namespace {

constexpr uint32_t kMostCalls = 200;  // inside each other
// Of a global variable that can start with any value; more would be slow, and it hardly matters.
constexpr std::ptrdiff_t kMostFreeLeaves = 64;

// Nothing for what is several values.
std::optional<Shape> shape_of_type(const llvm::Type& type) {
  if (type.isPointerTy()) return Shape{};
  if (!is_number(&type)) return std::nullopt;
  return Shape{static_cast<uint32_t>(type.getScalarSizeInBits()), is_float(&type)};
}

// What is in memory of bit-fields: bytes, of which the fields are parts.
void add_bit_field(Terms& terms, const Leaf& field, Term value, std::vector<Leaf>& leaves,
                   Cells& cells) {
  const uint32_t bytes = (field.shift + field.bits + 7) / 8;
  const Term wide = terms.zero_extend(value, 8 * bytes);
  const Term distance = terms.number(8 * bytes, field.shift);
  const Term shifted = terms.operation(Instruction::Shl, wide, distance);
  for (uint32_t i = 0; i < bytes; ++i) {
    const Term part = terms.extract(shifted, 8 * i + 7, 8 * i);
    const auto known = std::ranges::find(leaves, field.offset + i, &Leaf::offset);
    if (known == leaves.end()) {
      leaves.push_back({"", field.offset + i, 8});
      cells.push_back({part, {}, {}});
    } else {
      Term& whole = cells[static_cast<size_t>(known - leaves.begin())].term;
      whole = terms.operation(Instruction::Or, whole, part);
    }
  }
}

}  // namespace

State Encoder::begin() {
  State state{terms_.truth(true), Memory(1), {}, terms_.number(8, 0), {}, {}};
  if (!interface_.externals.empty())
    state.slots.assign(kMostExternalCalls, terms_.number(kSlotWidth, 0));
  for (const Parameter& parameter : interface_.parameters)
    if (parameter.external) state.made.push_back(terms_.number(8, 0));
  add_functions(state);
  add_globals(state);
  unset_ = heap_.add(state.memory, {"a pointer without a value", 0, true, {}}, {});
  return state;
}

Result<Encoding> Encoder::run() {
  State state = begin();
  std::vector<Val> arguments = add_arguments(state);
  const State start = state;
  llvm::Function* function = module_.getFunction(interface_.function);
  Val result;
  if (!error_) call(*function, arguments, state, result, nullptr);
  if (error_) return *error_;
  if (!terms_.is_false(state.path)) {
    if (interface_.returns_pointer)
      result = {returned_target(state, result, function->back().getTerminator()), {}, {}};
    else if (result.is_pointer())
      fail(function->back().getTerminator(), "the result is an address");
    const bool in_register = interface_.returns_structure() && !function->hasStructRetAttr();
    if (in_register &&
        !store(state, heap_.pointer_to(arrays_.back()), result, *function->getReturnType()))
      fail(nullptr, "the result is returned in a way that is not supported");
    if (interface_.returns_structure())
      note_unset(state, unset_within(state, heap_.pointer_to(arrays_.back()),
                                     terms_.number(64, interface_.returned.size)));
    ends_.push_back({state, false, terms_.number(32, 0), in_register ? Val{} : result});
  }
  if (!error_) finish(start);
  if (error_) return *error_;
  assume_state();
  assume_no_overlap();
  if (heap_.mixes_floats()) assume(AssumptionKind::Nan, kNoNanBits);
  return encoding_;
}

void Encoder::fail(const Instruction* at, std::string message) {
  if (!error_) error_ = Error{at ? place_of(*at) : Place{}, std::move(message)};
}

void Encoder::give_up(const Instruction* at, std::string message) {
  if (!error_)
    error_ = Error{at ? place_of(*at) : Place{}, std::move(message), Error::Kind::Environment};
}

const char* Encoder::full() {
  constexpr uint64_t kMostInstructions = 4'000'000;
  if (++instructions_ > kMostInstructions ||
      terms_.pool().term_count() - first_terms_ > options_.most_terms)
    return kTooLarge;
  return options_.budget.is_over() ? options_.budget.reason() : nullptr;
}

// Pointers to functions are compared, and called by comparing them; nothing is in them.
void Encoder::add_functions(State& state) {
  for (const llvm::Function& function : module_)
    if (function.hasAddressTaken())
      globals_[&function] = heap_.add(state.memory, {function.getName().str(), 0, true, {}}, {});
}

// Objects: globals and parameters.
void Encoder::add_globals(State& state) {
  std::vector<std::pair<uint32_t, const llvm::GlobalVariable*>> added;
  for (const llvm::GlobalVariable& global : module_.globals()) {
    if (global.isDeclaration() || global.getName() == kFaultVariable || is_unset(global)) continue;
    Object object{shown_name(global), layout_.getTypeAllocSize(global.getValueType()),
                  global.isConstant(), leaves_of(layout_, global.getValueType())};
    object.align = global.getPointerAlignment(layout_).value();
    Cells cells;
    for (const Leaf& leaf : object.leaves) cells.push_back(heap_.zero(leaf));
    const uint32_t id = heap_.add(state.memory, std::move(object), std::move(cells));
    globals_[&global] = id;
    if (global.isConstant()) identities_[id] = identity_of(global);
    added.push_back({id, &global});
  }
  // Initial values may be pointers to other globals, so that all must be known before.
  for (const auto& [id, global] : added) {
    Cells cells = initial_cells(*global, heap_.object(id).leaves);
    if (const std::vector<Term>* free = free_state(*global))
      for (size_t i = 0; i < cells.size(); ++i)
        cells[i].term =
            heap_.object(id).leaves[i].is_float ? terms_.float_from_bits((*free)[i]) : (*free)[i];
    heap_.set(state.memory, id, std::move(cells));
    initial_[id] = state.memory[id];
  }
}

// The initial values of the leaves; the bytes between the fields of a union are zero.
Cells Encoder::initial_cells(const llvm::GlobalVariable& global, const std::vector<Leaf>& leaves) {
  Cells cells;
  auto skip_to = [&](uint64_t offset) {
    while (cells.size() < leaves.size() && leaves[cells.size()].offset < offset)
      cells.push_back(heap_.zero(leaves[cells.size()]));
  };
  std::vector<std::pair<const llvm::Constant*, uint64_t>> pending{{global.getInitializer(), 0}};
  while (!pending.empty()) {
    const auto [next, offset] = pending.back();
    pending.pop_back();
    if (next->getType()->isAggregateType()) {
      const std::vector<TypePart> parts = parts_of(layout_, *next->getType());
      for (size_t i = parts.size(); i-- > 0;)
        pending.push_back(
            {next->getAggregateElement(static_cast<unsigned>(i)), offset + parts[i].offset});
      continue;
    }
    skip_to(offset);
    // A NaN keeps its bits, which a union shows.
    const auto* number = llvm::dyn_cast<llvm::ConstantFP>(next);
    if (number && number->isNaN())
      cells.push_back({terms_.number(number->getValueAPF().bitcastToAPInt()), {}, {}});
    else
      cells.push_back(constant(*next, nullptr));
  }
  skip_to(heap_.object(globals_.at(&global)).size);
  return cells;
}

// What stands for the values of a global variable at the start, if they are not those of the
// source.
const std::vector<Term>* Encoder::free_state(const llvm::GlobalVariable& global) const {
  if (!options_.any_state || global.isConstant()) return nullptr;
  const auto found = inputs_.state.find(global.getName().str());
  return found == inputs_.state.end() ? nullptr : &found->second;
}

uint32_t Encoder::add_object(State& state, const Parameter& parameter,
                             std::span<const Term> values) {
  Object object{parameter.name, parameter.size * parameter.length, false, {}};
  object.align = kParameterAlign;
  Cells cells;
  for (uint32_t element = 0; element < parameter.length; ++element) {
    for (Leaf leaf : parameter.leaves) {
      leaf.offset += element * parameter.size;
      const Term value = values.empty() ? terms_.number(leaf.bits, 0) : values.front();
      if (!values.empty()) values = values.subspan(1);
      if (leaf.is_bit_field()) {
        add_bit_field(terms_, leaf, value, object.leaves, cells);
      } else {
        cells.push_back({value, {}, {}});
        object.leaves.push_back(std::move(leaf));
      }
    }
    add_padding(parameter, element * parameter.size, object.leaves, cells);
  }
  const uint32_t id = heap_.add(state.memory, std::move(object), std::move(cells));
  arrays_.push_back(id);
  if (&parameter == &interface_.returned) watch(state, id);
  return id;
}

void Encoder::add_padding(const Parameter& parameter, uint64_t begin, std::vector<Leaf>& leaves,
                          Cells& cells) {
  const std::vector<uint8_t> used = used_bits(parameter);
  const bool is_result = &parameter == &interface_.returned;
  for (uint64_t i = 0; i < used.size(); ++i) {
    if (used[i] == 0xff) continue;
    Term hidden = terms_.number(8, 0);
    if (!is_result && options_.any_unset)
      hidden = terms_.unknown(fmt::format("padding of {}, {}", parameter.name, begin + i), 8);
    else if (!is_result)
      assume(AssumptionKind::Unset, fmt::format("the padding of '{}' is zero", parameter.name));
    if (used[i] == 0) {
      leaves.push_back({"", begin + i, 8});
      leaves.back().is_padding = true;
      cells.push_back({hidden, {}, {}});
      continue;
    }
    const Term mask = terms_.number(8, static_cast<uint8_t>(~used[i]));
    const auto byte = std::ranges::find(leaves, begin + i, &Leaf::offset);
    Term& whole = cells[static_cast<size_t>(byte - leaves.begin())].term;
    hidden = terms_.operation(Instruction::And, hidden, mask);
    whole = terms_.operation(Instruction::Or, whole, hidden);
  }
}

// A structure by value: in memory, or in registers.
void Encoder::add_pieces(const Parameter& parameter, uint32_t object, State& state,
                         std::vector<Val>& arguments) {
  llvm::Function* function = module_.getFunction(interface_.function);
  for (uint32_t piece = 0; piece < parameter.arguments; ++piece) {
    llvm::Argument* passed = function->getArg(static_cast<unsigned>(arguments.size()));
    const Val from = heap_.pointer_to(object, piece * kPieceSize);
    if (passed->hasByValAttr()) {
      arguments.push_back(copied(from, *passed, state));
      continue;
    }
    const std::optional<Val> value = load(state, from, *passed->getType());
    if (!value) fail(nullptr, fmt::format("parameter '{}' cannot be passed", parameter.name));
    arguments.push_back(value.value_or(Val{}));
  }
}

std::vector<Val> Encoder::add_arguments(State& state) {
  std::vector<Val> arguments;
  llvm::Function* function = module_.getFunction(interface_.function);
  // The structure that is returned is the last of the objects, and where it is in memory its
  // address is the first of the arguments.
  if (function->hasStructRetAttr()) arguments.emplace_back();
  std::span<const Term> values = inputs_.values;
  Term is_null;  // the next of the pointers
  for (const Parameter& parameter : interface_.parameters) {
    const auto own = values.first(parameter.length * parameter.leaves.size());
    values = values.subspan(own.size());
    if (parameter.says_null) {
      is_null = own[0];
    } else if (parameter.external) {
      results_.push_back({parameter.name, {own.begin(), own.end()}});
    } else if (!parameter.pointer) {
      const llvm::Type* type = function->getArg(static_cast<unsigned>(arguments.size()))->getType();
      arguments.push_back({is_float(type) ? terms_.float_from_bits(own[0])
                                          : terms_.truncate(own[0], type->getIntegerBitWidth()),
                           {},
                           {}});
    } else {
      const uint32_t id = add_object(state, parameter, own);
      if (parameter.by_value)
        add_pieces(parameter, id, state, arguments);
      else
        add_pointer(parameter, id, std::exchange(is_null, Term{}), arguments);
    }
  }
  if (interface_.returns_structure()) {
    const uint32_t id = add_object(state, interface_.returned, {});
    if (function->hasStructRetAttr()) arguments[0] = heap_.pointer_to(id);
  }
  return arguments;
}

void Encoder::add_pointer(const Parameter& parameter, uint32_t object, Term is_null,
                          std::vector<Val>& arguments) {
  const llvm::Argument* passed =
      module_.getFunction(interface_.function)->getArg(static_cast<unsigned>(arguments.size()));
  const auto may_be_null = static_cast<bool>(is_null);
  pointed_.push_back({object, parameter.is_length_assumed, may_be_null, passed->hasNoAliasAttr()});
  encoding_.accesses.push_back({heap_.object(object).name, terms_.truth(false)});
  const Val pointer = heap_.pointer_to(object);
  arguments.push_back(may_be_null ? heap_.choose(is_null, heap_.null(), pointer) : pointer);
}

// A new object with the values of one that is passed by value.
Val Encoder::copied(const Val& pointer, const llvm::Argument& passed, State& state) {
  llvm::Type* type = passed.getParamByValType();
  Object object{"copy", layout_.getTypeAllocSize(type), false, leaves_of(layout_, type)};
  object.align = passed.getParamAlign().valueOrOne().value();
  Cells cells;
  for (const Leaf& leaf : object.leaves) {
    const Term bytes = terms_.number(64, leaf.offset);
    std::optional<Val> value =
        heap_.load(state.memory, heap_.moved(pointer, bytes), shape_of(leaf));
    if (!value) fail(nullptr, "a structure that is passed by value cannot be copied");
    cells.push_back(value ? std::move(*value) : heap_.zero(leaf));
  }
  return heap_.pointer_to(heap_.add(state.memory, std::move(object), std::move(cells)));
}

Val Encoder::zero_of(llvm::Type& type) {
  if (type.isPointerTy()) return heap_.null();
  if (type.isIntegerTy()) return {terms_.number(type.getIntegerBitWidth(), 0), {}, {}};
  if (is_float(&type)) return {terms_.float_number(llvm::APFloat(type.getFltSemantics())), {}, {}};
  Val zero;
  for (const TypePart& part : parts_of(layout_, type)) zero.parts.push_back(zero_of(*part.type));
  return zero;
}

Val Encoder::unset_of(Shape shape) {
  const Leaf leaf{"", 0, shape.bits, false, false, shape.is_float};
  if (!options_.any_unset) {
    assume(AssumptionKind::Unset, kUnsetIsZero);
    return heap_.zero(leaf);
  }
  if (shape.bits == 0) return heap_.pointer_to(unset_);
  const Term any =
      terms_.unknown(fmt::format("without a value, {}", terms_.unknowns().size()), shape.bits);
  return heap_.shown({any, {}, {}}, shape);
}

Val Encoder::unset_of(llvm::Type& type) {
  if (const std::optional<Shape> shape = shape_of_type(type)) return unset_of(*shape);
  Val whole;
  for (const TypePart& part : parts_of(layout_, type)) whole.parts.push_back(unset_of(*part.type));
  return whole;
}

std::optional<Val> Encoder::load(const State& state, const Val& pointer, llvm::Type& type) {
  if (const std::optional<Shape> shape = shape_of_type(type))
    return heap_.load(state.memory, pointer, *shape);
  Val whole;
  for (const TypePart& part : parts_of(layout_, type)) {
    const Term bytes = terms_.number(64, part.offset);
    std::optional<Val> value = load(state, heap_.moved(pointer, bytes), *part.type);
    if (!value) return std::nullopt;
    whole.parts.push_back(std::move(*value));
  }
  return whole.parts.empty() ? std::nullopt : std::optional(whole);
}

bool Encoder::store(State& state, const Val& pointer, const Val& value, llvm::Type& type) {
  if (const std::optional<Shape> shape = shape_of_type(type))
    return heap_.store(state.memory, pointer, value, *shape);
  const std::vector<TypePart> parts = parts_of(layout_, type);
  if (parts.empty() || parts.size() != value.parts.size()) return false;
  for (size_t i = 0; i < parts.size(); ++i) {
    const Term bytes = terms_.number(64, parts[i].offset);
    if (!store(state, heap_.moved(pointer, bytes), value.parts[i], *parts[i].type)) return false;
  }
  return true;
}

Val Encoder::constant(const llvm::Constant& value, const Instruction* at) {
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value))
    return {terms_.number(number->getValue()), {}, {}};
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&value);
      number && is_float(value.getType()))
    return {terms_.float_number(number->getValueAPF()), {}, {}};
  if (llvm::isa<llvm::UndefValue>(value) || value.isNullValue()) {
    Val zero = zero_of(*value.getType());
    if (zero.term || zero.is_pointer() || !zero.parts.empty()) return zero;
  }
  if (value.getType()->isPointerTy()) {
    llvm::APInt offset(64, 0);
    const llvm::Value* base = value.stripAndAccumulateConstantOffsets(layout_, offset, true);
    const auto* global = llvm::dyn_cast<llvm::GlobalObject>(base);
    if (global && globals_.contains(global))
      return heap_.pointer_to(globals_.at(global), offset.getZExtValue());
  }
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
  if (variable && variable->isDeclaration()) {
    fail(at, fmt::format("the variable '{}' is not defined in this file",
                         std::string(variable->getName())));
    return {terms_.truth(false), {}, {}};
  }
  Val whole;
  for (unsigned i = 0; const llvm::Constant* part = value.getAggregateElement(i); ++i)
    whole.parts.push_back(constant(*part, at));
  if (!whole.parts.empty()) return whole;
  fail(at, "a constant of a kind that is not supported");
  return {terms_.truth(false), {}, {}};
}

// How executions end.
void Encoder::trap(State& state, Term condition) {
  const Term here = terms_.conjunction(state.path, condition);
  encoding_.trap = terms_.disjunction(encoding_.trap, here);
  const Term opposite = terms_.negation(condition);
  state.path = terms_.conjunction(state.path, opposite);
}

void Encoder::cut(State& state) {
  encoding_.cut = terms_.disjunction(encoding_.cut, state.path);
  encoding_.complete = false;
  state.path = terms_.truth(false);
}

void Encoder::cut_if(State& state, Term condition) {
  State over = state;
  over.path = terms_.conjunction(state.path, condition);
  if (!terms_.is_false(over.path)) cut(over);
  const Term within = terms_.negation(condition);
  state.path = terms_.conjunction(state.path, within);
}

void Encoder::note_undefined(Term condition) {
  encoding_.undefined = terms_.disjunction(encoding_.undefined, condition);
}

void Encoder::note_access(const State& state, const Val& pointer, Term bytes) {
  const Term none = terms_.equal(bytes, terms_.number(64, 0));
  const Term some = terms_.conjunction(state.path, terms_.negation(none));
  for (const PointerCase& each : pointer.cases)
    for (size_t i = 0; i < pointed_.size(); ++i) {
      if (pointed_[i].object != each.object || pointed_[i].may_be_null) continue;
      const Term here = terms_.conjunction(some, each.when);
      Term& condition = encoding_.accesses[i].condition;
      condition = terms_.disjunction(condition, here);
    }
}

// The bits or the sign of a float are taken. Registers for floats have one NaN, machines have many:
// no test relies on which one it is, and a proof says nothing about the others.
void Encoder::note_nan(const State& state, Term number) {
  const Term is_nan = terms_.float_is_nan(number);
  const Term here = terms_.conjunction(state.path, is_nan);
  note_undefined(here);
  if (!terms_.is_false(here)) assume(AssumptionKind::Nan, kNoNanBits);
}

void Encoder::exit(State& state, Term code) {
  ends_.push_back({state, true, code, {}});
  state.path = terms_.truth(false);
}

// Where it did not come to be, it is as it is on the other side.
Term Encoder::has_ended(const State& state, const State& other, uint32_t object) {
  const bool is_there = object < state.memory.size() && state.memory[object];
  const State& known = is_there ? state : other;
  const auto found = known.ended.find(object);
  return found == known.ended.end() ? terms_.truth(false) : found->second;
}

State Encoder::merge(Term condition, const State& a, const State& b) {
  State merged;
  merged.path = terms_.disjunction(a.path, b.path);
  merged.memory = heap_.choose(condition, a.memory, b.memory);
  for (const State* state : {&a, &b})
    for (const auto& [id, ended] : state->ended)
      merged.ended[id] = terms_.ite(condition, has_ended(a, b, id), has_ended(b, a, id));
  merged.calls = terms_.ite(condition, a.calls, b.calls);
  for (size_t i = 0; i < a.slots.size(); ++i)
    merged.slots.push_back(terms_.ite(condition, a.slots[i], b.slots[i]));
  for (size_t i = 0; i < a.made.size(); ++i)
    merged.made.push_back(terms_.ite(condition, a.made[i], b.made[i]));
  return merged;
}

const UnrollOrder& Encoder::order_of(llvm::Function& function) {
  std::unique_ptr<UnrollOrder>& order = orders_[&function];
  if (!order) order = std::make_unique<UnrollOrder>(function);
  return *order;
}

// All ends become one.
void Encoder::finish(const State& start) {
  if (ends_.empty()) {
    // It never ends by itself: nothing can be seen of it.
    ends_.push_back({start, false, terms_.number(32, 0), {}});
    ends_.back().state.path = terms_.truth(false);
  }
  const Leaf& wanted = interface_.result;
  auto result_of = [&](const End& end) {
    if (!end.result.term)
      return heap_.zero({"", 0, wanted.bits == 0 ? 8 : wanted.bits, false, false, wanted.is_float})
          .term;
    if (wanted.is_float) return end.result.term;
    return terms_.zero_extend(end.result.term,
                              std::max(wanted.bits, terms_.width(end.result.term)));
  };
  End all = ends_.back();
  all.result.term = result_of(all);
  encoding_.exited = terms_.conjunction(all.state.path, terms_.truth(all.exited));
  for (size_t i = ends_.size() - 1; i-- > 0;) {
    const End& end = ends_[i];
    const Term here = terms_.without_common(end.state.path, all.state.path);
    const Term exited = terms_.conjunction(end.state.path, terms_.truth(end.exited));
    encoding_.exited = terms_.disjunction(encoding_.exited, exited);
    const Term end_result = result_of(end);
    all.code = terms_.ite(here, end.code, all.code);
    all.result.term = terms_.ite(here, end_result, all.result.term);
    all.state = merge(here, end.state, all.state);
  }
  encoding_.outputs = {all.code, all.result.term};
  add_outputs(all.state);
}

void Encoder::add_outputs(const State& state) {
  auto add = [&](uint32_t id, const std::string& name) {
    const Object& object = heap_.object(id);
    const Cells& cells = *state.memory[id];
    for (size_t i = 0; i < cells.size(); ++i) {
      if (object.leaves[i].is_padding) continue;
      if (!cells[i].is_pointer()) {
        encoding_.outputs.push_back(object.is_array
                                        ? cells[i].term
                                        : heap_.shown(cells[i], shape_of(object.leaves[i])).term);
        continue;
      }
      // A pointer that nobody changes tells nothing.
      const auto initial = initial_.find(id);
      if (initial == initial_.end() ||
          !terms_.is_true(*heap_.equal(cells[i], (*initial->second)[i])))
        fail(nullptr, fmt::format("a pointer is written to '{}', which can be seen", name));
    }
  };
  for (const uint32_t id : arrays_) add(id, heap_.object(id).name);
  for (const GlobalVariable& global : interface_.globals)
    add(globals_.at(module_.getNamedGlobal(global.name)), global.name);
  encoding_.outputs.push_back(state.calls);
  for (uint32_t i = 0; i < kMostExternalCalls; ++i)
    encoding_.outputs.push_back(i < state.slots.size() ? state.slots[i]
                                                       : terms_.number(kSlotWidth, 0));
}

void Encoder::call(llvm::Function& function, const std::vector<Val>& arguments, State& state,
                   Val& result, const Instruction* at) {
  if (!stack_.empty()) assume_not_replaced(function);
  // What the library does beside the program is state, too.
  if (uses_locale(function)) assume(AssumptionKind::State, "the locale is that of C");
  if (stack_.size() >= kMostCalls) return give_up(at, "too many calls inside each other");
  if (static_cast<uint32_t>(std::ranges::count(stack_, &function)) > options_.unwind) {
    cut(state);
    result = zero_of(*function.getReturnType());
    return;
  }
  stack_.push_back(&function);
  Frame(*this, function).run(arguments, state, result);
  stack_.pop_back();
}

InputTerms make_inputs(Terms& terms, const Interface& interface) {
  InputTerms inputs{{}, terms.truth(true)};
  for_each_value(interface, [&](const Parameter& parameter, uint32_t element, const Leaf& leaf,
                                size_t) {
    const Term symbol = terms.symbol(value_name(parameter, element, leaf), terms.sort(leaf.bits));
    inputs.values.push_back(symbol);
    if (leaf.is_truth && leaf.bits > 1) {
      const Term one = terms.number(leaf.bits, 1);
      const Term small = terms.compare(llvm::CmpInst::ICMP_ULE, symbol, one);
      inputs.domain = terms.conjunction(inputs.domain, small);
    }
    // There is one NaN.
    if (leaf.is_float) {
      const Term number = terms.float_from_bits(symbol);
      const Term bits = terms.float_bits(number);
      const Term same = terms.equal(symbol, bits);
      inputs.domain = terms.conjunction(inputs.domain, same);
    }
  });
  for (const GlobalVariable& global : interface.globals) {
    const bool is_small =
        std::ranges::count(global.leaves, false, &Leaf::is_padding) <= kMostFreeLeaves;
    if (!is_small || std::ranges::find(global.leaves, 0u, &Leaf::bits) != global.leaves.end())
      continue;
    std::vector<Term>& symbols = inputs.state[global.name];
    for (size_t i = 0; i < global.leaves.size(); ++i)
      symbols.push_back(
          terms.unknown(fmt::format("{} at the start, {}", global.name, i), global.leaves[i].bits));
  }
  return inputs;
}

Result<Encoding> encode(Terms& terms, llvm::Module& module, const Interface& interface,
                        const InputTerms& inputs, Term fault, const EncodeOptions& options) {
  return Encoder(terms, module, interface, inputs, fault, options).run();
}

Assumptions with_less(Assumptions all, EncodeOptions options, const Prove& prove) {
  auto is_start = [](const Assumption& each) {
    return each.kind == AssumptionKind::State || each.kind == AssumptionKind::Unset;
  };
  const bool state = has(all, AssumptionKind::State);
  const bool unset = has(all, AssumptionKind::Unset);
  constexpr std::pair<bool, bool> kFree[] = {{true, true}, {false, true}, {true, false}};
  for (const auto& [any_state, any_unset] : kFree) {
    if ((any_state && !state) || (any_unset && !unset)) continue;
    options.any_state = any_state;
    options.any_unset = any_unset;
    const std::optional<Assumptions> left = prove(options);
    if (!left) continue;
    std::erase_if(all, is_start);
    all.insert(left->begin(), left->end());
    break;
  }
  return all;
}

Assumption bound_assumption(const EncodeOptions& options) {
  return {
      AssumptionKind::Bound,
      fmt::format(
          "nothing goes beyond the bound (--unwind {}{})", options.unwind,
          options.unwind < options.wanted ? fmt::format(", {} is too much", options.wanted) : "")};
}

}  // namespace pg
