#include "smtlib/printer.h"

#include <algorithm>
#include <array>
#include <deque>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include "smtlib/lexer.h"
#include "smtlib/plan.h"
#include "term/infer.h"
#include "term/traverse.h"

namespace pg {
namespace {

void put_symbol(std::string& out, std::string_view text) {
  if (is_simple_symbol(text) && !is_reserved_word(text))
    out += text;
  else
    out.append("|").append(text).append("|");
}

void put_sort(const Pool& pool, Sort root, std::span<const Symbol> params, std::string& out) {
  struct Frame {
    Sort sort;
    size_t next;
  };
  std::vector<Frame> stack;
  // Writes a sort without arguments, or opens it.
  auto begin = [&](Sort sort) {
    const SortKind kind = pool.kind(sort);
    const std::span<const uint32_t> indices = pool.indices(sort);
    if (kind == SortKind::Param) {
      const uint32_t which = indices[0];
      if (which < params.size())
        put_symbol(out, pool.text(params[which]));
      else if (which >= Pool::kFirstNamedParameter)
        put_symbol(out, pool.text(pool.parameter_name(sort)));
      else  // outside of its declaration it has no name; messages about constructors show it
        out += fmt::format("X{}", which + 1);
      return;
    }
    const std::string_view name = pool.text(pool.name(pool.ctor(sort)));
    if (!indices.empty()) {
      for (const SortAlias& alias : kSortAliases) {
        if (alias.kind == kind && std::ranges::equal(alias.indices, indices)) {
          out += alias.name;
          return;
        }
      }
      out.append("(_ ").append(name);
      for (const uint32_t index : indices) out.append(" ").append(std::to_string(index));
      out += ")";
      return;
    }
    if (pool.args(sort).empty()) {
      put_symbol(out, kind == SortKind::Tuple ? "UnitTuple" : name);
      return;
    }
    out += "(";
    put_symbol(out, name);
    stack.push_back({sort, 0});
  };
  begin(root);
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const std::span<const Sort> args = pool.args(frame.sort);
    if (frame.next == args.size()) {
      out += ")";
      stack.pop_back();
    } else {
      out += " ";
      begin(args[frame.next++]);
    }
  }
}

// Calls visit(Sort) for a sort and the sorts inside of it, each once.
template <typename Visit>
void for_each_part(const Pool& pool, std::span<const Sort> roots, Visit visit) {
  std::vector<Sort> work(roots.begin(), roots.end());
  absl::flat_hash_set<Sort> seen;
  while (!work.empty()) {
    const Sort sort = work.back();
    work.pop_back();
    if (!seen.insert(sort).second) continue;
    visit(sort);
    work.insert(work.end(), pool.args(sort).begin(), pool.args(sort).end());
  }
}

// True if the term has to be written with its sort: if its arguments leave a parameter of the
// function's sort open, as in (as nil (List Int)), or if they fit another function of that name.
bool needs_qualifier(const Pool& pool, Term term) {
  const HeadData& data = pool.data(term);
  if (pool.args(term).size() < data.params.size()) return false;
  if (!data.overloaded) {
    if (!pool.has_param(data.sort)) return false;
    absl::flat_hash_set<Sort> open;
    for_each_part(pool, std::span(&data.sort, 1), [&](Sort sort) {
      if (pool.kind(sort) == SortKind::Param) open.insert(sort);
    });
    for_each_part(pool, data.params, [&](Sort sort) { open.erase(sort); });
    if (open.empty()) return false;
  }
  // Nobody said what it is; there is no way to write an unknown sort.
  return is_known(pool, pool.sort(term));
}

// Writes one term by its plan, with a stack of what is still to be written.
class TermPrinter {
 public:
  TermPrinter(const Pool& pool, const PrintOptions& options, std::string& out)
      : pool_(pool), options_(options), out_(out) {
    const size_t line = out.rfind('\n');
    line_start_ = line == std::string::npos ? 0 : line + 1;
  }

  void print(Term root, std::span<const Term> params = {}) {
    if (pool_.args(root).empty() && params.empty()) {
      leaf(root);
      return;
    }
    print(PrintPlan(pool_, root, params, options_.share));
  }

  void print(const PrintPlan& plan) {
    plan_ = &plan;
    push_child({plan.root(), PrintPlan::kRoot}, 0, options_.width == 0);
    while (!stack_.empty()) {
      const Item item = stack_.back();
      stack_.pop_back();
      switch (item.kind) {
        case ItemKind::Text:
          out_ += item.text;
          break;
        case ItemKind::Break:
          line_break(item.indent);
          break;
        case ItemKind::Use:
          use(item.id, item.indent, item.flat);
          break;
        case ItemKind::Definition:
          definition(item.id, item.indent, item.flat);
          break;
        case ItemKind::LetName:
          out_ += plan.let_name(item.id);
          break;
      }
    }
  }

