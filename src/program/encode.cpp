#include "program/encode.h"

#include <algorithm>

#include <fmt/format.h>

#include "program/encoder.h"
#include "program/frame.h"
#include "program/module.h"
#include "program/seed.h"
#include "program/signature.h"

namespace pg {
namespace {

constexpr uint32_t kMostCalls = 200;  // inside each other

}  // namespace

Result<Encoding> Encoder::run() {
  State state{terms_.truth(true), Memory(1), terms_.number(8, 0), {}};
  if (calls_externals()) state.slots.assign(kMostExternalCalls, terms_.number(slot_width(), 0));
  add_globals(state);
  std::vector<Val> arguments = add_arguments(state);
  llvm::Function* function = module_.getFunction(interface_.function);
  Val result;
  call(*function, arguments, state, result, nullptr);
  if (error_) return *error_;
  if (!terms_.is_false(state.path)) ends_.push_back({state, false, terms_.number(32, 0), result});
  finish();
  if (error_) return *error_;
  return encoding_;
}

void Encoder::fail(const Instruction* at, std::string message) {
  if (!error_) error_ = Error{at ? place_of(*at) : Place{}, std::move(message)};
}

bool Encoder::calls_externals() const { return !interface_.externals.empty(); }

// Objects: globals and parameters.
void Encoder::add_globals(State& state) {
  std::vector<std::pair<uint32_t, const llvm::GlobalVariable*>> added;
  for (const llvm::GlobalVariable& global : module_.globals()) {
    if (global.isDeclaration() || global.getName() == kFaultVariable) continue;
    Object object{global.getName().str(), layout_.getTypeAllocSize(global.getValueType()),
                  global.isConstant(), leaves_of(layout_, global.getValueType())};
    Cells cells;
    for (const Leaf& leaf : object.leaves) cells.push_back(heap_.zero(leaf));
    const uint32_t id = heap_.add(state.memory, std::move(object), std::move(cells));
    globals_[&global] = id;
    added.push_back({id, &global});
  }
  // Initial values may be pointers to other globals, so that all must be known before.
  for (const auto& [id, global] : added) {
    Cells cells;
    std::vector<const llvm::Constant*> pending{global->getInitializer()};
    while (!pending.empty()) {
      const llvm::Constant* next = pending.back();
      pending.pop_back();
      if (next->getType()->isAggregateType()) {
        const unsigned count = next->getType()->isStructTy()
                                   ? next->getType()->getStructNumElements()
                                   : static_cast<unsigned>(next->getType()->getArrayNumElements());
        for (unsigned i = count; i-- > 0;) pending.push_back(next->getAggregateElement(i));
      } else {
        cells.push_back(constant(*next, nullptr));
      }
    }
    heap_.set(state.memory, id, std::move(cells));
  }
}

std::vector<Val> Encoder::add_arguments(State& state) {
  std::vector<Val> arguments;
  llvm::Function* function = module_.getFunction(interface_.function);
  auto next = [&] { return function->getArg(static_cast<unsigned>(arguments.size())); };
  size_t index = 0;
  for (const Parameter& parameter : interface_.parameters) {
    if (!parameter.pointer) {
      const Term given = inputs_.values[index++];
      const llvm::Type* type = next()->getType();
      arguments.push_back({is_float(type) ? terms_.float_from_bits(given)
                                          : terms_.truncate(given, type->getIntegerBitWidth()),
                           {},
                           {}});
      continue;
    }
    Object object{parameter.name, parameter.size * parameter.length, false, {}};
    Cells cells;
    for (uint32_t element = 0; element < parameter.length; ++element)
      for (Leaf leaf : parameter.leaves) {
        leaf.offset += element * parameter.size;
        const Term given = inputs_.values[index++];
        cells.push_back({leaf.is_float ? terms_.float_from_bits(given) : given, {}, {}});
        object.leaves.push_back(std::move(leaf));
      }
    const uint32_t id = heap_.add(state.memory, std::move(object), std::move(cells));
    arrays_.push_back(id);
    const Val address = heap_.pointer_to(id);
    if (!parameter.by_value) {
      arguments.push_back(address);
      continue;
    }
    for (uint32_t piece = 0; piece < parameter.arguments; ++piece) {
      llvm::Argument* passed = next();
      if (passed->hasByValAttr()) {
        arguments.push_back(copied(address, passed->getParamByValType(), state));
        continue;
      }
      const uint32_t bits = passed->getType()->getIntegerBitWidth();
      const Val from = heap_.pointer_to(id, piece * kPieceSize);
      const std::optional<Val> value = heap_.load(state.memory, from, {bits});
      if (!value) fail(nullptr, fmt::format("parameter '{}' cannot be passed", parameter.name));
      arguments.push_back(value.value_or(Val{}));
    }
  }
  return arguments;
}

// A new object with the values of one that is passed by value.
Val Encoder::copied(const Val& pointer, llvm::Type* type, State& state) {
  Object object{"copy", layout_.getTypeAllocSize(type), false, leaves_of(layout_, type)};
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

// Of a number; else empty.
Val Encoder::zero_of(const llvm::Type& type) {
  if (type.isIntegerTy()) return {terms_.number(type.getIntegerBitWidth(), 0), {}, {}};
  if (is_float(&type)) return {terms_.float_number(llvm::APFloat(type.getFltSemantics())), {}, {}};
  return {};
}

Val Encoder::constant(const llvm::Constant& value, const Instruction* at) {
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value))
    return {terms_.number(number->getValue()), {}, {}};
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&value);
      number && is_float(value.getType()))
    return {terms_.float_number(number->getValueAPF()), {}, {}};
  if (llvm::isa<llvm::UndefValue>(value) || value.isNullValue()) {
    if (value.getType()->isPointerTy()) return heap_.null();
    if (const Val zero = zero_of(*value.getType()); zero.term) return zero;
  }
  if (value.getType()->isPointerTy()) {
    llvm::APInt offset(64, 0);
    const llvm::Value* base = value.stripAndAccumulateConstantOffsets(layout_, offset, true);
    const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base);
    if (global && globals_.contains(global))
      return heap_.pointer_to(globals_.at(global), offset.getZExtValue());
  }
  fail(at, "a constant of a kind that is not supported, such as a pointer to a function");
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

