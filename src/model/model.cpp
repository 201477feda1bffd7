#include "model/model.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include "model/domains.h"
#include "model/loops.h"
#include "model/open_elements.h"
#include "smtlib/lexer.h"
#include "smtlib/names.h"
#include "smtlib/printer.h"
#include "smtlib/term_parser.h"
#include "term/infer.h"
#include "term/traverse.h"

namespace pg {
namespace {

// What a comment with an instance begins with.
constexpr std::string_view kInstance = "; polygraph: try ";

class ModelReader {
 public:
  ModelReader(Pool& pool, const Script& script, std::string_view text, bool escapes_strings)
      : pool_(pool), text_(text), lexer_(text), names_(pool), terms_(pool, lexer_, names_) {
    for (const Command& command : script.commands) load(command);
    look_over(text, escapes_strings);
    terms_.set_higher_order(true);
  }

  Result<Model> read() {
    if (!find_list()) return terms_.error();
    // Twice: a definition may use one that comes after it.
    const uint32_t begin = lexer_.offset();
    if (!values_ && !read_list([&](uint32_t offset) { return definition(offset, false); }))
      return terms_.error();
    find_elements();
    lexer_.seek(begin);
    if (!read_list(
            [&](uint32_t offset) { return values_ ? value(offset) : definition(offset, true); }))
      return terms_.error();
    if (!ends() || !closes_loops()) return terms_.error();
    read_instances();
    if (!names_elements_) model_.universes = std::move(universes_);
    return std::move(model_);
  }

 private:
  template <typename Item>
  bool read_list(Item item) {
    while (true) {
      const Token token = lexer_.next();
      if (token.kind == TokenKind::Close || (bare_ && token.kind == TokenKind::End)) break;
      if (token.kind != TokenKind::Open) {
        return terms_.fail(token.offset,
                           token.kind == TokenKind::Bad
                               ? std::string(token.text)
                               : fmt::format("expected a definition of the model, found {}",
                                             terms_.describe(token)));
      }
      if (!item(token.offset)) return false;
    }
    return true;
  }

  static bool is_recursive(CommandKind kind) {
    return kind == CommandKind::DefineFunRec || kind == CommandKind::DefineFunsRec;
  }

  // Instances are no part of the model: one that cannot be read is not tried. Of a formula that was
  // made smaller a constructor may be gone.
  void read_instances() {
    for (size_t at = text_.find(kInstance); at != text_.npos; at = text_.find(kInstance, at)) {
      at += kInstance.size();
      lexer_.seek(static_cast<uint32_t>(at));
      Instance instance;
      if (read_instance(instance)) model_.instances.push_back(std::move(instance));
      terms_.clear_error();
    }
  }

  bool read_instance(Instance& instance) {
    if (!terms_.expect(TokenKind::Open, "'('")) return false;
    while (lexer_.peek().kind == TokenKind::Open) {
      lexer_.next();
      Symbol name;
      if (!terms_.symbol(name, "a variable")) return false;
      const Term value = terms_.term();
      if (!value || !terms_.expect(TokenKind::Close, "')' after the value")) return false;
      if (!closes_loops(value)) return false;
      instance.values.emplace_back(name, value);
    }
    return terms_.expect(TokenKind::Close, "')' after the values");
  }

  // The names that the script brings.
  void load(const Command& command) {
    for (const Definition& definition : command.definitions) {
      names_.add_function(pool_.data(definition.function).name, definition.function);
      if (definition.body) bodies_[definition.function] = definition.body;
      if (is_recursive(command.kind)) model_.recursive.insert(definition.function);
    }
    if (command.kind == CommandKind::DefineSort)
      names_.add_sort(command.text, {.kind = SortMeaning::Kind::Defined,
                                     .params = static_cast<uint32_t>(command.sort_params.size()),
                                     .body = command.sort});
    const bool infinite = pool_.text(command.name).starts_with("declare-codatatype");
    for (const DatatypeDeclaration& declaration : command.datatypes) {
      if (infinite) codatatypes_.insert(declaration.sort);
      names_.add_sort(pool_.name(declaration.sort),
                      {.kind = SortMeaning::Kind::Declared, .ctor = declaration.sort});
      for (const Head constructor : pool_.constructors(declaration.sort)) {
        names_.add_function(pool_.data(constructor).name, constructor);
        for (const Head selector : pool_.selectors(constructor))
          names_.add_function(pool_.data(selector).name, selector);
      }
    }
  }