 private:
  enum class ItemKind : uint8_t { Text, Break, Use, Definition, LetName };
  struct Item {
    ItemKind kind;
    bool flat = false;
    uint32_t id = 0;
    uint32_t indent = 0;
    std::string_view text = {};
  };

  // Deeper text is not indented any further, or a deep term would be mostly spaces.
  static constexpr uint32_t kMaxIndent = 40;

  void line_break(uint32_t indent) {
    out_ += '\n';
    line_start_ = out_.size();
    out_.append(indent, ' ');
  }

  void push_text(std::string_view text) { stack_.push_back({ItemKind::Text, false, 0, 0, text}); }
  void push_space(uint32_t indent, bool flat) {
    if (flat)
      push_text(" ");
    else
      stack_.push_back({ItemKind::Break, false, 0, indent, {}});
  }
  void push_child(const PrintPlan::Child& child, uint32_t indent, bool flat) {
    if (child.region != PrintPlan::kSame && !plan_->region(child.region).lets.empty())
      push_region(child, indent, flat);
    else
      stack_.push_back({ItemKind::Use, flat, child.instance, indent, {}});
  }

  // The lets of a region and its body; what is pushed last is written first.
  void push_region(const PrintPlan::Child& child, uint32_t indent, bool flat) {
    const std::span<const uint32_t> lets = plan_->region(child.region).lets;
    const PrintPlan::Instance& body = plan_->instance(child.instance);
    // Patterns must stay next to their quantifier: the lets go inside of an annotation.
    if (pool_.kind(body.term) == HeadKind::Annotation && body.name == 0) {
      annotation(child.instance, indent, flat, child.region);
      return;
    }
    size_t levels = 0;
    for (size_t i = 0; i < lets.size(); ++i)
      if (i == 0 || level(lets[i]) != level(lets[i - 1])) ++levels;
    push_text(keep(std::string(levels, ')')));
    stack_.push_back({ItemKind::Use, flat, child.instance, indent, {}});
    for (size_t end = lets.size(); end > 0;) {
      size_t begin = end;
      while (begin > 0 && level(lets[begin - 1]) == level(lets[end - 1])) --begin;
      push_space(indent, flat);
      push_text(")");
      for (size_t i = end; i > begin; --i) {
        push_text(")");
        stack_.push_back({ItemKind::Definition, flat, lets[i - 1], indent + 6, {}});
        push_text(" ");
        stack_.push_back({ItemKind::LetName, flat, plan_->instance(lets[i - 1]).name, 0, {}});
        push_text("(");
        if (i > begin + 1) push_space(indent + 6, flat);
      }
      push_text("(let (");
      end = begin;
    }
  }
  uint32_t level(uint32_t id) const { return plan_->instance(id).level; }

  // Keeps a text for as long as the stack may refer to it.
  std::string_view keep(std::string text) {
    texts_.push_back(std::move(text));
    return texts_.back();
  }

  void use(uint32_t id, uint32_t indent, bool flat) {
    const PrintPlan::Instance& instance = plan_->instance(id);
    const Symbol given = plan_->given_name(id);
    if (instance.name > 0)
      out_ += plan_->let_name(instance.name);
    else if (given && !named_.insert(instance.term).second)
      put_symbol(out_, pool_.text(given));
    else
      definition(id, indent, flat);
  }

  void leaf(Term term) {
    if (pool_.kind(term) == HeadKind::Variable)
      put_symbol(out_, plan_ ? plan_->variable_name(term) : pool_.text(pool_.data(term).name));
    else
      put_head(term);
  }

  // The head of an application, or a whole term without arguments.
  void put_head(Term term) {
    const HeadData& data = pool_.data(term);
    const std::string_view name = data.name ? pool_.text(data.name) : std::string_view();
    switch (data.kind) {
      case HeadKind::Operator:
        if (data.sort) out_ += "(as ";
        if (!data.indices.empty()) out_ += "(_ ";
        out_ += name;  // of a row, never in bars: forall is an operator only without them
        for (const Index& index : data.indices) out_.append(" ").append(pool_.text(index.text));
        if (!data.indices.empty()) out_ += ")";
        if (data.sort) {
          out_ += " ";
          put_sort(pool_, data.sort, {}, out_);
          out_ += ")";
        }
        break;
      case HeadKind::Function:
        if (needs_qualifier(pool_, term)) {
          out_ += "(as ";
          put_symbol(out_, name);
          out_ += " ";
          put_sort(pool_, pool_.sort(term), {}, out_);
          out_ += ")";
        } else {
          put_symbol(out_, name);
        }
        break;
      case HeadKind::Literal:
      case HeadKind::Opaque:
        out_ += name;
        break;
      case HeadKind::Variable:
      case HeadKind::Apply:
      case HeadKind::Annotation:
      case HeadKind::Match:
      case HeadKind::Case:
        break;
    }
  }

