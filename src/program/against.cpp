#include <fmt/format.h>
#include <fmt/ranges.h>

#include "program/condition.h"
#include "program/encode.h"
#include "program/inputs.h"
#include "program/question.h"
#include "program/subject.h"
#include "program/testgen.h"
#include "program/testgen_options.h"

namespace pg {
namespace {

bool same_leaves(const std::vector<Leaf>& a, const std::vector<Leaf>& b) {
  return std::ranges::equal(a, b, [](const Leaf& left, const Leaf& right) {
    return left.offset == right.offset && left.bits == right.bits &&
           left.is_float == right.is_float && left.shift == right.shift;
  });
}

bool same_target(const PointerTarget& a, const PointerTarget& b) {
  return a.is_parameter == b.is_parameter && (a.is_parameter || a.name == b.name) &&
         a.size == b.size && a.text == b.text;
}

// The functions whose results are inputs.
std::vector<std::string> used_results(const Interface& interface) {
  std::vector<std::string> names;
  for (const Parameter& parameter : interface.parameters)
    if (parameter.external) names.push_back(parameter.name);
  return names;
}

// Why two functions cannot be compared; empty if they can.
std::string mismatch(const Interface& a, const Interface& b) {
  if (a.result.bits != b.result.bits || a.result.is_float != b.result.is_float)
    return "the results have different types";
  if (a.returns_pointer != b.returns_pointer) return "the results have different types";
  if (!std::ranges::equal(a.targets, b.targets, same_target))
    return "the results are pointers, and the versions have different objects";
  if (!same_leaves(a.returned.leaves, b.returned.leaves)) return "the results have different types";
  const std::vector<std::string> first = used_results(a);
  const std::vector<std::string> second = used_results(b);
  if (first != second)
    return fmt::format("they use the results of different functions: {} and {}",
                       first.empty() ? "none" : fmt::format("{}", fmt::join(first, ", ")),
                       second.empty() ? "none" : fmt::format("{}", fmt::join(second, ", ")));
  if (a.parameters.size() != b.parameters.size()) return "the parameters differ in number";
  for (size_t i = 0; i < a.parameters.size(); ++i)
    if (a.parameters[i].pointer != b.parameters[i].pointer ||
        a.parameters[i].by_value != b.parameters[i].by_value ||
        a.parameters[i].length != b.parameters[i].length ||
        !same_leaves(a.parameters[i].leaves, b.parameters[i].leaves))
      return fmt::format("parameter '{}' has another type", b.parameters[i].name);
  const bool same_globals = std::ranges::equal(
      a.globals, b.globals, [](const GlobalVariable& x, const GlobalVariable& y) {
        return x.name == y.name && same_leaves(x.leaves, y.leaves);
      });
  return same_globals ? "" : "they have different global variables";
}

bool same(const Observation& a, const Observation& b) {
  return a.end == b.end && a.code == b.code && a.result == b.result && a.arrays == b.arrays &&
         a.globals == b.globals && a.calls == b.calls;
}

// What a function without a body may call in either version, and need not be the same.
std::vector<std::string> common_functions(const llvm::Module& first, const llvm::Module& second) {
  std::vector<std::string> names;
  for (const llvm::Function& function : first) {
    const llvm::Function* other = second.getFunction(function.getName());
    if (!function.isDeclaration() && other && !other->isDeclaration())
      names.push_back(function.getName().str());
  }
  return names;
}

class Comparison {
 public:
  Comparison(Subject& first, Subject& second, const TestgenOptions& options)
      : first_(first),
        second_(second),
        options_(options),
        terms_(pool_),
        inputs_(make_inputs(terms_, first.interface)),
        panel_(panel_options(options), Budget(options.seconds, options.stop)),
        asker_(terms_, first.interface, inputs_, panel_, options.limits.seconds) {
    encode_options_.unwind = encode_options_.wanted = options.unwind;
    encode_options_.changed = common_functions(*first.code.module, *second.code.module);
    report_.interface = first.interface;
  }

  std::variant<AgainstReport, TestgenFailure> run() {
    if (const auto problem = restrict_inputs(terms_, *first_.code.module, first_.interface,
                                             encode_options_, inputs_))
      return TestgenFailure{TestgenFailure::Kind::BadInput, *problem};
    const InputSource source(first_.interface, first_.constants, Rng(options_.rng));
    for (uint64_t i = 0; i < options_.inputs && !failure_; ++i)
      if (try_input(source.draw(i))) return report_;
    if (!failure_) solve();
    if (failure_) return *failure_;
    return report_;
  }

 private:
  // True if the two versions differ, and the first does nothing undefined.
  bool try_input(const Input& input) {
    const Result<Observation> first = first_.native->observe(input, 0);
    const Result<Observation> second = second_.native->observe(input, 0);
    if (!first || !second) {
      failure_ = {TestgenFailure::Kind::Internal, first ? second.error() : first.error()};
      return false;
    }
    defined_ = defined_ || first->is_defined();
    if (!first->is_defined() || second->unset || same(*first, *second)) return false;
    report_.differs = true;
    report_.input = input;
    report_.first = *first;
    report_.second = *second;
    return true;
  }

