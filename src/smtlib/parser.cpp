#include "smtlib/parser.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include "smtlib/lexer.h"
#include "smtlib/logic.h"
#include "smtlib/names.h"
#include "smtlib/term_parser.h"
#include "term/infer.h"
#include "term/traverse.h"

namespace pg {
namespace {

class ScriptParser {
 public:
  ScriptParser(Pool& pool, std::string_view text, size_t max_errors)
      : pool_(pool),
        lexer_(text),
        names_(pool),
        terms_(pool, lexer_, names_),
        max_errors_(max_errors) {
    for (const CommandSpec& spec : command_specs()) kinds_[pool.intern(spec.name)] = spec.kind;
  }

  ParsedScript run() {
    while (result_.errors.size() < max_errors_) {
      const Token token = lexer_.next();
      if (token.kind == TokenKind::End) break;
      if (token.kind == TokenKind::Open) {
        command(token.offset);
      } else {
        result_.errors.push_back(
            {lexer_.place(token.offset),
             token.kind == TokenKind::Bad
                 ? std::string(token.text)
                 : fmt::format("expected '(' and a command, found {}", terms_.describe(token))});
      }
    }
    result_.warnings = std::move(terms_.warnings());
    result_.opaque_terms = terms_.opaque_terms();
    return std::move(result_);
  }

 private:
  void command(uint32_t offset) {
    Command command;
    command.place = lexer_.place(offset);
    declared_ = {};
    if (terms_.symbol(command.name, "a command")) {
      const auto it = kinds_.find(command.name);
      if (it != kinds_.end()) command.kind = it->second;
      if (read(command)) {
        add(std::move(command));
        return;
      }
    }
    result_.errors.push_back(terms_.error());
    if (declared_) names_.poison(declared_);
    terms_.clear_error();
    set_logic(logic_);
    terms_.set_implicit_parameters(false);
    leave_sort_parameters();
    recover(offset, command.kind == CommandKind::DeclareDatatypes);
  }

  // A name given inside the value of a let variable that is not used would go with it, though later
  // commands may mention it: it becomes a definition, before the command or, if it mentions what
  // the command defines, after it.
  void add(Command command) {
    std::vector<Command> later;
    for (const TermParser::NamedTerm& name : lost_names(command)) {
      Command definition;
      definition.kind = CommandKind::DefineFun;
      definition.place = command.place;
      const Term body = pool_.args(name.annotation)[0];
      definition.name = pool_.intern(is_known(pool_, pool_.sort(body)) ? "define-fun" : "define");
      definition.definitions.push_back({name.name, {}, body});
      const std::vector<Head> mentioned =
          command.definitions.empty() ? std::vector<Head>() : functions(pool_, body);
      const bool after =
          std::any_of(command.definitions.begin(), command.definitions.end(), [&](auto& own) {
            return std::find(mentioned.begin(), mentioned.end(), own.function) != mentioned.end();
          });
      (after ? later : result_.script.commands).push_back(std::move(definition));
    }
    result_.script.commands.push_back(std::move(command));
    for (Command& definition : later) result_.script.commands.push_back(std::move(definition));
  }

  // Names that were given since the last command and stand nowhere in this one.
  std::vector<TermParser::NamedTerm> lost_names(const Command& command) {
    const std::vector<TermParser::NamedTerm> named = terms_.take_named();
    if (named.empty()) return {};
    absl::flat_hash_set<Term> used;
    auto use = [&](Term root) {
      std::vector<Term> work{root};
      while (!work.empty()) {
        const Term term = work.back();
        work.pop_back();
        if (!used.insert(term).second) continue;
        const std::span<const Term> args = pool_.args(term);
        work.insert(work.end(), args.begin(), args.end());
      }
    };
    for_each_term(command, [&](Term term) {
      if (named.size() == 1 && named[0].annotation == term)
        used.insert(term);
      else
        use(term);
    });
    std::vector<TermParser::NamedTerm> lost;
    for (size_t i = named.size(); i > 0; --i) {
      const TermParser::NamedTerm& name = named[i - 1];
      if (used.contains(name.annotation)) continue;
      lost.push_back(name);
      // The names inside of it go along.
      for (const Term arg : pool_.args(name.annotation)) use(arg);
    }
    std::reverse(lost.begin(), lost.end());
    return lost;
  }

