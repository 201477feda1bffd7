#include "program/condition.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/input.h"
#include "program/checks.h"
#include "program/overlay.h"
#include "program/reach.h"
#include "solve/scratch.h"

namespace pg {
namespace {

// Names that clang sees; the function gets its own behind.
constexpr const char* kSourceName = "polygraph_condition";
constexpr const char* kPlace = "--assume";

Error about_condition(const std::string& message) {
  return {{}, fmt::format("{}: {}", kPlace, message)};
}

// The parameters as the tested function declares them, and nothing may be changed by them.
std::string declarations(const Interface& interface) {
  std::vector<std::string> list;
  for (const Parameter& parameter : interface.parameters) {
    if (parameter.external || parameter.says_null) continue;
    const char* star = parameter.pointer && !parameter.by_value ? "*" : "";
    list.push_back(parameter.dimensions.empty()
                       ? fmt::format("const {} {}const {}", parameter.type, star, parameter.name)
                       : fmt::format("const {} (*const {}){}", parameter.type, parameter.name,
                                     parameter.dimensions));
  }
  return list.empty() ? "void" : fmt::format("{}", fmt::join(list, ", "));
}

std::string source_of(const Interface& interface) {
  std::string text =
      fmt::format("\n_Bool {0}({1});\n_Bool {0}({1}) {{\n", kSourceName, declarations(interface));
  for (const InputCondition& each : interface.conditions)
    text += fmt::format("  if (!(\n#line 1 \"{}\"\n{}\n)) return 0;\n", kPlace, each.code);
  return text + "  return 1;\n}\n";
}

// Why it cannot be said of an input alone whether it is true.
std::string dependence_of(llvm::Module& module, llvm::Function& condition) {
  const Reached reached = reachable_functions(module, condition);
  for (const llvm::Function* function : reached.functions)
    for (const llvm::BasicBlock& block : *function)
      for (const llvm::Instruction& instruction : block)
        if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
          if (const llvm::Function* callee = call->getCalledFunction())
            if (is_external(*callee) || is_exit(*callee) || is_abort(*callee))
              return fmt::format("it calls '{}', which has no body in this file",
                                 callee->getName().str());
  return {};
}

}  // namespace

Result<LoadedModule> load_with_conditions(const std::string& path,
                                          const std::vector<std::string>& words,
                                          const Interface& interface) {
  if (!path.ends_with(".c")) return about_condition("the program is no C");
  for (const Parameter& parameter : interface.parameters)
    if (parameter.type.ends_with(' '))
      return about_condition(fmt::format("the type of parameter '{}' has no name", parameter.name));
  const Result<std::string> text = read_input(path);
  if (!text) return text.error();
  const Result<std::string> folder = new_scratch_folder();
  if (!folder) return folder.error();
  std::vector<std::string> all = words;
  for (std::string& word : show_instead(path, *text + source_of(interface), *folder))
    all.push_back(std::move(word));
  all.emplace_back("-w");
  Result<LoadedModule> loaded = load_module(path, all);
  if (!loaded) return loaded;
  llvm::Module& module = *loaded->module;
  llvm::Function* condition = module.getFunction(kSourceName);
  CHECK(condition, "a condition that was not compiled");
  condition->setName(kConditionFunction);
  condition->setLinkage(llvm::GlobalValue::InternalLinkage);
  const std::string problem = dependence_of(module, *condition);
  if (!problem.empty()) return about_condition(problem);
  return loaded;
}

std::optional<Error> restrict_inputs(Terms& terms, llvm::Module& module, const Interface& interface,
                                     const EncodeOptions& options, InputTerms& inputs) {
  if (interface.conditions.empty()) return std::nullopt;
  Interface own = interface;
  own.function = kConditionFunction;
  own.result = {"", 0, 8, false, true};
  own.returned = {};
  own.returns_pointer = false;
  // Padding of parameters can be anything.
  EncodeOptions with_any = options;
  with_any.any_unset = true;
  const Term original = terms.number(32, 0);
  const Result<Encoding> encoding = encode(terms, module, own, inputs, original, with_any);
  if (!encoding) return about_condition(encoding.error().message);
  if (!encoding->complete)
    return about_condition(fmt::format("it goes beyond the bound (--unwind {})", options.unwind));
  if (!encoding->assumptions.empty())
    return about_condition("it depends on more than the input: " + text_of(encoding->assumptions));
  const Term result = encoding->outputs[1];
  const Term none = terms.number(terms.width(result), 0);
  const Term holds = terms.negation(terms.equal(result, none));
  inputs.domain = terms.conjunction(inputs.domain, sound(terms, *encoding));
  inputs.domain = terms.conjunction(inputs.domain, holds);
  return std::nullopt;
}

void add_conditions(const Interface& interface, Assumptions& assumptions) {
  for (const InputCondition& each : interface.conditions)
    assumptions.insert({AssumptionKind::Given, each.text});
}

}  // namespace pg
