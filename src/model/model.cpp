#include "model/model.h"

#include <algorithm>

#include <fmt/format.h>

#include "smtlib/lexer.h"
#include "smtlib/names.h"
#include "smtlib/term_parser.h"

namespace pg {
namespace {

class ModelReader {
 public:
  ModelReader(Pool& pool, const Script& script, std::string_view text)
      : pool_(pool), lexer_(text), names_(pool), terms_(pool, lexer_, names_) {
    for (const Command& command : script.commands) load(command);
    poison_unknown_names(text);
    terms_.set_higher_order(true);
  }

  Result<Model> read() {
    if (!find_list()) return terms_.error();
    while (true) {
      const Token token = lexer_.next();
      if (token.kind == TokenKind::Close || (bare_ && token.kind == TokenKind::End)) break;
      if (token.kind != TokenKind::Open) {
        terms_.fail(token.offset, token.kind == TokenKind::Bad
                                      ? std::string(token.text)
                                      : fmt::format("expected a definition of the model, found {}",
                                                    terms_.describe(token)));
        return terms_.error();
      }
      if (!(values_ ? value() : definition(token.offset))) return terms_.error();
    }
    for (auto& [sort, elements] : universes_) model_.universes.emplace_back(sort, elements);
    return std::move(model_);
  }

 private:
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
  // terms, which the evaluator takes for what they are.
  void poison_unknown_names(std::string_view text) {
    Lexer words(text);
    while (true) {
      const Token token = words.next();
      if (token.kind == TokenKind::End) return;
      if (token.kind != TokenKind::Name) continue;
      const Symbol name = pool_.intern(token.text);
      if (names_.first_function(name) == Names::kNone && names_.rows(name).empty() &&
          !names_.sort(name))
        names_.poison(name);
    }
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

  bool definition(uint32_t offset) {
    const Token word = lexer_.peek();
    if (word.kind == TokenKind::Name &&
        (word.text == "define-fun" || word.text == "define-fun-rec")) {
      lexer_.next();
      return define();
    }
    if (word.kind == TokenKind::Name && word.text == "declare-fun") {
      lexer_.next();
      return declare();
    }
    // Sorts and datatypes are the script's, and what says how many elements there are is known.
    lexer_.seek(offset);
    if (!lexer_.skip_expression())
      return terms_.expect(TokenKind::Close, "the end of the model's definition");
    return true;
  }

  bool define() {
    Symbol name;
    if (!terms_.symbol(name, "the name of a function")) return false;
    Definition definition;
    const size_t mark = names_.mark();
    if (!terms_.sorted_variables(definition.params)) return false;
    const Sort result = terms_.sort();
    if (!result) return false;
    definition.body = terms_.term_of(result, "the value");
    if (!definition.body || !terms_.expect(TokenKind::Close, "')' after the value")) return false;
    names_.leave(mark);
    std::vector<Sort> params;
    for (const Term param : definition.params) params.push_back(pool_.sort(param));
    definition.function = function_of(name, params);
    if (definition.function) {
      model_.functions[definition.function] = definition;
    } else {
      definition.function = pool_.declare(name, params, result, FunctionRole::Defined);
      names_.add_function(name, definition.function);
      model_.others[name] = definition;
    }
    return true;
  }

  // The function of the script with that name and these parameters.
  Head function_of(Symbol name, std::span<const Sort> params) const {
    for (uint32_t i = names_.first_function(name); i != Names::kNone; i = names_.function(i).next) {
      const Head function = names_.function(i).head;
      if (std::ranges::equal(pool_.data(function).params, params)) return function;
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
    model_.others[name] = {function, {}, {}};
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
  bool bare_ = false;    // no list around the definitions
  bool values_ = false;  // the list of get-value
};

}  // namespace

Result<Model> read_model(Pool& pool, const Script& script, std::string_view text) {
  if (text.size() >= UINT32_MAX) return Error{{}, "the input is larger than 4 GiB"};
  return ModelReader(pool, script, text).read();
}

}  // namespace pg