  void definition(uint32_t id, uint32_t indent, bool flat) {
    const PrintPlan::Instance& instance = plan_->instance(id);
    const Term term = instance.term;
    const std::span<const PrintPlan::Child> children = plan_->children(id);
    if (children.empty()) return leaf(term);
    const size_t column = out_.size() - line_start_;
    const bool one_line = flat || indent > kMaxIndent ||
                          (instance.length > 0 && column + instance.length <= options_.width);
    const uint32_t inner = indent + 2;
    switch (pool_.kind(term)) {
      case HeadKind::Annotation:
        return annotation(id, indent, one_line, PrintPlan::kSame);
      case HeadKind::Match:
        push_text("))");
        for (size_t i = children.size(); i > 1; --i) {
          push_child(children[i - 1], inner, one_line);
          if (i > 2 || !one_line) push_space(inner, one_line);
        }
        push_text(" (");
        push_child(children[0], inner, true);
        push_text("(match ");
        return;
      case HeadKind::Case:
        push_text(")");
        push_child(children.back(), inner, one_line);
        push_space(inner, one_line);
        out_ += "(";
        return put_pattern(term);
      case HeadKind::Apply:
        return application(id, inner, one_line);
      case HeadKind::Operator:
      case HeadKind::Function:
      case HeadKind::Opaque:
      case HeadKind::Variable:
      case HeadKind::Literal:
        break;
    }
    out_ += "(";
    put_head(term);
    push_text(")");
    const std::span<const Term> bound = bound_variables(pool_, term);
    if (!bound.empty()) put_variables(bound);
    push_arguments(children.subspan(bound.size()), inner, one_line);
  }

  // Solvers take only a name as the function. Where f gives a function, (f a b) is ((f a) b); what
  // else gives one has a name by let, unless there are to be none.
  void application(uint32_t id, uint32_t indent, bool flat) {
    const PrintPlan::Child function = plan_->children(id)[0];
    out_ += "(";
    push_text(")");
    push_arguments(plan_->children(id).subspan(1), indent, flat);
    if (!plan_->is_spliced(function.instance)) return push_child(function, indent, true);
    put_head(plan_->instance(function.instance).term);
    push_arguments(plan_->children(function.instance), indent, flat);
  }

  void push_arguments(std::span<const PrintPlan::Child> children, uint32_t indent, bool flat) {
    for (size_t i = children.size(); i > 0; --i) {
      push_child(children[i - 1], indent, flat);
      push_space(indent, flat);
    }
  }

  void put_variables(std::span<const Term> variables) {
    out_ += " (";
    for (size_t i = 0; i < variables.size(); ++i) {
      if (i > 0) out_ += " ";
      out_ += "(";
      put_symbol(out_, plan_->variable_name(variables[i]));
      out_ += " ";
      put_sort(pool_, pool_.sort(variables[i]), {}, out_);
      out_ += ")";
    }
    out_ += ")";
  }

  void put_pattern(Term match_case) {
    const std::span<const Term> variables = bound_variables(pool_, match_case);
    const Head constructor = pool_.data(match_case).constructor;
    if (!constructor) return put_symbol(out_, plan_->variable_name(variables[0]));
    if (!variables.empty()) out_ += "(";
    put_symbol(out_, pool_.text(pool_.data(constructor).name));
    for (const Term variable : variables) {
      out_ += " ";
      put_symbol(out_, plan_->variable_name(variable));
    }
    if (!variables.empty()) out_ += ")";
  }