  // To the end of the command that begins at the offset, past anything that is wrong in it. Poisons
  // the names in it if asked to: those of the constructors and selectors of a datatype.
  void recover(uint32_t offset, bool poison) {
    lexer_.seek(offset);
    uint64_t depth = 0;
    do {
      const Token token = lexer_.next();
      if (token.kind == TokenKind::End) return;
      if (token.kind == TokenKind::Name && poison) names_.poison(pool_.intern(token.text));
      if (token.kind == TokenKind::Open) ++depth;
      if (token.kind == TokenKind::Close) --depth;
    } while (depth > 0);
  }

  bool read(Command& command) {
    switch (command.kind) {
      case CommandKind::SetLogic: {
        if (!terms_.symbol(command.text, "a logic") || !close()) return false;
        set_logic(read_logic(pool_.text(command.text)));
        return true;
      }
      case CommandKind::SetOption:
        if (!rest(command)) return false;
        set_option(pool_.text(command.text));
        return true;
      case CommandKind::SetInfo:
      case CommandKind::CheckSat:
      case CommandKind::ResetAssertions:
      case CommandKind::Other:
        return rest(command);
      case CommandKind::DeclareSort:
        return declare_sort(command);
      case CommandKind::DeclareSortParameter:
        return declare_sort_parameter(command);
      case CommandKind::DefineSort:
        return define_sort(command);
      case CommandKind::DeclareDatatypes:
        return declare_datatypes(command);
      case CommandKind::DeclareFun:
        return declare_fun(command);
      case CommandKind::DefineFun:
        return define_fun(command);
      case CommandKind::DefineFunRec:
        return define_fun_rec(command);
      case CommandKind::DefineFunsRec:
        return define_funs_rec(command);
      case CommandKind::Assert: {
        const Term term = terms_.term_of(kBool, "an assertion");
        if (!term) return false;
        command.terms.push_back(term);
        return close();
      }
      case CommandKind::Objective: {
        const Term term = terms_.term();
        if (!term) return false;
        command.terms.push_back(term);
        return rest(command);
      }
      case CommandKind::CheckSatAssuming:
        return term_list(command) && close();
      case CommandKind::Terms:
        // The value of a function may be asked for in any logic.
        terms_.set_higher_order(true);
        if (!term_list(command)) return false;
        terms_.set_higher_order(logic_.higher_order);
        return close();
      case CommandKind::Push:
        if (!levels(command, names_.levels())) return false;
        for (uint32_t i = 0; i < command.levels; ++i) names_.push();
        return true;
      case CommandKind::Pop: {
        const uint32_t offset = lexer_.peek().offset;
        if (!levels(command, 0)) return false;
        return names_.pop(command.levels) || terms_.fail(offset, "pop without a push before it");
      }
      case CommandKind::Reset:
        names_.reset();
        set_logic({});
        return rest(command);
    }
    return false;
  }

  void set_option(std::string_view text) {
    Lexer words(text);
    if (words.next().text == ":global-declarations")
      names_.set_global_declarations(words.next().text == "true");
  }

  void set_logic(const Logic& logic) {
    logic_ = logic;
    terms_.set_numerals_are_real(logic.numerals_are_real());
    terms_.set_higher_order(logic.higher_order);
  }

  bool close() { return terms_.expect(TokenKind::Close, "')' at the end of the command"); }

  // What is left of the command, as written.
  bool rest(Command& command) {
    const uint32_t begin = lexer_.peek().offset;
    uint32_t end = begin;
    while (lexer_.peek().kind != TokenKind::Close) {
      if (!lexer_.skip_expression()) return close();
      end = lexer_.offset();
    }
    lexer_.next();
    command.text = pool_.intern(lexer_.slice(begin, end));
    return true;
  }

