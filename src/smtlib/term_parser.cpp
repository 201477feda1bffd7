#include "smtlib/term_parser.h"

#include <charconv>

#include <fmt/format.h>

#include "smtlib/printer.h"
#include "term/infer.h"

namespace pg {

TermParser::TermParser(Pool& pool, Lexer& lexer, Names& names)
    : pool_(pool),
      lexer_(lexer),
      names_(names),
      let_(pool.intern("let")),
      annotate_(pool.intern("!")),
      as_(pool.intern("as")),
      underscore_(pool.intern("_")),
      match_(pool.intern("match")),
      root_(pool.intern("root-obj")) {}

bool TermParser::fail(uint32_t offset, std::string message) {
  // Names and indices can have millions of characters.
  if (message.size() > kLongestMessage) message.replace(kLongestMessage, message.npos, "...");
  if (!failed_) error_ = {lexer_.place(offset), std::move(message)};
  failed_ = true;
  return false;
}

void TermParser::clear_error() {
  failed_ = false;
  frames_.clear();
  args_.clear();
  identifiers_.clear();
  lets_.clear();
  patterns_ = 0;
  attributes_.clear();
  named_.clear();
  names_.leave(0);
}

std::string TermParser::describe(const Token& token) const {
  // Enough of a long token to recognise it.
  const std::string_view text = token.text.substr(0, 40);
  const char* more = text.size() < token.text.size() ? "..." : "";
  switch (token.kind) {
    case TokenKind::Open:
      return "'('";
    case TokenKind::Close:
      return "')'";
    case TokenKind::End:
      return "the end of the input";
    case TokenKind::Bad:
      return std::string(token.text);
    case TokenKind::String:
      return fmt::format("the string {}{}", text, more);
    case TokenKind::Name:
    case TokenKind::Keyword:
    case TokenKind::Numeral:
    case TokenKind::Decimal:
    case TokenKind::Hex:
    case TokenKind::Binary:
      return fmt::format("'{}{}'", text, more);
  }
  return {};
}

std::string TermParser::describe(Sort sort) const {
  // Sorts share their parts: the text of one can be exponentially long.
  if (pool_.size(sort) > kMaxSortSize)
    return fmt::format("a sort of more than {} parts", kMaxSortSize);
  std::string text = print_sort(pool_, sort);
  if (text.size() > 200) text = text.substr(0, 200) + "...";
  return text;
}

bool TermParser::expect(TokenKind kind, std::string_view what) {
  const Token token = lexer_.next();
  if (token.kind == kind) return true;
  if (token.kind == TokenKind::Bad) return fail(token.offset, std::string(token.text));
  return fail(token.offset, fmt::format("expected {}, found {}", what, describe(token)));
}

bool TermParser::symbol(Symbol& name, std::string_view what) {
  const Token token = lexer_.next();
  if (token.kind == TokenKind::Name) {
    name = pool_.intern(token.text);
    return true;
  }
  if (token.kind == TokenKind::Bad) return fail(token.offset, std::string(token.text));
  return fail(token.offset, fmt::format("expected {}, found {}", what, describe(token)));
}

Term TermParser::term_of(Sort expected, std::string_view what) {
  const uint32_t offset = lexer_.peek().offset;
  const Term value = term();
  if (!value) return {};
  if (!fits(pool_, expected, pool_.sort(value))) {
    fail(offset, fmt::format("{} must have sort {}, but this term has sort {}", what,
                             describe(expected), describe(pool_.sort(value))));
    return {};
  }
  return value;
}

Term TermParser::term() {
  const size_t base = frames_.size();
  while (true) {
    const Token token = lexer_.next();
    Term value;
    switch (token.kind) {
      case TokenKind::Open:
        value = open(token.offset);
        break;
      case TokenKind::Close:
        if (frames_.size() == base)
          fail(token.offset, "expected a term, found ')'");
        else
          value = close(token.offset);
        break;
      case TokenKind::Name:
      case TokenKind::Numeral:
      case TokenKind::Decimal:
      case TokenKind::Hex:
      case TokenKind::Binary:
      case TokenKind::String:
        value = atom(token);
        break;
      case TokenKind::End:
        if (frames_.size() == base) {
          fail(token.offset, "expected a term, found the end of the input");
        } else {
          const Place place = lexer_.place(frames_.back().offset);
          fail(token.offset, fmt::format("the input ends before the '(' of line {}, column {} is "
                                         "closed",
                                         place.line, place.column));
        }
        break;
      case TokenKind::Bad:
        fail(token.offset, std::string(token.text));
        break;
      case TokenKind::Keyword:
        fail(token.offset, fmt::format("expected a term, found {}", describe(token)));
        break;
    }
    while (value && !failed_) {
      if (frames_.size() == base) return value;
      value = deliver(value);
    }
    if (failed_) return {};
  }
}

Term TermParser::atom(const Token& token) {
  switch (token.kind) {
    case TokenKind::Name: {
      const Symbol name = pool_.intern(token.text);
      if (const Term local = local_value(name)) return local;
      Identifier id;
      id.name = name;
      return apply(id, {}, token.offset);
    }
    case TokenKind::Numeral:
      return pool_.literal(LiteralKind::Numeral, token.text, numerals_are_real_ ? kReal : kInt);
    case TokenKind::Decimal:
      return pool_.literal(LiteralKind::Decimal, token.text, kReal);
    case TokenKind::Hex:
      return bit_vector(LiteralKind::Hex, token.text, 4 * (token.text.size() - 2), token.offset);
    case TokenKind::Binary:
      return bit_vector(LiteralKind::Binary, token.text, token.text.size() - 2, token.offset);
    case TokenKind::String:
      return pool_.literal(LiteralKind::String, token.text, kString);
    case TokenKind::Open:
    case TokenKind::Close:
    case TokenKind::Keyword:
    case TokenKind::End:
    case TokenKind::Bad:
      break;
  }
  return {};
}

Term TermParser::bit_vector(LiteralKind kind, std::string_view spelling, uint64_t width,
                            uint32_t offset) {
  if (width == 0 || width > kMaxWidth) {
    fail(offset, fmt::format("the width of a bit-vector is 1 to {}", kMaxWidth));
    return {};
  }
  return pool_.literal(kind, spelling,
                       pool_.sort(SortKind::BitVec, {static_cast<uint32_t>(width)}));
}

// A root of a polynomial, from its opening parenthesis. Its text is no SMT-LIB; it is kept as it
// is.
Term TermParser::algebraic(uint32_t offset) {
  if (!lexer_.skip_raw()) {
    fail(offset, "the input ends within an algebraic number");
    return {};
  }
  return pool_.literal(LiteralKind::Algebraic, lexer_.slice(offset, lexer_.offset()), kReal);
}

TermParser::Frame& TermParser::push_frame(FrameKind kind, uint32_t offset) {
  Frame frame{.kind = kind, .offset = offset};
  frame.args = static_cast<uint32_t>(args_.size());
  frame.mark = names_.mark();
  frames_.push_back(frame);
  return frames_.back();
}

Term TermParser::drop_frame(Term result) {
  const Frame& frame = frames_.back();
  args_.resize(frame.args);
  names_.leave(frame.mark);
  if (frame.has_identifier) identifiers_.pop_back();
  frames_.pop_back();
  return result;
}

// After an opening parenthesis.
Term TermParser::open(uint32_t offset) {
  Token token = lexer_.next();
  while (token.kind == TokenKind::Open) {
    const Token head = lexer_.peek();
    if (head.kind == TokenKind::Name && !head.quoted && (head.text == "_" || head.text == "as")) {
      open_compound_head(offset);
      return {};
    }
    // A term that is a function.
    push_frame(FrameKind::Apply, offset);
    offset = token.offset;
    token = lexer_.next();
  }
  if (token.kind != TokenKind::Name) {
    fail(token.offset, token.kind == TokenKind::Bad
                           ? std::string(token.text)
                           : fmt::format("expected an operator, found {}", describe(token)));
    return {};
  }
  const Symbol name = pool_.intern(token.text);
  if (!token.quoted) {
    if (name == let_) {
      open_let(offset);
      return {};
    }
    if (name == annotate_) {
      push_frame(FrameKind::Annotated, offset).extra = static_cast<uint32_t>(attributes_.size());
      return {};
    }
    if (name == match_) {
      push_frame(FrameKind::MatchSubject, offset);
      return {};
    }
    if (name == root_ && names_.first_function(name) == Names::kNone) return algebraic(offset);
    if (name == underscore_ && lexer_.peek().text == "real_algebraic_number")
      return algebraic(offset);
    if (name == underscore_ || name == as_) {
      Identifier id;
      if (!identifier(id, name == underscore_)) return {};
      if (const Term literal = literal_of(id, offset); literal || failed_) return literal;
      return apply(id, {}, offset);
    }
  }
  if (const std::span<const RowChoice> rows = names_.rows(name);
      !rows.empty() && rows.front().op->binder > 0) {
    // A reserved word is a binder whatever is declared, in bars it never is; other binders give
    // way.
    const bool free = !names_.local(name) && names_.first_function(name) == Names::kNone;
    if (is_reserved_word(token.text) ? !token.quoted : free) {
      open_binder(offset, rows.front());
      return {};
    }
  }
  push_frame(FrameKind::Application, offset).name = name;
  return {};
}

// After `((` and before `_` or `as`: an identifier with indices or a sort.
void TermParser::open_compound_head(uint32_t offset) {
  Identifier id;
  if (!identifier(id, lexer_.next().text == "_")) return;
  Frame& frame = push_frame(FrameKind::Application, offset);
  frame.name = id.name;
  frame.has_identifier = true;
  identifiers_.push_back(std::move(id));
}

Term TermParser::close(uint32_t offset) {
  const Frame frame = frames_.back();
  const std::span<const Term> args = std::span(args_).subspan(frame.args);
  switch (frame.kind) {
    case FrameKind::Application: {
      if (args.empty()) {
        fail(offset,
             fmt::format("expected an argument of '{}', found ')'", pool_.text(frame.name)));
        return {};
      }
      Term result;
      if (frame.has_identifier) {
        result = apply(identifiers_.back(), args, frame.offset);
      } else {
        Identifier id;
        id.name = frame.name;
        result = apply(id, args, frame.offset);
      }
      return drop_frame(result);
    }
    case FrameKind::Apply:
      if (args.size() < 2) {
        fail(offset, "expected an argument, found ')'");
        return {};
      }
      return drop_frame(apply_term(args.front(), args.subspan(1), frame.offset));
    case FrameKind::Binder:
      return drop_frame(close_binder(frame, offset));
    case FrameKind::PatternList: {
      Attribute& attribute = attributes_.back();
      uint32_t before = 1;
      for (size_t i = frame.extra; i + 1 < attributes_.size(); ++i) before += attributes_[i].terms;
      attribute.terms = static_cast<uint32_t>(args.size()) - before;
      frames_.back().kind = FrameKind::Annotated;
      --patterns_;
      return attributes(frames_.back());
    }
    case FrameKind::LetValue:
    case FrameKind::LetBody:
    case FrameKind::Annotated:
    case FrameKind::PatternTerm:
    case FrameKind::MatchSubject:
    case FrameKind::MatchBody:
      break;
  }
  fail(offset, "expected a term, found ')'");
  return {};
}

Term TermParser::deliver(Term value) {
  Frame& frame = frames_.back();
  switch (frame.kind) {
    case FrameKind::Application:
    case FrameKind::Apply:
    case FrameKind::Binder:
    case FrameKind::PatternList:
      args_.push_back(value);
      return {};
    case FrameKind::LetValue:
      return let_value(frame, value);
    case FrameKind::LetBody:
      if (!expect(TokenKind::Close, "')' after the body of let")) return {};
      return drop_frame(value);
    case FrameKind::Annotated:
      args_.push_back(value);
      return attributes(frame);
    case FrameKind::PatternTerm:
      args_.push_back(value);
      attributes_.back().terms = 1;
      frame.kind = FrameKind::Annotated;
      --patterns_;
      return attributes(frame);
    case FrameKind::MatchSubject:
      args_.push_back(value);
      frame.kind = FrameKind::MatchBody;
      if (!expect(TokenKind::Open, "'(' before the cases of match")) return {};
      open_case(frame);
      return {};
    case FrameKind::MatchBody:
      return close_case(frame, value);
  }
  return {};
}

void TermParser::open_let(uint32_t offset) {
  Frame& frame = push_frame(FrameKind::LetValue, offset);
  frame.extra = static_cast<uint32_t>(lets_.size());
  if (!expect(TokenKind::Open, "'(' before the variables of let")) return;
  if (lexer_.peek().kind == TokenKind::Close) {
    lexer_.next();
    return open_let_body(frame);
  }
  if (expect(TokenKind::Open, "'(' before a variable of let"))
    symbol(frame.name, "a variable of let");
}

// The value of one variable; the next one, or the body, follows.
Term TermParser::let_value(Frame& frame, Term value) {
  lets_.emplace_back(frame.name, value);
  if (!expect(TokenKind::Close, "')' after the value of a let variable")) return {};
  if (lexer_.peek().kind == TokenKind::Open) {
    lexer_.next();
    symbol(frame.name, "a variable of let");
    return {};
  }
  if (expect(TokenKind::Close, "')' or another variable of let")) open_let_body(frame);
  return {};
}

// All values were read outside the scope: the bindings of a let are parallel.
void TermParser::open_let_body(Frame& frame) {
  for (size_t i = frame.extra; i < lets_.size(); ++i)
    names_.bind_let(lets_[i].first, lets_[i].second);
  lets_.resize(frame.extra);
  frame.kind = FrameKind::LetBody;
}

bool TermParser::sorted_variables(std::vector<Term>& variables) {
  if (!expect(TokenKind::Open, "'(' before the variables")) return false;
  std::vector<std::pair<Symbol, Sort>> sorted;
  while (lexer_.peek().kind == TokenKind::Open) {
    lexer_.next();
    Symbol name;
    if (!symbol(name, "a variable")) return false;
    const Sort of = sort();
    if (!of || !expect(TokenKind::Close, "')' after the sort of a variable")) return false;
    sorted.emplace_back(name, of);
  }
  if (!expect(TokenKind::Close, "')' or another (variable Sort)")) return false;
  for (const auto& [name, of] : sorted) variables.push_back(names_.bind_variable(name, of));
  return true;
}

void TermParser::open_binder(uint32_t offset, const RowChoice& row) {
  Frame& frame = push_frame(FrameKind::Binder, offset);
  frame.binder = &row;
  std::vector<Term> variables;
  if (!sorted_variables(variables)) return;
  frame.extra = static_cast<uint32_t>(variables.size());
  args_.insert(args_.end(), variables.begin(), variables.end());
}

Term TermParser::close_binder(const Frame& frame, uint32_t offset) {
  const std::span<const Term> args = std::span(args_).subspan(frame.args);
  const OpSpec& op = *frame.binder->op;
  if (args.size() - frame.extra != op.binder) {
    fail(offset,
         fmt::format("'{}' has {} bod{} after its variables, found {}", op.name,
                     unsigned{op.binder}, op.binder == 1 ? "y" : "ies", args.size() - frame.extra));
    return {};
  }
  sorts_of(args);
  const Sort result = infer(pool_, op, {}, arg_sorts_);
  if (!result) {
    Identifier id;
    id.name = pool_.intern(op.name);
    no_match(id, args, frame.offset);
    return {};
  }
  return pool_.make(frame.binder->plain, result, args);
}

// The attributes of an annotation up to its end, or up to one that holds terms.
Term TermParser::attributes(Frame& frame) {
  while (true) {
    const Token token = lexer_.next();
    if (token.kind == TokenKind::Close) return drop_frame(finish_annotation(frame));
    if (token.kind != TokenKind::Keyword) {
      fail(token.offset, token.kind == TokenKind::Bad
                             ? std::string(token.text)
                             : fmt::format("expected an attribute such as :named or ')', found {}",
                                           describe(token)));
      return {};
    }
    Attribute attribute;
    attribute.keyword = pool_.intern(token.text);
    const Token value = lexer_.peek();
    if (token.text == ":pattern" && value.kind == TokenKind::Open) {
      lexer_.next();
      attributes_.push_back(attribute);
      frame.kind = FrameKind::PatternList;
      ++patterns_;
      return {};
    }
    if (token.text == ":no-pattern") {
      attributes_.push_back(attribute);
      frame.kind = FrameKind::PatternTerm;
      ++patterns_;
      return {};
    }
    if (token.text == ":named") {
      if (!symbol(attribute.text, "a name")) return {};
    } else if (value.kind != TokenKind::Close && value.kind != TokenKind::Keyword) {
      if (!lexer_.skip_expression()) {
        expect(TokenKind::Close, "the value of an attribute");
        return {};
      }
      attribute.text = pool_.intern(lexer_.slice(value.offset, lexer_.offset()));
    }
    attributes_.push_back(attribute);
  }
}

Term TermParser::finish_annotation(const Frame& frame) {
  const std::span<const Term> args = std::span(args_).subspan(frame.args);
  HeadData data;
  data.kind = HeadKind::Annotation;
  data.attributes = std::span(attributes_).subspan(frame.extra);
  const Term result = pool_.make(pool_.head(data), pool_.sort(args.front()), args);
  const Symbol named = pool_.intern(":named");
  for (const Attribute& attribute : data.attributes) {
    if (attribute.keyword != named) continue;
    // The name means the same everywhere, as if it were defined before the command.
    if (frame.mark > 0 && pool_.has(args.front(), kHasVariable) &&
        !free_variables_.of(args.front()).empty()) {
      fail(frame.offset, fmt::format("'{}' cannot name a term with a bound variable in it",
                                     pool_.text(attribute.text)));
      return {};
    }
    const Head name = pool_.declare(attribute.text, {}, pool_.sort(result), FunctionRole::Named);
    pool_.set_annotation(name, result);
    names_.add_function(attribute.text, name);
    named_.push_back({name, result});
  }
  attributes_.resize(frame.extra);
  return result;
}

// None if there is no such constructor. Where the subject's sort is unknown, any will do.
Head TermParser::constructor_named(Symbol name, Sort subject) const {
  if (subject == kUnknown) {
    for (uint32_t i = names_.first_function(name); i != Names::kNone; i = names_.function(i).next)
      if (pool_.data(names_.function(i).head).role == FunctionRole::Constructor)
        return names_.function(i).head;
  }
  for (const Head constructor : pool_.constructors(pool_.ctor(subject)))
    if (pool_.data(constructor).name == name) return constructor;
  return {};
}

// After the '(' of a case: its pattern, a variable or a constructor with variables.
void TermParser::open_case(Frame& frame) {
  if (!expect(TokenKind::Open, "'(' before a case of match")) return;
  frame.extra = static_cast<uint32_t>(args_.size());
  frame.mark = names_.mark();
  frame.constructor = {};
  const Sort subject = pool_.sort(args_[frame.args]);
  const Token token = lexer_.next();
  const bool compound = token.kind == TokenKind::Open;
  const Token head = compound ? lexer_.next() : token;
  if (head.kind != TokenKind::Name) {
    fail(head.offset,
         fmt::format("expected a constructor or a variable, found {}", describe(head)));
    return;
  }
  const Symbol name = pool_.intern(head.text);
  frame.constructor = constructor_named(name, subject);
  if (!frame.constructor) {
    if (!compound)
      args_.push_back(names_.bind_variable(name, subject));
    else if (names_.is_poisoned(name))
      open_poisoned_case(frame, name);
    else
      fail(head.offset, fmt::format("'{}' is no constructor of {}", head.text, describe(subject)));
    return;
  }
  if (!compound) return;
  const HeadData& constructor = pool_.data(frame.constructor);
  Unifier unifier(pool_);
  unifier.unify(constructor.sort, subject);
  for (const Sort param : constructor.params) {
    Symbol variable;
    if (!symbol(variable, "a variable of the pattern")) return;
    args_.push_back(names_.bind_variable(variable, instantiate(pool_, param, unifier.bindings())));
  }
  expect(TokenKind::Close, "')' after the pattern");
}

// A constructor whose datatype was refused: with that error nobody will look at the term.
void TermParser::open_poisoned_case(Frame& frame, Symbol constructor) {
  frame.constructor = pool_.declare(constructor, {}, kUnknown, FunctionRole::Constructor);
  while (lexer_.peek().kind == TokenKind::Name) {
    const Symbol variable = pool_.intern(lexer_.next().text);
    args_.push_back(names_.bind_variable(variable, kUnknown));
  }
  expect(TokenKind::Close, "')' after the pattern");
}

Term TermParser::close_case(Frame& frame, Term body) {
  args_.push_back(body);
  HeadData data;
  data.kind = HeadKind::Case;
  data.constructor = frame.constructor;
  const Term made =
      pool_.make(pool_.head(data), pool_.sort(body), std::span(args_).subspan(frame.extra));
  args_.resize(frame.extra);
  args_.push_back(made);
  names_.leave(frame.mark);
  if (!expect(TokenKind::Close, "')' after the body of a case")) return {};
  if (lexer_.peek().kind == TokenKind::Open) {
    open_case(frame);
    return {};
  }
  if (!expect(TokenKind::Close, "')' or another case") || !expect(TokenKind::Close, "')'"))
    return {};
  return drop_frame(finish_match(frame));
}

Term TermParser::finish_match(const Frame& frame) {
  const std::span<const Term> args = std::span(args_).subspan(frame.args);
  Sort result = pool_.sort(args[1]);
  for (const Term match_case : args.subspan(2)) {
    const Sort other = pool_.sort(match_case);
    if (fits(pool_, other, result)) result = other;
    if (!fits(pool_, result, other)) {
      fail(frame.offset, fmt::format("the cases of match have the sorts {} and {}",
                                     describe(result), describe(other)));
      return {};
    }
  }
  HeadData data;
  data.kind = HeadKind::Match;
  return pool_.make(pool_.head(data), result, args);
}

bool TermParser::index(Index& index) {
  const Token token = lexer_.peek();
  if (!lexer_.skip_expression()) return expect(TokenKind::Close, "an index or ')'");
  if (token.kind == TokenKind::Name) {
    index.text = pool_.intern(print_symbol(token.text));
    const uint32_t function = names_.first_function(pool_.intern(token.text));
    if (function != Names::kNone) index.function = names_.function(function).head;
    return true;
  }
  index.text = pool_.intern(lexer_.slice(token.offset, lexer_.offset()));
  if (token.kind == TokenKind::Numeral) {
    uint32_t value = 0;
    const auto [end, error] =
        std::from_chars(token.text.data(), token.text.data() + token.text.size(), value);
    if (error == std::errc()) index.value = value;
  }
  return true;
}

bool TermParser::identifier(Identifier& id, bool indices) {
  if (indices) {
    if (!symbol(id.name, "an operator after '_'")) return false;
    while (lexer_.peek().kind != TokenKind::Close) {
      Index next;
      if (!index(next)) return false;
      id.indices.push_back(next);
    }
    lexer_.next();
    return true;
  }
  if (lexer_.peek().kind == TokenKind::Open) {
    lexer_.next();
    if (!expect(TokenKind::Name, "'_'") || !identifier(id, true)) return false;
  } else if (!symbol(id.name, "a name after 'as'")) {
    return false;
  }
  id.qualifier = sort();
  return id.qualifier && expect(TokenKind::Close, "')' after the sort of 'as'");
}

Term TermParser::literal_of(const Identifier& id, uint32_t offset) {
  if (id.indices.size() != 1 || id.qualifier) return {};
  const std::string_view name = pool_.text(id.name);
  if (name.size() > 2 && name.starts_with("bv") &&
      name.find_first_not_of("0123456789", 2) == std::string_view::npos)
    return bit_vector(LiteralKind::IndexedBv, spelling(id), id.indices[0].value, offset);
  const std::string_view index = pool_.text(id.indices[0].text);
  if (name == "char" && index.starts_with("#x"))
    return pool_.literal(LiteralKind::Char, spelling(id), kString);
  if (name == "Char" && id.indices[0].value != Index::kNotANumber)
    return pool_.literal(LiteralKind::Char, spelling(id), kChar);
  return {};
}

}  // namespace pg
