#include "ask/question.h"

#include <algorithm>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include "model/print_value.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "term/substitute.h"
#include "theory/core/core.h"
#include "theory/core/eval_support.h"

namespace pg {
namespace {

// Longer questions and values are not worth it.
constexpr size_t kMaxScript = size_t{1} << 20;
constexpr size_t kMaxValue = 10'000;
constexpr size_t kMaxBinders = 50;

// Writes the script of a question: the model's definitions, a constant for each variable, and what
// is to hold of them.
class QuestionWriter {
 public:
  QuestionWriter(Pool& pool, ValuePool& values, const CheckState& state, const Model& model)
      : pool_(pool),
        values_(values),
        state_(state),
        model_(model),
        evaluator_(pool, values, state.script, model, Evaluator::Missing::Default),
        domains_(pool, values) {
    for (const Command& command : state.script.commands)
      for (const Definition& definition : command.definitions)
        if (definition.body) defined_[definition.function] = definition;
    for (const auto& [sort, elements] : model.universes) {
      universes_[sort] = elements;
      std::vector<Value> universe;
      for (const Symbol element : elements) universe.push_back(values.element(sort, element.id()));
      domains_.set_universe(sort, std::move(universe));
    }
  }

  std::optional<Question> write(const Evaluator::OpenQuantifier& open) {
    Substitution outer;
    for (const auto& [variable, value] : open.outer) {
      const Head constant = fresh(pool_.sort(variable));
      given_[constant] = value;
      outer[variable] = pool_.constant(constant);
    }
    const Term binder = substitute(pool_, open.binder, outer);
    find_goals(binder, pool_.op(binder) == &core::kExists);
    text_ = "(set-logic ALL)\n";
    write_sorts();
    for (const Term goal : goals_) write_functions(goal);
    for (const auto& constants : wanted_)
      for (const auto& [constant, variable] : constants) declare(constant);
    for (const Term goal : goals_)
      text_ += fmt::format("(assert {})\n", print_term(pool_, goal, {.share = true, .width = 0}));
    if (!good_ || text_.size() > kMaxScript) return {};
    question_.script = std::move(text_) + "(check-sat)\n";
    for (const auto& constants : wanted_) {
      auto& binder_names = question_.binders.emplace_back();
      for (const auto& [constant, variable] : constants)
        binder_names.emplace_back(name_of(constant), pool_.text(pool_.data(variable).name));
    }
    return std::move(question_);
  }

 private:
  std::string name_of(Head function) const {
    return std::string(pool_.text(pool_.data(function).name));
  }

  Head fresh(Sort sort) {
    const Symbol name = pool_.intern(fmt::format("try!{}", count_++));
    return pool_.declare(name, {}, sort);
  }

  // What must hold for the quantifier to be decided, with constants for its variables, and for
  // those of quantifiers in it that ask for values as well.
  void find_goals(Term root, bool holds) {
    std::vector<std::pair<Term, bool>> work{{root, holds}};
    while (!work.empty()) {
      const auto [term, positive] = work.back();
      work.pop_back();
      const OpSpec* op = pool_.op(term);
      const std::span<const Term> args = pool_.args(term);
      if (pool_.kind(term) == HeadKind::Annotation) {
        work.emplace_back(args[0], positive);
      } else if (op == &core::kNot) {
        work.emplace_back(args[0], !positive);
      } else if (op == (positive ? &core::kAnd : &core::kOr)) {
        for (const Term arg : args) work.emplace_back(arg, positive);
      } else if (op == &core::kImplies && !positive) {
        for (const Term arg : args) work.emplace_back(arg, arg != args.back());
      } else if (op == (positive ? &core::kExists : &core::kForall) &&
                 wanted_.size() < kMaxBinders) {
        work.emplace_back(opened(term), positive);
      } else {
        goals_.push_back(positive ? term : pool_.term(core::kNot, {term}));
      }
    }
    std::ranges::reverse(goals_);
  }

  // The body of a quantifier, with constants for its variables.
  Term opened(Term binder) {
    const std::span<const Term> variables = bound_variables(pool_, binder);
    Substitution constants;
    auto& wanted = wanted_.emplace_back();
    for (const Term variable : variables) {
      const Head constant = fresh(pool_.sort(variable));
      wanted.emplace_back(constant, variable);
      constants[variable] = pool_.constant(constant);
      known_.insert(constant);
    }
    return substitute(pool_, pool_.args(binder)[variables.size()], constants);
  }

  void declare(Head constant) {
    const Sort sort = pool_.data(constant).sort;
    // The evaluator tries no values with elements that the model does not list.
    good_ = good_ && !domains_.has_unknown_elements(sort);
    text_ += fmt::format("(declare-fun {} () {})\n", print_symbol(name_of(constant)),
                         print_sort(pool_, sort));
  }

  // An uninterpreted sort is the list of its elements where the model has one.
  void write_sorts() {
    for (const Command& command : state_.script.commands) {
      const bool sorts = command.kind == CommandKind::DeclareSort ||
                         command.kind == CommandKind::DefineSort ||
                         command.kind == CommandKind::DeclareSortParameter ||
                         command.kind == CommandKind::DeclareDatatypes;
      if (!sorts || write_universe(command)) continue;
      print_command(pool_, command, {.share = true, .width = 0}, text_);
      text_ += '\n';
    }
  }

  bool write_universe(const Command& command) {
    if (command.kind != CommandKind::DeclareSort || command.datatypes.empty()) return false;
    const SortCtor ctor = command.datatypes[0].sort;
    if (pool_.arity(ctor) > 0) return false;
    const auto it = universes_.find(pool_.sort(ctor, {}, {}));
    if (it == universes_.end()) return false;
    text_ +=
        fmt::format("(declare-datatypes (({} 0)) ((", print_symbol(pool_.text(pool_.name(ctor))));
    for (const Symbol element : it->second)
      text_ += fmt::format("({})", print_symbol(pool_.text(element)));
    text_ += ")))\n";
    return true;
  }