  bool levels(Command& command, size_t before) {
    // A script that pushes a billion levels is garbage; solvers refuse far less.
    constexpr uint32_t kMostLevels = 1'000'000;
    command.levels = 1;
    const Token token = lexer_.peek();
    if (token.kind == TokenKind::Numeral) {
      lexer_.next();
      const auto [end, error] =
          std::from_chars(token.text.data(), token.text.data() + token.text.size(), command.levels);
      if (error != std::errc()) command.levels = UINT32_MAX;
    }
    if (before + command.levels > kMostLevels)
      return terms_.fail(token.offset, fmt::format("at most {} levels", kMostLevels));
    return close();
  }

  bool term_list(Command& command) {
    if (!terms_.expect(TokenKind::Open, "'(' before the terms")) return false;
    while (lexer_.peek().kind != TokenKind::Close) {
      const Term term = terms_.term();
      if (!term) return false;
      command.terms.push_back(term);
    }
    lexer_.next();
    return true;
  }

  bool declared_name(std::string_view what) { return terms_.symbol(declared_, what); }

  bool declare_sort(Command& command) {
    if (!declared_name("the name of a sort")) return false;
    uint32_t arity = 0;
    if (lexer_.peek().kind == TokenKind::Numeral && !small_number(arity)) return false;
    if (!close()) return false;
    const SortCtor ctor = pool_.declare_sort(declared_, arity);
    names_.add_sort(declared_, {.kind = SortMeaning::Kind::Declared, .ctor = ctor});
    command.datatypes.push_back({ctor, {}});
    return true;
  }

  bool small_number(uint32_t& number) {
    const Token token = lexer_.next();
    const auto [end, error] =
        std::from_chars(token.text.data(), token.text.data() + token.text.size(), number);
    if (token.kind == TokenKind::Numeral && error == std::errc() && number <= kMostParameters)
      return true;
    return terms_.fail(token.offset,
                       fmt::format("expected a number of parameters, at most {}", kMostParameters));
  }

  bool declare_sort_parameter(Command& command) {
    if (!declared_name("the name of a sort parameter") || !close()) return false;
    names_.add_sort(declared_, {.kind = SortMeaning::Kind::Defined,
                                .body = pool_.declare_parameter(declared_)});
    command.sort_params.push_back(declared_);
    return true;
  }

  bool define_sort(Command& command) {
    if (!declared_name("the name of a sort")) return false;
    if (!terms_.expect(TokenKind::Open, "'(' before the parameters")) return false;
    if (!sort_parameters(command.sort_params)) return false;
    command.sort = terms_.sort();
    leave_sort_parameters();
    if (!command.sort || !close()) return false;
    command.text = declared_;
    names_.add_sort(declared_, {.kind = SortMeaning::Kind::Defined,
                                .params = static_cast<uint32_t>(command.sort_params.size()),
                                .body = command.sort});
    return true;
  }

  // Names up to a closing parenthesis, in scope as Param sorts until leave_sort_parameters().
  bool sort_parameters(std::vector<Symbol>& names) {
    while (lexer_.peek().kind != TokenKind::Close) {
      Symbol name;
      const uint32_t offset = lexer_.peek().offset;
      if (!terms_.symbol(name, "a sort parameter or ')'")) return false;
      if (names.size() == kMostParameters)
        return terms_.fail(offset, fmt::format("at most {} parameters", kMostParameters));
      names.push_back(name);
    }
    lexer_.next();
    enter_sort_parameters(names);
    return true;
  }
  void enter_sort_parameters(std::span<const Symbol> names) {
    parameter_scope_ = names_.global_mark();
    for (uint32_t i = 0; i < names.size(); ++i)
      names_.add_sort(
          names[i], {.kind = SortMeaning::Kind::Defined, .body = pool_.sort(SortKind::Param, {i})});
  }
  void leave_sort_parameters() {
    if (parameter_scope_) names_.forget(*parameter_scope_);
    parameter_scope_.reset();
  }

  bool declare_fun(Command& command) {
    if (!declared_name("the name of a function")) return false;
    std::vector<Sort> params;
    if (pool_.text(command.name) == "declare-fun") {
      if (!terms_.expect(TokenKind::Open, "'(' before the parameters' sorts")) return false;
      while (lexer_.peek().kind != TokenKind::Close) {
        const Sort param = terms_.sort();
        if (!param) return false;
        params.push_back(param);
      }
      lexer_.next();
    }
    const Sort result = terms_.sort();
    if (!result || !close()) return false;
    command.definitions.push_back({pool_.declare(declared_, params, result), {}, {}});
    names_.add_function(declared_, command.definitions[0].function);
    return true;
  }