  // Models mention names that nobody declares, of elements mostly: what is left of them is read as
  // unknown terms. And some say less than they seem to.
  void look_over(std::string_view text, bool escapes_strings) {
    Lexer words(text);
    while (true) {
      const Token token = words.next();
      if (token.kind == TokenKind::End) return;
      if (token.kind == TokenKind::String && !escapes_strings && has_escape(token.text))
        model_.doubt = "an escape sequence in a string may be the characters themselves (Z3)";
      if (token.kind == TokenKind::String && escapes_strings && has_large_escape(token.text))
        model_.doubt = "an escape sequence in a string is beyond the alphabet (cvc5)";
      if (token.kind != TokenKind::Name) continue;
      names_elements_ = names_elements_ || token.text.starts_with('@');
      if (token.text == "approximation")
        model_.doubt = "the model gives an approximate value (CVC4)";
      const Symbol name = pool_.intern(token.text);
      if (names_.first_function(name) == Names::kNone && names_.rows(name).empty() &&
          !names_.sort(name) && !names_.is_poisoned(name)) {
        names_.poison(name);
        undeclared_.push_back(name);
      }
    }
  }

  // Elements that the model mentions without declaring them; their names tell the sort.
  void find_elements() {
    for (const Symbol name : undeclared_) {
      if (names_.first_function(name) != Names::kNone) continue;
      if (const Sort sort = sort_of_element(pool_.text(name))) add_element(name, sort);
    }
  }

  // @uc_U_0 (CVC4), @U_0 (cvc5), U!val!0 (Z3).
  Sort sort_of_element(std::string_view name) {
    const size_t number = name.find_last_not_of("0123456789") + 1;
    std::string_view rest = name.substr(0, number);
    if (number == name.size()) return {};
    if (rest.starts_with("@uc_") && rest.ends_with('_'))
      rest = rest.substr(4, rest.size() - 5);
    else if (rest.starts_with('@') && rest.ends_with('_'))
      rest = rest.substr(1, rest.size() - 2);
    else if (rest.ends_with("!val!"))
      rest.remove_suffix(5);
    else
      return {};
    const Symbol symbol = pool_.find(rest);
    const SortMeaning* meaning = symbol ? names_.sort(symbol) : nullptr;
    if (!meaning || meaning->kind != SortMeaning::Kind::Declared || pool_.arity(meaning->ctor) > 0)
      return {};
    const Sort sort = pool_.sort(meaning->ctor, {}, {});
    return is_uninterpreted(pool_, sort) ? sort : Sort();
  }

  void add_element(Symbol name, Sort sort) {
    const Head function = pool_.declare(name, {}, sort);
    names_.add_function(name, function);
    model_.elements.insert(function);
  }

  // Z3 prints a backslash as it is: what looks like an escape sequence may be none. Of a backslash
  // itself it prints none.
  static bool has_escape(std::string_view text) {
    for (size_t at = text.find("\\u"); at != text.npos; at = text.find("\\u", at + 1))
      if (!text.substr(at).starts_with("\\u{5c}")) return true;
    return false;
  }

  // SMT-LIB ends at \u{2ffff}, and what looks like more is these characters themselves. cvc5
  // computes with larger ones where a script does, and writes them so.
  static bool has_large_escape(std::string_view text) {
    for (size_t at = text.find("\\u{"); at != text.npos; at = text.find("\\u{", at + 1)) {
      const std::string_view rest = text.substr(at + 3);
      const size_t digits = std::min(rest.find_first_not_of("0123456789abcdefABCDEF"), rest.size());
      if (digits > 5 || (digits == 5 && rest[0] >= '3')) return true;
    }
    return false;
  }

