#include "model/model.h"

#include <algorithm>

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include "smtlib/lexer.h"
#include "smtlib/names.h"
#include "smtlib/printer.h"
#include "smtlib/term_parser.h"

namespace pg {
namespace {

class ModelReader {
 public:
  ModelReader(Pool& pool, const Script& script, std::string_view text, bool escapes_strings)
      : pool_(pool), lexer_(text), names_(pool), terms_(pool, lexer_, names_) {
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
    lexer_.seek(begin);
    if (!read_list([&](uint32_t offset) { return values_ ? value() : definition(offset, true); }))
      return terms_.error();
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

  // The names that the script brings.
  void load(const Command& command) {
    for (const Definition& definition : command.definitions)
      names_.add_function(pool_.data(definition.function).name, definition.function);
    if (command.kind == CommandKind::DefineSort)
      names_.add_sort(command.text, {.kind = SortMeaning::Kind::Defined,
                                     .params = static_cast<uint32_t>(command.sort_params.size()),
                                     .body = command.sort});
    for (const DatatypeDeclaration& declaration : command.datatypes) {
      names_.add_sort(pool_.name(declaration.sort),
                      {.kind = SortMeaning::Kind::Declared, .ctor = declaration.sort});
      for (const Head constructor : pool_.constructors(declaration.sort)) {
        names_.add_function(pool_.data(constructor).name, constructor);
        for (const Head selector : pool_.selectors(constructor))
          names_.add_function(pool_.data(selector).name, selector);
      }
    }
  }

  // Models mention elements that nobody declares (@uc_U_0, U!val!0): they are read as unknown
  // terms, which the evaluator takes for what they are. And some say less than they seem to.
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
          !names_.sort(name))
        names_.poison(name);
    }
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
      values_ = inner.kind != TokenKind::Name || !is_definition(inner.text);
      lexer_.seek(head.offset);
    }
    return true;
  }

  static bool is_definition(std::string_view word) {
    return word.starts_with("define-") || word.starts_with("declare-") || word == "forall";
  }

  // (term value), as get-value prints it; values of constants are a model.
  bool value() {
    const Term term = terms_.term();
    if (!term) return false;
    const Term value = terms_.term_of(pool_.sort(term), "the value");
    if (!value || !terms_.expect(TokenKind::Close, "')' after the value")) return false;
    const HeadData& data = pool_.data(term);
    if (data.kind == HeadKind::Function && data.params.empty())
      model_.functions[pool_.head(term)] = {pool_.head(term), {}, value};
    return true;
  }

  // Only what it declares, or with the value that it gives.
  bool definition(uint32_t offset, bool with_value) {
    const Token word = lexer_.peek();
    if (word.kind == TokenKind::Name &&
        (word.text == "define-fun" || word.text == "define-fun-rec")) {
      lexer_.next();
      return define(with_value);
    }
    if (word.kind == TokenKind::Name && word.text == "declare-fun" && !with_value) {
      lexer_.next();
      return declare();
    }
    // Sorts and datatypes are the script's, and what says how many elements there are is known.
    lexer_.seek(offset);
    if (!lexer_.skip_expression())
      return terms_.expect(TokenKind::Close, "the end of the model's definition");
    return true;
  }

  bool define(bool with_value) {
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
      if (!function_of(name, params, result)) {
        const Head own = pool_.declare(name, params, result, FunctionRole::Defined);
        names_.add_function(name, own);
        own_.insert(own);
      }
      return (lexer_.skip_expression() || terms_.expect(TokenKind::Close, "a value")) &&
             terms_.expect(TokenKind::Close, "')' after the value");
    }
    definition.body = terms_.term_of(result, "the value");
    if (!definition.body || !terms_.expect(TokenKind::Close, "')' after the value")) return false;
    names_.leave(mark);
    definition.function = function_of(name, params, result);
    if (own_.contains(definition.function)) model_.others[name].push_back(definition);
    model_.functions[definition.function] = definition;
    return true;
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

  // An element of a universe.
  bool declare() {
    Symbol name;
    if (!terms_.symbol(name, "the name of an element") || !terms_.expect(TokenKind::Open, "'('") ||
        !terms_.expect(TokenKind::Close, "')'"))
      return false;
    const Sort sort = terms_.sort();
    if (!sort || !terms_.expect(TokenKind::Close, "')' after the sort")) return false;
    const Head function = pool_.declare(name, {}, sort);
    names_.add_function(name, function);
    model_.others[name].push_back({function, {}, {}});
    const auto known = std::ranges::find(universes_, sort, &Universe::first);
    if (known == universes_.end())
      universes_.emplace_back(sort, std::vector{name});
    else
      known->second.push_back(name);
    return true;
  }

  using Universe = std::pair<Sort, std::vector<Symbol>>;

  Pool& pool_;
  Lexer lexer_;
  Names names_;
  TermParser terms_;
  Model model_;
  std::vector<Universe> universes_;
  absl::flat_hash_set<Head> own_;  // functions that the script does not have
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
  return ModelReader(pool, script, text, escapes_strings).read();
}

std::string print_model(const Pool& pool, const Model& model) {
  std::vector<std::pair<std::string, Definition>> definitions;
  for (const auto& [function, definition] : model.functions)
    definitions.emplace_back(pool.text(pool.data(function).name), definition);
  std::ranges::sort(definitions, {}, [](const auto& each) { return each.first; });
  std::string text = "(\n";
  for (const auto& [sort, elements] : model.universes)
    for (const Symbol element : elements)
      text += fmt::format("(declare-fun {} () {})\n", print_symbol(pool.text(element)),
                          print_sort(pool, sort));
  for (const auto& [name, definition] : definitions) {
    text += fmt::format("(define-fun {} (", print_symbol(name));
    for (const Term param : definition.params)
      text += fmt::format("({} {})", print_symbol(pool.text(pool.data(param).name)),
                          print_sort(pool, pool.sort(param)));
    text += fmt::format(") {} {})\n", print_sort(pool, pool.data(definition.function).sort),
                        print_term(pool, definition.body));
  }
  return text + ")\n";
}

}  // namespace pg