  // The parameters, bound, and the result's sort.
  bool header(Definition& definition, Sort& result) {
    if (!terms_.sorted_variables(definition.params)) return false;
    result = terms_.sort();
    return static_cast<bool>(result);
  }

  void declare(Definition& definition, Symbol name, Sort result) {
    std::vector<Sort> params;
    for (const Term param : definition.params) params.push_back(pool_.sort(param));
    definition.function = pool_.declare(name, params, result, FunctionRole::Defined);
    names_.add_function(name, definition.function);
  }

  bool define_fun(Command& command) {
    if (!declared_name("the name of a function")) return false;
    const Symbol name = declared_;
    Definition definition;
    Sort result;
    const size_t mark = names_.mark();
    const std::string_view word = pool_.text(command.name);
    if (word == "define-fun") {
      if (!header(definition, result)) return false;
    } else if (word == "define-const") {
      result = terms_.sort();
      if (!result) return false;
    }
    definition.body = result ? terms_.term_of(result, "the body") : terms_.term();
    if (!definition.body) return false;
    names_.leave(mark);
    declare(definition, name, result ? result : pool_.sort(definition.body));
    command.definitions.push_back(std::move(definition));
    return close();
  }

  bool define_fun_rec(Command& command) {
    if (!declared_name("the name of a function")) return false;
    Definition definition;
    Sort result;
    const size_t mark = names_.mark();
    if (!header(definition, result)) return false;
    declare(definition, declared_, result);
    definition.body = terms_.term_of(result, "the body");
    if (!definition.body) return false;
    names_.leave(mark);
    command.definitions.push_back(std::move(definition));
    return close();
  }

  bool define_funs_rec(Command& command) {
    if (!terms_.expect(TokenKind::Open, "'(' before the functions")) return false;
    const size_t mark = names_.mark();
    while (lexer_.peek().kind == TokenKind::Open) {
      lexer_.next();
      Definition definition;
      Sort result;
      if (!declared_name("the name of a function") || !header(definition, result) ||
          !terms_.expect(TokenKind::Close, "')' after the function"))
        return false;
      names_.leave(mark);
      declare(definition, declared_, result);
      command.definitions.push_back(std::move(definition));
    }
    if (!terms_.expect(TokenKind::Close, "')' or another function") ||
        !terms_.expect(TokenKind::Open, "'(' before the bodies"))
      return false;
    for (Definition& definition : command.definitions) {
      std::vector<Term> params;
      for (const Term param : definition.params)
        params.push_back(names_.bind_variable(pool_.data(param).name, pool_.sort(param)));
      definition.params = std::move(params);
      definition.body = terms_.term_of(pool_.data(definition.function).sort, "the body");
      if (!definition.body) return false;
      names_.leave(mark);
    }
    return terms_.expect(TokenKind::Close, "')' after the bodies") && close();
  }

  bool declare_datatypes(Command& command) {
    const std::string_view word = pool_.text(command.name);
    if (word == "declare-datatype" || word == "declare-codatatype") {
      if (!declared_name("the name of a datatype")) return false;
      const bool parametric = starts_with_par();
      command.datatypes.push_back({{}, {}});
      if (!parametric) {
        add_datatype(command.datatypes[0], declared_, 0);
        return constructor_list(command.datatypes[0]) && close();
      }
      // The number of parameters is known only from the declaration's inside: look ahead.
      const uint32_t inside = lexer_.offset();
      std::vector<Symbol> params;
      if (!open_par(params)) return false;
      leave_sort_parameters();
      lexer_.seek(inside);
      add_datatype(command.datatypes[0], declared_, static_cast<uint32_t>(params.size()));
      return datatype(command.datatypes[0]) && close();
    }
    if (!terms_.expect(TokenKind::Open, "'(' before the datatypes")) return false;
    if (lexer_.peek().kind != TokenKind::Open) return old_datatypes(command);
    while (lexer_.peek().kind == TokenKind::Open) {
      lexer_.next();
      Symbol name;
      uint32_t arity = 0;
      if (!terms_.symbol(name, "the name of a datatype") || !small_number(arity) ||
          !terms_.expect(TokenKind::Close, "')' after the number of parameters"))
        return false;
      add_datatype(command.datatypes.emplace_back(), name, arity);
    }
    if (!terms_.expect(TokenKind::Close, "')' or another (datatype arity)") ||
        !terms_.expect(TokenKind::Open, "'(' before the constructors"))
      return false;
    for (DatatypeDeclaration& declaration : command.datatypes)
      if (!datatype(declaration)) return false;
    return terms_.expect(TokenKind::Close, "')' after the constructors") && close();
  }