  // Up to the first definition: past `sat`, `(` and `model`. A text may also begin with one.
  bool find_list() {
    while (lexer_.peek().kind == TokenKind::Name) lexer_.next();
    if (lexer_.peek().kind == TokenKind::End)
      return terms_.fail(lexer_.peek().offset, "expected a model, found the end of the input");
    const uint32_t begin = lexer_.peek().offset;
    if (!terms_.expect(TokenKind::Open, "'(' and a model")) return false;
    const Token head = lexer_.peek();
    if (head.kind == TokenKind::Name && head.text == "model") {
      lexer_.next();
    } else if (head.kind == TokenKind::Name) {
      bare_ = true;  // definitions without a list around them
      lexer_.seek(begin);
    } else if (head.kind == TokenKind::Open) {
      lexer_.next();
      const Token inner = lexer_.peek();
      values_ = inner.kind != TokenKind::Name || !is_command(inner);
      lexer_.seek(head.offset);
    }
    return true;
  }

  // Whether that begins no pair of a term and its value.
  bool is_command(const Token& word) const {
    if (is_remark(word.text)) return true;
    return names_.first_function(pool_.find(word.text)) == Names::kNone &&
           std::ranges::find(command_specs(), word.text, &CommandSpec::name) !=
               command_specs().end();
  }

  // (term value), as get-value prints it; values of constants are a model.
  bool value(uint32_t offset) {
    const Term term = terms_.term();
    if (!term) return false;
    const Term value = terms_.term_of(pool_.sort(term), "the value");
    if (!value || !terms_.expect(TokenKind::Close, "')' after the value")) return false;
    const HeadData& data = pool_.data(term);
    if (data.kind != HeadKind::Function || data.role != FunctionRole::Declared ||
        !data.params.empty())
      return true;
    return keep({pool_.head(term), {}, value}, offset);
  }

  // The first definition of a function, or the same once more.
  bool keep(const Definition& definition, uint32_t offset) {
    const auto [it, is_new] = model_.functions.try_emplace(definition.function, definition);
    if (is_new) {
      places_.emplace_back(definition.function, offset);
      return true;
    }
    if (it->second.params == definition.params && it->second.body == definition.body) return true;
    return terms_.fail(offset, fmt::format("the model defines '{}' twice",
                                           pool_.text(pool_.data(definition.function).name)));
  }

  // Only what it declares, or with the value that it gives.
  bool definition(uint32_t offset, bool with_value) {
    const Token word = lexer_.next();
    if (word.kind == TokenKind::Name && !word.quoted) {
      if (word.text == "define-fun") return define(offset, false, with_value);
      if (word.text == "define-fun-rec") return define(offset, true, with_value);
      if ((word.text == "declare-fun" || word.text == "declare-const") && !with_value)
        return declare_element(word.text == "declare-fun");
    }
    if (!with_value && !(word.kind == TokenKind::Name && is_remark(word.text)))
      return terms_.fail(word.offset, fmt::format("expected a definition of the model, found {}",
                                                  terms_.describe(word)));
    lexer_.seek(offset);
    if (!lexer_.skip_expression())
      return terms_.expect(TokenKind::Close, "the end of the model's definition");
    return true;
  }

  // Sorts and datatypes are the script's, and what says how many elements there are is known.
  static bool is_remark(std::string_view word) {
    return word.starts_with("declare-sort") || word.starts_with("declare-datatype") ||
           word.starts_with("declare-codatatype") || word == "define-sort" || word == "forall" ||
           word == "approximation";
  }