  // With the lets of a region, if one opens here, around the annotated term.
  void annotation(uint32_t id, uint32_t indent, bool flat, uint32_t region) {
    const std::span<const PrintPlan::Child> children = plan_->children(id);
    const std::span<const Attribute> attributes = pool_.data(plan_->instance(id).term).attributes;
    named_.insert(plan_->instance(id).term);
    push_text(")");
    size_t end = children.size();
    for (size_t i = attributes.size(); i > 0; --i) {
      const Attribute& attribute = attributes[i - 1];
      const std::string_view keyword = pool_.text(attribute.keyword);
      const bool list = keyword == ":pattern" && !attribute.text;
      if (list) push_text(")");
      for (uint32_t k = 0; k < attribute.terms; ++k) {
        push_child(children[--end], indent + 2, true);
        if (!list || k + 1 < attribute.terms) push_text(" ");
      }
      if (list) push_text(" (");
      if (attribute.text) {
        push_text(keyword == ":named" ? keep(print_symbol(pool_.text(attribute.text)))
                                      : pool_.text(attribute.text));
        push_text(" ");
      }
      push_text(keyword);
      push_space(indent + 2, flat || i < attributes.size() || attribute.text);
    }
    PrintPlan::Child body = children[0];
    body.region = region;
    push_child(body, indent + 2, flat);
    push_text("(! ");
  }

  const Pool& pool_;
  const PrintOptions& options_;
  std::string& out_;
  size_t line_start_ = 0;
  const PrintPlan* plan_ = nullptr;
  std::vector<Item> stack_;
  absl::flat_hash_set<Term> named_;  // annotations that have given their name
  std::deque<std::string> texts_;    // that the stack refers to
};

class CommandPrinter {
 public:
  CommandPrinter(const Pool& pool, const PrintOptions& options, std::string& out)
      : pool_(pool), options_(options), out_(out) {}

  void print(const Command& command) {
    out_ += "(";
    put_symbol(out_, pool_.text(command.name));
    switch (command.kind) {
      case CommandKind::SetLogic:
        out_ += " ";
        put_symbol(out_, pool_.text(command.text));
        break;
      case CommandKind::SetOption:
      case CommandKind::SetInfo:
      case CommandKind::CheckSat:
      case CommandKind::Reset:
      case CommandKind::ResetAssertions:
      case CommandKind::Other:
        text(command);
        break;
      case CommandKind::DeclareSort: {
        const SortCtor sort = command.datatypes[0].sort;
        out_ += " ";
        put_symbol(out_, pool_.text(pool_.name(sort)));
        out_ += fmt::format(" {}", pool_.arity(sort));
        break;
      }
      case CommandKind::DeclareSortParameter:
        out_ += " ";
        put_symbol(out_, pool_.text(command.sort_params[0]));
        break;
      case CommandKind::DefineSort:
        out_ += " ";
        put_symbol(out_, pool_.text(command.text));
        out_ += " ";
        symbols(command.sort_params);
        out_ += " ";
        put_sort(pool_, command.sort, command.sort_params, out_);
        break;
      case CommandKind::DeclareDatatypes:
        datatypes(command);
        break;
      case CommandKind::DeclareFun:
        declaration(command);
        break;
      case CommandKind::DefineFun:
      case CommandKind::DefineFunRec:
        definition(command);
        break;
      case CommandKind::DefineFunsRec:
        definitions(command);
        break;
      case CommandKind::Assert:
      case CommandKind::Objective:
        out_ += " ";
        term(command.terms[0]);
        text(command);
        break;
      case CommandKind::CheckSatAssuming:
      case CommandKind::Terms:
        out_ += " (";
        for (size_t i = 0; i < command.terms.size(); ++i) {
          if (i > 0) out_ += " ";
          term(command.terms[i]);
        }
        out_ += ")";
        break;
      case CommandKind::Push:
      case CommandKind::Pop:
        out_ += fmt::format(" {}", command.levels);
        break;
    }
    out_ += ")";
  }

 private:
  void text(const Command& command) {
    if (command.text && !pool_.text(command.text).empty())
      out_.append(" ").append(pool_.text(command.text));
  }

  void term(Term term) { TermPrinter(pool_, options_, out_).print(term); }

  void symbols(std::span<const Symbol> names) {
    out_ += "(";
    for (size_t i = 0; i < names.size(); ++i) {
      if (i > 0) out_ += " ";
      put_symbol(out_, pool_.text(names[i]));
    }
    out_ += ")";
  }

  void declaration(const Command& command) {
    const HeadData& data = pool_.data(command.definitions[0].function);
    out_ += " ";
    put_symbol(out_, pool_.text(data.name));
    if (pool_.text(command.name) == "declare-fun") {
      out_ += " (";
      for (size_t i = 0; i < data.params.size(); ++i) {
        if (i > 0) out_ += " ";
        put_sort(pool_, data.params[i], {}, out_);
      }
      out_ += ")";
    }
    out_ += " ";
    put_sort(pool_, data.sort, {}, out_);
  }