  void add_datatype(DatatypeDeclaration& declaration, Symbol name, uint32_t arity) {
    declaration.sort = pool_.declare_sort(name, arity);
    names_.add_sort(name, {.kind = SortMeaning::Kind::Declared, .ctor = declaration.sort});
  }

  bool starts_with_par() {
    const uint32_t offset = lexer_.offset();
    const bool open = lexer_.next().kind == TokenKind::Open;
    const Token& head = lexer_.peek();
    const bool par = open && head.kind == TokenKind::Name && !head.quoted && head.text == "par";
    lexer_.seek(offset);
    return par;
  }

  bool open_par(std::vector<Symbol>& params) {
    lexer_.next();
    lexer_.next();
    return terms_.expect(TokenKind::Open, "'(' before the parameters") && sort_parameters(params);
  }

  // (par (X Y) (constructors)) or (constructors).
  bool datatype(DatatypeDeclaration& declaration) {
    const bool parametric = starts_with_par();
    const uint32_t offset = lexer_.peek().offset;
    if (parametric && !open_par(declaration.params)) return false;
    if (declaration.params.size() != pool_.arity(declaration.sort))
      return terms_.fail(offset,
                         fmt::format("datatype '{}' has {} parameters, found {}",
                                     pool_.text(pool_.name(declaration.sort)),
                                     pool_.arity(declaration.sort), declaration.params.size()));
    if (!constructor_list(declaration)) return false;
    if (!parametric) return true;
    return terms_.expect(TokenKind::Close, "')' after the constructors");
  }

  bool constructor_list(DatatypeDeclaration& declaration) {
    if (!terms_.expect(TokenKind::Open, "'(' before the constructors")) return false;
    return constructors(declaration);
  }

  // Constructors up to a closing parenthesis. Declared outside the scope of the parameters.
  bool constructors(DatatypeDeclaration& declaration) {
    struct Field {
      Symbol name;
      Sort sort;
    };
    struct Constructor {
      Symbol name;
      std::vector<Field> fields;
    };
    std::vector<Constructor> list;
    while (lexer_.peek().kind != TokenKind::Close) {
      Constructor constructor;
      const bool compound = lexer_.peek().kind == TokenKind::Open;
      if (compound) lexer_.next();
      if (!terms_.symbol(constructor.name, "a constructor")) return false;
      while (compound && lexer_.peek().kind == TokenKind::Open) {
        lexer_.next();
        Field field;
        if (!terms_.symbol(field.name, "a selector")) return false;
        field.sort = terms_.sort();
        if (!field.sort || !terms_.expect(TokenKind::Close, "')' after the selector's sort"))
          return false;
        constructor.fields.push_back(field);
      }
      if (compound && !terms_.expect(TokenKind::Close, "')' or another (selector Sort)"))
        return false;
      list.push_back(std::move(constructor));
    }
    lexer_.next();
    leave_sort_parameters();

    std::vector<Sort> own;
    for (uint32_t i = 0; i < pool_.arity(declaration.sort); ++i)
      own.push_back(pool_.sort(SortKind::Param, {i}));
    const Sort self = pool_.sort(declaration.sort, {}, own);
    std::vector<Head> heads;
    for (const Constructor& constructor : list) {
      std::vector<Sort> params;
      for (const Field& field : constructor.fields) params.push_back(field.sort);
      heads.push_back(add(constructor.name, params, self, FunctionRole::Constructor));
      std::vector<Head> selectors;
      for (const Field& field : constructor.fields)
        selectors.push_back(
            add(field.name, std::span(&self, 1), field.sort, FunctionRole::Selector));
      pool_.set_selectors(heads.back(), std::move(selectors));
      // Z3 and cvc4 also know the tester by this name.
      add(pool_.intern(fmt::format("is-{}", pool_.text(constructor.name))), std::span(&self, 1),
          kBool, FunctionRole::Tester);
    }
    pool_.set_constructors(declaration.sort, std::move(heads));
    return true;
  }