  bool define(uint32_t offset, bool recursive, bool with_value) {
    Symbol name;
    if (!terms_.symbol(name, "the name of a function")) return false;
    Definition definition;
    const size_t mark = names_.mark();
    if (!terms_.sorted_variables(definition.params)) return false;
    const Sort result = terms_.sort();
    if (!result) return false;
    std::vector<Sort> params;
    for (const Term param : definition.params) params.push_back(pool_.sort(param));
    if (!with_value) {
      names_.leave(mark);
      return declare_function(name, params, result, offset) &&
             (lexer_.skip_expression() || terms_.expect(TokenKind::Close, "a value")) &&
             terms_.expect(TokenKind::Close, "')' after the value");
    }
    definition.body = terms_.term_of(result, "the value");
    if (!definition.body || !terms_.expect(TokenKind::Close, "')' after the value")) return false;
    names_.leave(mark);
    if (!terms_.take_named().empty())
      return terms_.fail(offset, "a model cannot name terms with :named");
    definition.function = function_of(name, params, result);
    if (pool_.kind(result) == SortKind::Seq && params.empty()) choose_open_elements(definition);
    // What the script defines means that, whatever the model repeats.
    if (bodies_.contains(definition.function)) return true;
    const bool is_new = !model_.functions.contains(definition.function);
    if (is_new && own_.contains(definition.function)) model_.others[name].push_back(definition);
    if (recursive) model_.recursive.insert(definition.function);
    return keep(definition, offset);
  }

  void choose_open_elements(Definition& definition) {
    const Term chosen = with_open_elements_chosen(pool_, definition.function, definition.body);
    if (std::exchange(definition.body, chosen) != chosen)
      model_.doubt = "an element of a sequence may have any value (Z3)";
  }

  // What the model defines is a function of the script, with the same sorts, or one of its own.
  bool declare_function(Symbol name, std::span<const Sort> params, Sort result, uint32_t offset) {
    const Head known = function_of(name, params, result);
    for (uint32_t i = names_.first_function(name); i != Names::kNone; i = names_.function(i).next) {
      const Head function = names_.function(i).head;
      if (model_.elements.contains(function))
        return terms_.fail(offset,
                           fmt::format("the model declares and defines '{}'", pool_.text(name)));
      const HeadData& data = pool_.data(function);
      const FunctionRole role = data.role;
      if (role == FunctionRole::Constructor || role == FunctionRole::Selector)
        return terms_.fail(
            offset,
            fmt::format("'{}' is a {} of the script, which no model defines", pool_.text(name),
                        role == FunctionRole::Selector ? "selector" : "constructor"));
      if (!known && !own_.contains(function) &&
          flat(params, result) != flat(data.params, data.sort))
        return terms_.fail(
            offset, fmt::format("the model defines '{}' as {}, but the script declares it as {}",
                                pool_.text(name), signature(params, result),
                                signature(data.params, data.sort)));
    }
    if (known) return true;
    for (const RowChoice& row : names_.rows(name))
      if (includes(row.op->known, kStandard) && infer(pool_, *row.op, {}, params) == result)
        return terms_.fail(offset, fmt::format("'{}' is an operator of SMT-LIB, which no model "
                                               "defines",
                                               pool_.text(name)));
    const Head own = pool_.declare(name, params, result, FunctionRole::Defined);
    names_.add_function(name, own);
    own_.insert(own);
    return true;
  }

  // The sorts of all arguments and of the result: cvc5 prints a constant of sort (-> Int Int) as a
  // function of one argument. The constant itself then has no value.
  std::vector<Sort> flat(std::span<const Sort> params, Sort result) const {
    std::vector<Sort> sorts(params.begin(), params.end());
    while (pool_.kind(result) == SortKind::Arrow) {
      const std::span<const Sort> parts = pool_.args(result);
      sorts.insert(sorts.end(), parts.begin(), parts.end() - 1);
      result = parts.back();
    }
    sorts.push_back(result);
    return sorts;
  }

  std::string signature(std::span<const Sort> params, Sort result) const {
    std::string text = "(";
    for (const Sort param : params) text += (text.size() > 1 ? " " : "") + terms_.describe(param);
    return text + ") " + terms_.describe(result);
  }

  // The function with that name and these sorts: a name can be declared again after a reset.
  Head function_of(Symbol name, std::span<const Sort> params, Sort result) const {
    for (uint32_t i = names_.first_function(name); i != Names::kNone; i = names_.function(i).next) {
      const Head function = names_.function(i).head;
      const HeadData& data = pool_.data(function);
      if (data.sort == result && std::ranges::equal(data.params, params)) return function;
    }
    return {};
  }