  // Definitions of all functions that a term needs, each after those that it needs itself.
  void write_functions(Term root) {
    struct Frame {
      Head function;
      std::vector<Head> needs;
      size_t next = 0;
    };
    std::vector<Frame> stack;
    const auto enter = [&](Head function) {
      if (!known_.insert(function).second) return;
      stack.push_back({function, needs_of(function)});
    };
    for (const Head function : functions(pool_, root)) {
      enter(function);
      while (!stack.empty()) {
        Frame& frame = stack.back();
        if (frame.next < frame.needs.size()) {
          enter(frame.needs[frame.next++]);
          continue;
        }
        write_function(frame.function);
        stack.pop_back();
      }
    }
  }

  const Definition* definition_of(Head function) const {
    if (const auto it = defined_.find(function); it != defined_.end()) return &it->second;
    const auto it = model_.functions.find(function);
    return it == model_.functions.end() ? nullptr : &it->second;
  }

  // A constant is written as its value, which needs nothing.
  std::vector<Head> needs_of(Head function) {
    const Definition* definition = definition_of(function);
    if (!definition || value_text(function)) return {};
    return functions(pool_, definition->body);
  }

  std::optional<std::string> value_text(Head function) {
    const HeadData& data = pool_.data(function);
    if (!data.params.empty() || data.role == FunctionRole::Constructor) return {};
    const auto given = given_.find(function);
    const Value value =
        given != given_.end() ? given->second : evaluator_.eval(pool_.constant(function));
    return text_of(value, data.sort);
  }

  std::optional<std::string> text_of(Value value, Sort sort) {
    const bool irrational = value.kind() == ValueKind::Algebraic;
    if (!value.is_defined() || (is_opaque(values_, value) && !irrational)) return {};
    return print_value(pool_, values_, value, sort, kMaxScript);
  }

  void write_function(Head function) {
    const HeadData& data = pool_.data(function);
    if (data.role == FunctionRole::Named) good_ = false;
    if (data.role != FunctionRole::Declared && data.role != FunctionRole::Defined) return;
    if (model_.elements.contains(function)) {
      good_ = good_ && universes_.contains(data.sort);
      return;
    }
    const Definition* definition = definition_of(function);
    if (const std::optional<std::string> value = value_text(function)) {
      write_value(function, {}, *value);
    } else if (definition) {
      Command command;
      const bool recursive = model_.recursive.contains(function);
      command.kind = recursive ? CommandKind::DefineFunRec : CommandKind::DefineFun;
      command.name = pool_.intern(recursive ? "define-fun-rec" : "define-fun");
      command.definitions = {*definition};
      print_command(pool_, command, {.share = true, .width = 0}, text_);
      text_ += '\n';
    } else {
      // The model leaves it out: the evaluator takes one value everywhere.
      const std::optional<std::string> some = text_of(domains_.some(data.sort), data.sort);
      good_ = good_ && some;
      write_value(function, data.params, some.value_or(""));
    }
  }

  void write_value(Head function, std::span<const Sort> params, const std::string& value) {
    std::string list;
    for (size_t i = 0; i < params.size(); ++i)
      list += fmt::format("(x!{} {})", i, print_sort(pool_, params[i]));
    text_ += fmt::format("(define-fun {} ({}) {} {})\n", print_symbol(name_of(function)), list,
                         print_sort(pool_, pool_.data(function).sort), value);
  }

  Pool& pool_;
  ValuePool& values_;
  const CheckState& state_;
  const Model& model_;
  Evaluator evaluator_;
  Domains domains_;
  absl::flat_hash_map<Head, Definition> defined_;  // by the script
  absl::flat_hash_map<Sort, std::vector<Symbol>> universes_;
  absl::flat_hash_map<Head, Value> given_;                  // of variables around the quantifier
  absl::flat_hash_set<Head> known_;                         // what is written, or will be
  std::vector<std::vector<std::pair<Head, Term>>> wanted_;  // by binder: constants and variables
  std::vector<Term> goals_;
  Question question_;
  std::string text_;
  size_t count_ = 0;
  bool good_ = true;
};

}  // namespace

std::optional<Question> question_of(Pool& pool, ValuePool& values, const CheckState& state,
                                    const Model& model, const Evaluator::OpenQuantifier& open) {
  return QuestionWriter(pool, values, state, model).write(open);
}

std::string instances_of(const Question& question, std::string_view text, bool escapes_strings) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, question.script);
  const Result<Model> model = read_model(pool, parsed.script, text, escapes_strings);
  if (!model) return {};
  ValuePool values;
  Evaluator evaluator(pool, values, parsed.script, *model, Evaluator::Missing::Default);
  absl::flat_hash_map<std::string_view, Head> constants;
  for (const Command& command : parsed.script.commands)
    for (const Definition& definition : command.definitions)
      constants[pool.text(pool.data(definition.function).name)] = definition.function;
  std::string lines;
  for (const auto& binder : question.binders) {
    std::vector<std::pair<std::string, std::string>> instance;
    for (const auto& [constant, variable] : binder) {
      const Head head = constants.at(constant);
      const Value value = evaluator.eval(pool.constant(head));
      std::string written = print_value(pool, values, value, pool.data(head).sort, kMaxValue);
      if (value.is_defined() && written.size() <= kMaxValue)
        instance.emplace_back(variable, std::move(written));
    }
    if (instance.size() == binder.size()) lines += instance_line(instance);
  }
  return lines;
}

}  // namespace pg