  void solve() {
    const Result<Encoding> first = encoded(first_, encode_options_);
    const Result<Encoding> second = encoded(second_, encode_options_);
    if (!first || !second) {
      failure_ = {TestgenFailure::Kind::BadInput, first ? second.error() : first.error()};
      return;
    }
    const Term defined = sound(terms_, *first);
    if ((!defined_ || !first->complete) &&
        asker_.ask(defined, {}, "defined").kind != AnswerKind::Sat)
      return give_up(
          "no input is known that stays within the bound and on which the first version does "
          "nothing "
          "undefined");
    const Term differs = difference(terms_, *first, *second);
    const Reply reply = asker_.ask(terms_.conjunction(defined, differs), {}, "difference");
    if (reply.kind == AnswerKind::Sat) return confirm(reply);
    if (reply.kind != AnswerKind::Unsat)
      return give_up(fmt::format("the solver says {} {}", name_of(reply.kind), reply.detail));
    const UnsetDifference unset = unset_difference(terms_, *first, *second);
    if (asker_.ask(unset.only_mutant, {}, "unset").kind != AnswerKind::Unsat)
      return give_up("where the second version may differ it uses what was never given a value");
    const Reply beyond = asker_.ask(may_differ(terms_, *first, *second, true), {}, "bound");
    const bool within = beyond.kind == AnswerKind::Unsat;
    Assumptions all = assumed(*first, *second);
    if (!within) all.insert(bound_assumption(encode_options_));
    report_.assumptions =
        with_less(std::move(all), encode_options_,
                  [&](const EncodeOptions& free) { return prove_same(free, within); });
    if (asker_.ask(unset.original, {}, "unset-original").kind != AnswerKind::Unsat)
      report_.assumptions.insert({AssumptionKind::Unset, kNothingUnset});
    add_conditions(first_.interface, report_.assumptions);
    report_.accepted = accepts(options_, report_.assumptions);
  }

  Result<Encoding> encoded(Subject& subject, const EncodeOptions& options) {
    const Term none = terms_.number(32, 0);
    return encode(terms_, *subject.code.module, subject.interface, inputs_, none, options);
  }

  void give_up(std::string note) {
    report_.unknown = true;
    report_.note = std::move(note);
  }

  // What both rest on, and what the second version needs beside.
  Assumptions assumed(const Encoding& first, const Encoding& second) {
    Assumptions all = null_assumptions(terms_, first, second, [&](Term condition) {
      return asker_.ask(condition, {}, "null").kind != AnswerKind::Unsat;
    });
    all.insert(first.assumptions.begin(), first.assumptions.end());
    all.insert(second.assumptions.begin(), second.assumptions.end());
    return all;
  }

  // What is assumed if the versions are the same, encoded in this way; nothing if that is not
  // known.
  std::optional<Assumptions> prove_same(const EncodeOptions& free, bool within) {
    const Result<Encoding> first = encoded(first_, free);
    const Result<Encoding> second = encoded(second_, free);
    if (!first || !second) return std::nullopt;
    const Term open = may_differ(terms_, *first, *second, within);
    if (asker_.ask(open, {}, "start").kind != AnswerKind::Unsat) return std::nullopt;
    return assumed(*first, *second);
  }

  void confirm(const Reply& reply) {
    if (try_input(reply.input) || failure_) return;
    failure_ = {
        reply.model_holds ? TestgenFailure::Kind::Internal : TestgenFailure::Kind::SolverLied,
        {{},
         fmt::format("the versions should differ for ({}), and do not",
                     fmt::join(reply.input, ", "))},
        reply.query};
  }

  Subject& first_;
  Subject& second_;
  const TestgenOptions& options_;
  Pool pool_;
  Terms terms_;
  InputTerms inputs_;
  Panel panel_;
  Asker asker_;
  EncodeOptions encode_options_;
  AgainstReport report_;
  bool defined_ = false;  // the first version was seen to do nothing undefined
  std::optional<TestgenFailure> failure_;
};

}  // namespace

std::variant<AgainstReport, TestgenFailure> compare_versions(const TestgenOptions& options,
                                                             const std::string& other) {
  Result<SubjectOptions> wanted = subject_options(options);
  if (!wanted) return TestgenFailure{TestgenFailure::Kind::BadInput, wanted.error()};
  wanted->operators.clear();
  const Result<std::unique_ptr<Subject>> first = make_subject(*wanted);
  if (!first) return TestgenFailure{TestgenFailure::Kind::BadInput, first.error()};
  wanted->file = other;
  wanted->conditions.clear();
  const Result<std::unique_ptr<Subject>> second = make_subject(*wanted);
  if (!second)
    return TestgenFailure{TestgenFailure::Kind::BadInput,
                          {{}, format_error(other, second.error())}};
  const std::string problem = mismatch((*first)->interface, (*second)->interface);
  if (!problem.empty())
    return TestgenFailure{TestgenFailure::Kind::BadInput, {{}, "--against: " + problem}};
  return Comparison(**first, **second, options).run();
}

}  // namespace pg