  // An element of a universe. Nothing else is declared by a model: it would have no value.
  bool declare_element(bool with_params) {
    Symbol name;
    const uint32_t offset = lexer_.peek().offset;
    if (!terms_.symbol(name, "the name of an element")) return false;
    if (with_params &&
        (!terms_.expect(TokenKind::Open, "'('") || !terms_.expect(TokenKind::Close, "')'")))
      return false;
    const Sort sort = terms_.sort();
    if (!sort || !terms_.expect(TokenKind::Close, "')' after the sort")) return false;
    // CVC4 declares what a script uses for the parameter of a sort definition.
    if (!is_known(pool_, sort)) return true;
    if (!is_uninterpreted(pool_, sort))
      return terms_.fail(
          offset, fmt::format("a model declares only elements of uninterpreted sorts: '{}' has "
                              "sort {}",
                              pool_.text(name), terms_.describe(sort)));
    if (names_.first_function(name) != Names::kNone)
      return terms_.fail(offset, fmt::format("'{}' is declared already: it is no new element of {}",
                                             pool_.text(name), terms_.describe(sort)));
    add_element(name, sort);
    const auto known = std::ranges::find(universes_, sort, &Universe::first);
    if (known == universes_.end())
      universes_.emplace_back(sort, std::vector{name});
    else
      known->second.push_back(name);
    return true;
  }

  // A definition that needs its own value gives none. What is meant to recurse may do so.
  bool ends() {
    struct Frame {
      Head function;
      std::vector<Head> calls;
      size_t next = 0;
    };
    absl::flat_hash_set<Head> entered, done;
    std::vector<Frame> stack;
    for (const auto& [root, offset] : places_) {
      if (entered.insert(root).second) stack.push_back({root, calls_of(root)});
      while (!stack.empty()) {
        const Frame& frame = stack.back();
        if (frame.next == frame.calls.size()) {
          done.insert(frame.function);
          stack.pop_back();
          continue;
        }
        const Head callee = stack.back().calls[stack.back().next++];
        if (done.contains(callee)) continue;
        if (!entered.insert(callee).second) return circular(callee, offset);
        stack.push_back({callee, calls_of(callee)});
      }
    }
    return true;
  }

  // Only values of codatatypes contain themselves, and what lies between a name and the value that
  // it stands for is constructors of codatatypes: of others nobody says how they are counted.
  bool closes_loops() {
    if (std::ranges::none_of(undeclared_,
                             [&](Symbol name) { return loop_of(pool_.text(name)).has_value(); }))
      return true;
    for (const auto& [function, offset] : places_)
      if (!closes_loops(model_.functions.at(function).body))
        return terms_.fail(offset, fmt::format("the value of '{}' contains itself, and is none of "
                                               "a codatatype",
                                               pool_.text(pool_.data(function).name)));
    return true;
  }

  bool closes_loops(Term body) const {
    constexpr size_t kMaxSpots = 1'000'000;
    // A term with the constructors above it, and those of codatatypes alone, as far as nothing else
    // is between them.
    using Spot = std::tuple<Term, size_t, size_t>;
    absl::flat_hash_set<Spot> seen;
    std::vector<Spot> work{{body, 0, 0}};
    while (!work.empty()) {
      const auto [term, above, infinite] = work.back();
      work.pop_back();
      if (seen.size() > kMaxSpots) return false;
      if (const std::optional<Loop> loop = loop_of(pool_, term))
        if (loop->levels < above && loop->levels >= infinite) return false;
      const HeadData& data = pool_.data(term);
      const bool constructs =
          data.kind == HeadKind::Function && data.role == FunctionRole::Constructor;
      const bool may_loop = constructs && codatatypes_.contains(pool_.ctor(pool_.sort(term)));
      for (const Term arg : pool_.args(term)) {
        const Spot next{arg, constructs ? above + 1 : 0, may_loop ? infinite + 1 : 0};
        if (pool_.has(arg, kHasOpaque) && seen.insert(next).second) work.push_back(next);
      }
    }
    return true;
  }