void Encoder::exit(State& state, Term code) {
  ends_.push_back({state, true, code, {}});
  state.path = terms_.truth(false);
}

State Encoder::merge(Term condition, const State& a, const State& b) {
  State merged;
  merged.path = terms_.disjunction(a.path, b.path);
  merged.memory = heap_.choose(condition, a.memory, b.memory);
  merged.calls = terms_.ite(condition, a.calls, b.calls);
  for (size_t i = 0; i < a.slots.size(); ++i)
    merged.slots.push_back(terms_.ite(condition, a.slots[i], b.slots[i]));
  return merged;
}

const UnrollOrder& Encoder::order_of(llvm::Function& function) {
  std::unique_ptr<UnrollOrder>& order = orders_[&function];
  if (!order) order = std::make_unique<UnrollOrder>(function);
  return *order;
}

// All ends become one.
void Encoder::finish() {
  if (ends_.empty()) {
    // It never ends by itself: nothing can be seen of it.
    State nothing{terms_.truth(false), Memory(1), terms_.number(8, 0), {}};
    if (calls_externals()) nothing.slots.assign(kMostExternalCalls, terms_.number(slot_width(), 0));
    add_globals(nothing);
    arrays_.clear();
    (void)add_arguments(nothing);
    ends_.push_back({nothing, false, terms_.number(32, 0), {}});
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
  for (const uint32_t id : arrays_)
    for (const Val& value : *state.memory[id]) encoding_.outputs.push_back(value.term);
  for (const GlobalVariable& global : interface_.globals)
    for (const Val& value : *state.memory[globals_.at(module_.getNamedGlobal(global.name))]) {
      if (value.is_pointer())
        return fail(nullptr, fmt::format("the variable '{}' holds a pointer", global.name));
      encoding_.outputs.push_back(value.term);
    }
  encoding_.outputs.push_back(state.calls);
  encoding_.outputs.insert(encoding_.outputs.end(), state.slots.begin(), state.slots.end());
}

void Encoder::call(llvm::Function& function, const std::vector<Val>& arguments, State& state,
                   Val& result, const Instruction* at) {
  if (stack_.size() >= kMostCalls) return fail(at, "too many calls inside each other");
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
  for_each_value(
      interface, [&](const Parameter& parameter, uint32_t element, const Leaf& leaf, size_t) {
        const std::string name = parameter.pointer
                                     ? fmt::format("{}[{}]{}", parameter.name, element, leaf.path)
                                     : parameter.name;
        const Term symbol = terms.symbol(name, terms.sort(leaf.bits));
        inputs.values.push_back(symbol);
        if (!leaf.is_truth) return;
        const Term one = terms.number(leaf.bits, 1);
        const Term small = terms.compare(llvm::CmpInst::ICMP_ULE, symbol, one);
        inputs.domain = terms.conjunction(inputs.domain, small);
      });
  return inputs;
}

Result<Encoding> encode(Terms& terms, llvm::Module& module, const Interface& interface,
                        const InputTerms& inputs, Term fault, const EncodeOptions& options) {
  return Encoder(terms, module, interface, inputs, fault, options).run();
}

Term sound(Terms& terms, const Encoding& original) {
  Term bad = terms.disjunction(original.trap, original.undefined);
  bad = terms.disjunction(bad, original.cut);
  return terms.negation(bad);
}

Term difference(Terms& terms, const Encoding& original, const Encoding& mutant) {
  Term differs = mutant.trap;
  const Term same_end = terms.equal(original.exited, mutant.exited);
  const Term other_end = terms.negation(same_end);
  differs = terms.disjunction(differs, other_end);
  CHECK(original.outputs.size() == mutant.outputs.size(), "encodings of two interfaces");
  for (size_t i = 0; i < original.outputs.size(); ++i) {
    const Term same = terms.equal(original.outputs[i], mutant.outputs[i]);
    const Term other = terms.negation(same);
    differs = terms.disjunction(differs, other);
  }
  const Term within = terms.negation(mutant.cut);
  return terms.conjunction(within, differs);
}

}  // namespace pg