  // name ((x Sort) ...) Sort
  void header(const Definition& definition, const PrintPlan& plan) {
    const HeadData& data = pool_.data(definition.function);
    put_symbol(out_, pool_.text(data.name));
    out_ += " (";
    for (size_t i = 0; i < definition.params.size(); ++i) {
      if (i > 0) out_ += " ";
      out_ += "(";
      put_symbol(out_, plan.variable_name(definition.params[i]));
      out_ += " ";
      put_sort(pool_, data.params[i], {}, out_);
      out_ += ")";
    }
    out_ += ") ";
    put_sort(pool_, data.sort, {}, out_);
  }

  PrintPlan plan(const Definition& definition) const {
    return PrintPlan(pool_, definition.body, definition.params, options_.share);
  }

  void definition(const Command& command) {
    const Definition& definition = command.definitions[0];
    const PrintPlan body = plan(definition);
    const std::string_view word = pool_.text(command.name);
    out_ += " ";
    if (word == "define-fun" || word == "define-fun-rec") {
      header(definition, body);
    } else {
      put_symbol(out_, pool_.text(pool_.data(definition.function).name));
      if (word == "define-const") {
        out_ += " ";
        put_sort(pool_, pool_.data(definition.function).sort, {}, out_);
      }
    }
    out_ += " ";
    TermPrinter(pool_, options_, out_).print(body);
  }

  void definitions(const Command& command) {
    std::vector<PrintPlan> plans;
    plans.reserve(command.definitions.size());
    out_ += " (";
    for (const Definition& definition : command.definitions) {
      plans.push_back(plan(definition));
      if (plans.size() > 1) out_ += " ";
      out_ += "(";
      header(definition, plans.back());
      out_ += ")";
    }
    out_ += ") (";
    for (size_t i = 0; i < plans.size(); ++i) {
      if (i > 0) out_ += " ";
      TermPrinter(pool_, options_, out_).print(plans[i]);
    }
    out_ += ")";
  }

  // As SMT-LIB 2.6 writes them, however they were written.
  void datatypes(const Command& command) {
    const bool several = pool_.text(command.name).ends_with("s");
    if (several) {
      out_ += " (";
      for (size_t i = 0; i < command.datatypes.size(); ++i) {
        const SortCtor sort = command.datatypes[i].sort;
        if (i > 0) out_ += " ";
        out_ += "(";
        put_symbol(out_, pool_.text(pool_.name(sort)));
        out_ += fmt::format(" {})", pool_.arity(sort));
      }
      out_ += ") (";
    } else {
      out_ += " ";
      put_symbol(out_, pool_.text(pool_.name(command.datatypes[0].sort)));
      out_ += " ";
    }
    for (size_t i = 0; i < command.datatypes.size(); ++i) {
      if (several) out_ += options_.width > 0 ? "\n  " : i > 0 ? " " : "";
      constructors(command.datatypes[i]);
    }
    if (several) out_ += ")";
  }

  void constructors(const DatatypeDeclaration& declaration) {
    if (!declaration.params.empty()) {
      out_ += "(par ";
      symbols(declaration.params);
      out_ += " ";
    }
    out_ += "(";
    bool first = true;
    for (const Head constructor : pool_.constructors(declaration.sort)) {
      const HeadData& data = pool_.data(constructor);
      if (!first) out_ += " ";
      first = false;
      out_ += "(";
      put_symbol(out_, pool_.text(data.name));
      const std::span<const Head> selectors = pool_.selectors(constructor);
      for (size_t k = 0; k < selectors.size(); ++k) {
        out_ += " (";
        put_symbol(out_, pool_.text(pool_.data(selectors[k]).name));
        out_ += " ";
        put_sort(pool_, data.params[k], declaration.params, out_);
        out_ += ")";
      }
      out_ += ")";
    }
    out_ += ")";
    if (!declaration.params.empty()) out_ += ")";
  }

  const Pool& pool_;
  const PrintOptions& options_;
  std::string& out_;
};

}  // namespace

std::string print_symbol(std::string_view text) {
  std::string out;
  put_symbol(out, text);
  return out;
}

std::string print_sort(const Pool& pool, Sort sort) {
  std::string out;
  put_sort(pool, sort, {}, out);
  return out;
}

std::string print_term(const Pool& pool, Term term, const PrintOptions& options) {
  std::string out;
  TermPrinter(pool, options, out).print(term);
  return out;
}

void print_command(const Pool& pool, const Command& command, const PrintOptions& options,
                   std::string& out) {
  CommandPrinter(pool, options, out).print(command);
}

std::string print_script(const Pool& pool, const Script& script, const PrintOptions& options) {
  std::string out;
  CommandPrinter printer(pool, options, out);
  for (const Command& command : script.commands) {
    printer.print(command);
    out += '\n';
  }
  return out;
}

}  // namespace pg