  bool circular(Head function, uint32_t offset) {
    const auto place = std::ranges::find(places_, function, &std::pair<Head, uint32_t>::first);
    if (place != places_.end()) offset = place->second;
    return terms_.fail(offset, fmt::format("the definition of '{}' needs itself",
                                           pool_.text(pool_.data(function).name)));
  }

  std::vector<Head> calls_of(Head function) const {
    if (model_.recursive.contains(function)) return {};
    if (const auto it = bodies_.find(function); it != bodies_.end())
      return functions(pool_, it->second);
    const auto it = model_.functions.find(function);
    if (it != model_.functions.end()) return functions(pool_, it->second.body);
    const Term named = pool_.data(function).annotation;
    return named ? functions(pool_, named) : std::vector<Head>();
  }

  using Universe = std::pair<Sort, std::vector<Symbol>>;

  Pool& pool_;
  const std::string_view text_;
  Lexer lexer_;
  Names names_;
  TermParser terms_;
  Model model_;
  std::vector<Universe> universes_;
  absl::flat_hash_set<Head> own_;                  // functions that the script does not have
  absl::flat_hash_map<Head, Term> bodies_;         // of functions that the script defines
  std::vector<std::pair<Head, uint32_t>> places_;  // of the model's definitions
  std::vector<Symbol> undeclared_;
  absl::flat_hash_set<SortCtor> codatatypes_;
  // It has elements with names that nobody declares (@uc_U_0): so what it declares is not all, but
  // CVC4's groundTerm_1.
  bool names_elements_ = false;
  bool bare_ = false;    // no list around the definitions
  bool values_ = false;  // the list of get-value
};

}  // namespace

Result<Model> read_model(Pool& pool, const Script& script, std::string_view text,
                         bool escapes_strings) {
  if (text.size() >= UINT32_MAX) return Error{{}, "the input is larger than 4 GiB"};
  std::string quoted;
  if (has_unquoted_loops(text)) text = quoted = with_quoted_loops(text);
  return ModelReader(pool, script, text, escapes_strings).read();
}

std::string print_model(const Pool& pool, const Model& model) {
  std::vector<std::pair<std::string_view, Head>> names;
  for (const auto& [function, definition] : model.functions)
    names.emplace_back(pool.text(pool.data(function).name), function);
  std::ranges::sort(names);
  std::string text = "(\n";
  for (const auto& [sort, elements] : model.universes)
    for (const Symbol element : elements)
      text += fmt::format("(declare-fun {} () {})\n", print_symbol(pool.text(element)),
                          print_sort(pool, sort));
  for (const auto& [name, function] : names) {
    const Definition& definition = model.functions.at(function);
    text += fmt::format("({} {} (",
                        model.recursive.contains(function) ? "define-fun-rec" : "define-fun",
                        print_symbol(name));
    for (const Term param : definition.params)
      text += fmt::format("({} {})", print_symbol(pool.text(pool.data(param).name)),
                          print_sort(pool, pool.sort(param)));
    text += fmt::format(") {} {})\n", print_sort(pool, pool.data(function).sort),
                        print_term(pool, definition.body));
  }
  text += ")\n";
  for (const Instance& instance : model.instances) {
    std::vector<std::pair<std::string, std::string>> values;
    for (const auto& [variable, value] : instance.values)
      values.emplace_back(pool.text(variable),
                          print_term(pool, value, {.share = true, .width = 0}));
    text += instance_line(values);
  }
  return text;
}

std::string instance_lines(std::string_view text) {
  std::string lines;
  for (size_t at = text.find(kInstance); at != text.npos; at = text.find(kInstance, at + 1))
    lines += std::string(text.substr(at, text.find('\n', at) - at)) + '\n';
  return lines;
}

std::string instance_line(std::span<const std::pair<std::string, std::string>> values) {
  std::string line(kInstance);
  line += '(';
  for (const auto& [variable, value] : values)
    line += fmt::format("{}({} {})", line.ends_with('(') ? "" : " ", print_symbol(variable), value);
  line += ')';
  // A comment ends with its line.
  return line.find('\n') == line.npos ? line + '\n' : "";
}

}  // namespace pg