  Head add(Symbol name, std::span<const Sort> params, Sort result, FunctionRole role) {
    const Head head = pool_.declare(name, params, result, role);
    names_.add_function(name, head);
    return head;
  }

  // As before SMT-LIB 2.6: (declare-datatypes (X) ((List nil (cons (head X) (tail List))))).
  bool old_datatypes(Command& command) {
    std::vector<Symbol> params;
    if (!sort_parameters(params)) return false;
    leave_sort_parameters();
    if (!terms_.expect(TokenKind::Open, "'(' before the datatypes")) return false;
    // All names first: datatypes may refer to each other.
    const uint32_t begin = lexer_.offset();
    while (lexer_.peek().kind == TokenKind::Open) {
      const uint32_t offset = lexer_.peek().offset;
      lexer_.next();
      Symbol name;
      if (!terms_.symbol(name, "the name of a datatype")) return false;
      DatatypeDeclaration& declaration = command.datatypes.emplace_back();
      add_datatype(declaration, name, static_cast<uint32_t>(params.size()));
      declaration.params = params;
      lexer_.seek(offset);
      if (!lexer_.skip_expression()) return close();
    }
    lexer_.seek(begin);
    terms_.set_implicit_parameters(true);
    for (DatatypeDeclaration& declaration : command.datatypes) {
      lexer_.next();
      lexer_.next();
      enter_sort_parameters(params);
      if (!constructors(declaration)) return false;
    }
    terms_.set_implicit_parameters(false);
    return terms_.expect(TokenKind::Close, "')' after the datatypes") && close();
  }

  // Of a sort or a datatype.
  static constexpr uint32_t kMostParameters = 1000;

  Pool& pool_;
  Lexer lexer_;
  Names names_;
  TermParser terms_;
  Logic logic_;
  size_t max_errors_;
  absl::flat_hash_map<Symbol, CommandKind> kinds_;
  Symbol declared_;                        // what the current command declares
  std::optional<size_t> parameter_scope_;  // where the parameters of a declaration began
  ParsedScript result_;
};

}  // namespace

ParsedScript parse_script(Pool& pool, std::string_view text, size_t max_errors) {
  if (text.size() >= UINT32_MAX) {
    ParsedScript result;
    result.errors.push_back({{}, "the input is larger than 4 GiB"});
    return result;
  }
  pool.reserve(text.size());
  return ScriptParser(pool, text, max_errors).run();
}

Result<Term> parse_term(Pool& pool, std::string_view text, const TermScope& scope) {
  return TermReader(pool).read(text, scope);
}

TermReader::TermReader(Pool& pool) : pool_(pool), names_(std::make_unique<Names>(pool)) {}
TermReader::~TermReader() = default;

Result<Term> TermReader::read(std::string_view text, const TermScope& scope) {
  if (text.size() >= UINT32_MAX) return Error{{}, "the input is larger than 4 GiB"};
  const size_t local = names_->mark();
  const size_t global = names_->global_mark();
  for (const auto& [name, term] : scope.terms) names_->bind_let(pool_.intern(name), term);
  for (const auto& [name, sort] : scope.sorts)
    names_->add_sort(pool_.intern(name), {.kind = SortMeaning::Kind::Defined, .body = sort});
  for (const auto& [name, function] : scope.functions)
    names_->add_function(pool_.intern(name), function);
  Lexer lexer(text);
  TermParser parser(pool_, lexer, *names_);
  const Term term = parser.term();
  const bool whole = term && parser.expect(TokenKind::End, "the end of the term");
  names_->leave(local);
  names_->forget(global);
  if (!whole) return parser.error();
  return term;
}

}  // namespace pg
