#include <fmt/format.h>

#include "smtlib/term_parser.h"
#include "term/infer.h"

namespace pg {

Sort TermParser::sort() {
  struct Open {
    Symbol name;
    uint32_t offset;
    size_t args;
  };
  std::vector<Open> stack;
  std::vector<Sort> args;
  while (true) {
    const Token token = lexer_.next();
    Sort made;
    if (token.kind == TokenKind::Name) {
      made = make_sort(pool_.intern(token.text), {}, {}, token.offset);
    } else if (token.kind == TokenKind::Open) {
      const Token head = lexer_.next();
      if (head.kind != TokenKind::Name) {
        fail(head.offset, fmt::format("expected a sort's name, found {}", describe(head)));
      } else if (!head.quoted && head.text == "_") {
        made = indexed_sort(token.offset);
      } else {
        stack.push_back({pool_.intern(head.text), token.offset, args.size()});
        continue;
      }
    } else if (token.kind == TokenKind::Close && !stack.empty()) {
      const Open open = stack.back();
      stack.pop_back();
      made = make_sort(open.name, {}, std::span(args).subspan(open.args), open.offset);
      args.resize(open.args);
    } else {
      fail(token.offset, token.kind == TokenKind::Bad
                             ? std::string(token.text)
                             : fmt::format("expected a sort, found {}", describe(token)));
    }
    if (!made) return {};
    if (pool_.size(made) > kMaxSortSize) {
      fail(token.offset, fmt::format("a sort of more than {} parts", kMaxSortSize));
      return {};
    }
    if (stack.empty()) return made;
    args.push_back(made);
  }
}

// After `(_`: a name and its numerals.
Sort TermParser::indexed_sort(uint32_t offset) {
  Identifier id;
  if (!identifier(id, true)) return {};
  std::vector<uint32_t> indices;
  for (const Index& index : id.indices) indices.push_back(index.value);
  return make_sort(id.name, indices, {}, offset);
}

Sort TermParser::make_sort(Symbol name, std::span<const uint32_t> indices,
                           std::span<const Sort> args, uint32_t offset) {
  const SortMeaning* meaning = names_.sort(name);
  if (!meaning) {
    if (names_.is_poisoned(name)) return kUnknown;
    fail(offset, fmt::format("unknown sort '{}'", pool_.text(name)));
    return {};
  }
  auto arity = [&](size_t expected) {
    if (args.size() == expected && indices.empty()) return true;
    return fail(offset,
                fmt::format("sort '{}' takes {} argument{}, found {}", pool_.text(name), expected,
                            expected == 1 ? "" : "s", args.size() + indices.size()));
  };
  switch (meaning->kind) {
    case SortMeaning::Kind::Builtin:
      return make_builtin(pool_.kind(meaning->ctor), indices, args, offset);
    case SortMeaning::Kind::Alias: {
      const SortAlias& alias = *meaning->alias;
      if (alias.tuple) {
        const Sort tuple = pool_.sort(ctor_of(SortKind::Tuple), {}, args);
        return pool_.sort(alias.kind, {}, {tuple});
      }
      if (!arity(0)) return {};
      const size_t count = kSortSpecs[static_cast<size_t>(alias.kind)].indices;
      return pool_.sort(ctor_of(alias.kind), std::span(alias.indices).first(count), {});
    }
    case SortMeaning::Kind::Declared: {
      const uint32_t params = pool_.arity(meaning->ctor);
      if (implicit_parameters_ && args.empty() && params > 0) {
        std::vector<Sort> own;
        for (uint32_t i = 0; i < params; ++i) own.push_back(pool_.sort(SortKind::Param, {i}));
        return pool_.sort(meaning->ctor, {}, own);
      }
      if (!arity(params)) return {};
      return pool_.sort(meaning->ctor, {}, args);
    }
    case SortMeaning::Kind::Defined:
      if (!arity(meaning->params)) return {};
      // A parameter of the declaration around stands for itself.
      return meaning->params == 0 ? meaning->body : instantiate(pool_, meaning->body, args);
  }
  return {};
}

Sort TermParser::make_builtin(SortKind kind, std::span<const uint32_t> indices,
                              std::span<const Sort> args, uint32_t offset) {
  const SortSpec& spec = kSortSpecs[static_cast<size_t>(kind)];
  if (indices.size() != spec.indices) {
    fail(offset,
         fmt::format("sort '{}' takes {} ind{}, found {}", spec.name, unsigned{spec.indices},
                     spec.indices == 1 ? "ex" : "ices", indices.size()));
    return {};
  }
  if (!indices_in_range(kind, indices)) {
    fail(offset, fmt::format("an index of sort '{}' is out of range: the limit is {}", spec.name,
                             kMaxWidth));
    return {};
  }
  const bool enough = spec.arity >= 0 ? args.size() == static_cast<size_t>(spec.arity)
                                      : kind != SortKind::Arrow || args.size() >= 2;
  if (!enough) {
    fail(offset, fmt::format("sort '{}' takes {} arguments, found {}", spec.name,
                             spec.arity >= 0 ? std::to_string(int{spec.arity}) : "at least 2",
                             args.size()));
    return {};
  }
  return pool_.sort(ctor_of(kind), indices, args);
}

}  // namespace pg
