// Passes that change the text and keep what our sort checker accepts: widths, whose change reaches
// every term, and what terms do not show, such as the constructors of datatypes.
#include <algorithm>
#include <optional>

#include <absl/container/btree_set.h>
#include <fmt/format.h>
#include <gmpxx.h>

#include "reduce/passes.h"
#include "reduce/tokens.h"
#include "smtlib/lexer.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"

namespace pg {
namespace {

// Larger scripts are for other passes first.
constexpr size_t kMaxText = 8'000;
constexpr size_t kMaxLists = 400;

void propose(const PassInput& input, const std::string& text, std::vector<Edit>& edits) {
  ParsedScript parsed = parse_script(input.pool, text, 1);
  if (parsed.errors.empty()) edits.emplace_back().script = std::move(parsed.script);
}

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  Lexer lexer(text);
  for (Token token = lexer.next(); token.kind != TokenKind::End; token = lexer.next())
    tokens.push_back(token);
  return tokens;
}

using Format = std::pair<uint32_t, uint32_t>;

// What happens to indices that are no part of a sort or a literal. Which of it makes a well-sorted
// script depends on the operators: the sort checker tells.
enum class Indices : uint8_t {
  Keep,
  AsWidths,  // one that is a width changes like it: int2bv
  Halve,     // (_ extract 15 8) becomes (_ extract 7 4)
  Lower,     // by as much as the width: zero_extend to it, extract from its top
};

// How widths change: of bit-vectors, and of formats of floats.
struct Widths {
  std::vector<std::pair<uint32_t, uint32_t>> bits;
  std::vector<std::pair<Format, Format>> floats;
  Indices indices = Indices::Keep;

  uint32_t of(uint32_t width) const {
    const auto it = std::ranges::find(bits, width, &std::pair<uint32_t, uint32_t>::first);
    return it == bits.end() ? width : it->second;
  }
  Format of(Format format) const {
    const auto it = std::ranges::find(floats, format, &std::pair<Format, Format>::first);
    return it == floats.end() ? format : it->second;
  }
};

std::optional<uint32_t> number(const Token& token) {
  if (token.kind != TokenKind::Numeral || token.text.size() > 8) return {};
  return static_cast<uint32_t>(std::stoul(std::string(token.text)));
}

// The indices of (_ name i j ...) at a token, which is the name.
std::vector<uint32_t> indices_at(const std::vector<Token>& tokens, size_t at) {
  std::vector<uint32_t> indices;
  for (size_t i = at + 1; i < tokens.size(); ++i) {
    const std::optional<uint32_t> index = number(tokens[i]);
    if (!index) break;
    indices.push_back(*index);
  }
  return indices;
}

uint32_t changed_index(uint32_t index, bool upper, const Widths& widths) {
  switch (widths.indices) {
    case Indices::Keep:
      return index;
    case Indices::AsWidths:
      return widths.of(index);
    case Indices::Halve:
      return upper ? (index + 1) / 2 - (index > 0 ? 1 : 0) : index / 2;
    case Indices::Lower: {
      const uint32_t less = widths.bits.empty() ? 0 : widths.bits[0].first - widths.bits[0].second;
      return index >= less ? index - less : index;
    }
  }
  return index;
}

std::vector<uint32_t> changed_indices(std::string_view name, const std::vector<uint32_t>& indices,
                                      const Widths& widths) {
  if (indices.size() == 1 && (name == "BitVec" || name.starts_with("bv")))
    return {widths.of(indices[0])};
  if (indices.size() == 2) {
    const Format format{indices[0], indices[1]};
    const Format changed = widths.of(format);
    if (changed != format) return {changed.first, changed.second};
  }
  std::vector<uint32_t> changed;
  for (size_t i = 0; i < indices.size(); ++i)
    changed.push_back(changed_index(indices[i], indices.size() == 2 && i == 0, widths));
  return changed;
}

// Float32 and the like.
const SortAlias* format_named(const Token& token) {
  if (token.kind != TokenKind::Name) return nullptr;
  const auto alias = std::ranges::find(kSortAliases, token.text, &SortAlias::name);
  return alias != kSortAliases.end() && alias->kind == SortKind::FloatingPoint ? &*alias : nullptr;
}

std::string print_format(const Format& format) {
  for (const SortAlias& alias : kSortAliases)
    if (alias.kind == SortKind::FloatingPoint &&
        Format(alias.indices[0], alias.indices[1]) == format)
      return std::string(alias.name);
  return fmt::format("(_ FloatingPoint {} {})", format.first, format.second);
}

std::string cut_literal(const Token& token, const Widths& widths) {
  const bool hex = token.kind == TokenKind::Hex;
  const auto digits = static_cast<uint32_t>(token.text.size() - 2);
  const uint32_t width = widths.of(hex ? 4 * digits : digits);
  if (width == (hex ? 4 * digits : digits)) return std::string(token.text);
  mpz_class value(std::string(token.text.substr(2)), hex ? 16 : 2);
  mpz_class limit = 1;
  limit <<= width;
  value %= limit;
  const bool as_hex = hex && width % 4 == 0;
  const std::string spelled = value.get_str(as_hex ? 16 : 2);
  const size_t wanted = as_hex ? width / 4 : width;
  return (as_hex ? "#x" : "#b") + std::string(wanted - std::min(wanted, spelled.size()), '0') +
         spelled;
}

std::string with_widths(std::string_view text, const Widths& widths) {
  const std::vector<Token> tokens = tokens_of(text);
  std::string made;
  size_t done = 0;
  auto put = [&](const Token& token, size_t size, const std::string& instead) {
    made += text.substr(done, token.offset - done);
    made += instead;
    done = token.offset + size;
  };
  for (size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (const SortAlias* alias = format_named(token)) {
      put(token, token.text.size(),
          print_format(widths.of(Format(alias->indices[0], alias->indices[1]))));
    } else if (token.kind == TokenKind::Hex || token.kind == TokenKind::Binary) {
      put(token, token.text.size(), cut_literal(token, widths));
    } else if (token.kind == TokenKind::Name && i > 0 && tokens[i - 1].text == "_") {
      const std::vector<uint32_t> indices = indices_at(tokens, i);
      const std::vector<uint32_t> changed = changed_indices(token.text, indices, widths);
      // A value that is too wide would not be read.
      if (token.text.starts_with("bv") && !changed.empty() && changed[0] != indices[0]) {
        mpz_class value;
        if (value.set_str(std::string(token.text.substr(2)), 10) == 0) {
          mpz_class limit = 1;
          limit <<= changed[0];
          value %= limit;
          put(token, token.text.size(), "bv" + value.get_str());
        }
      }
      for (size_t j = 0; j < changed.size(); ++j)
        put(tokens[i + 1 + j], tokens[i + 1 + j].text.size(), std::to_string(changed[j]));
    }
  }
  made += text.substr(done);
  return made;
}

// The widths and formats that a script uses.
struct UsedWidths {
  absl::btree_set<uint32_t> bits;
  absl::btree_set<std::pair<uint32_t, uint32_t>> floats;
};
UsedWidths widths_in(const Pool& pool, const Script& script) {
  UsedWidths used;
  auto add = [&](Sort root) {
    std::vector<Sort> work{root};
    while (!work.empty()) {
      const Sort sort = work.back();
      work.pop_back();
      work.insert(work.end(), pool.args(sort).begin(), pool.args(sort).end());
      const std::span<const uint32_t> indices = pool.indices(sort);
      if (pool.kind(sort) == SortKind::BitVec) used.bits.insert(indices[0]);
      if (pool.kind(sort) == SortKind::FloatingPoint) used.floats.insert({indices[0], indices[1]});
    }
  };
  for_each_subterm(pool, script, [&](Term term) {
    if (pool.kind(term) != HeadKind::Case) add(pool.sort(term));
  });
  for (const Command& command : script.commands)
    for (const Definition& definition : command.definitions) {
      add(pool.data(definition.function).sort);
      for (const Sort param : pool.data(definition.function).params) add(param);
    }
  return used;
}

bool hides_something(const Pool& pool, const Command& command) {
  if (!command.datatypes.empty() || command.kind == CommandKind::DefineFunsRec) return true;
  bool found = false;
  for_each_subterm(pool, Script{{command}}, [&](Term term) {
    const HeadKind kind = pool.kind(term);
    found = found || kind == HeadKind::Match || kind == HeadKind::Annotation ||
            kind == HeadKind::Opaque;
  });
  return found;
}

}  // namespace

std::vector<Edit> shrink_widths(const PassInput& input) {
  std::vector<Edit> edits;
  const UsedWidths used = widths_in(input.pool, input.script);
  if (used.bits.empty() && used.floats.empty()) return edits;
  const std::string text = print_script(input.pool, input.script);
  auto try_widths = [&](Widths widths, std::initializer_list<Indices> ways) {
    for (const Indices indices : ways) {
      widths.indices = indices;
      const std::string made = with_widths(text, widths);
      if (made == text) continue;
      const size_t before = edits.size();
      propose(input, made, edits);
      if (edits.size() > before) return;
    }
  };
  // All widths half as wide.
  Widths half;
  for (const uint32_t width : used.bits) half.bits.emplace_back(width, (width + 1) / 2);
  if (used.floats.empty()) try_widths(half, {Indices::Halve});
  for (const uint32_t width : used.bits)
    for (const uint32_t narrower :
         {uint32_t{1}, uint32_t{2}, uint32_t{4}, uint32_t{8}, (width + 1) / 2, width - 1})
      if (narrower > 0 && narrower < width)
        try_widths({{{width, narrower}}, {}},
                   {Indices::Keep, Indices::AsWidths, Indices::Lower, Indices::Halve});
  constexpr Format kFormats[] = {{2, 3}, {3, 5}, {5, 11}, {8, 24}};
  for (const Format& format : used.floats) {
    for (const Format& smaller : kFormats) {
      if (smaller.first >= format.first || smaller.second >= format.second) continue;
      // Parts of floats are bit-vectors, with widths of their own.
      Widths widths;
      widths.floats.emplace_back(format, smaller);
      try_widths(widths, {Indices::Keep});
      widths.bits = {{format.first, smaller.first},
                     {format.second - 1, smaller.second - 1},
                     {format.first + format.second, smaller.first + smaller.second}};
      try_widths(widths, {Indices::Keep, Indices::AsWidths});
    }
  }
  return edits;
}

std::vector<Edit> simplify_text(const PassInput& input) {
  std::vector<Edit> edits;
  const std::string text = print_script(input.pool, input.script);
  if (text.size() > kMaxText) return edits;
  std::string before;
  std::string after = text;
  for (const Command& command : input.script.commands) {
    std::string own;
    print_command(input.pool, command, {}, own);
    own += '\n';
    after.erase(0, own.size());
    if (hides_something(input.pool, command)) {
      const std::vector<Piece> pieces = pieces_of(own);
      for (size_t i = 0; i < std::min(pieces.size(), kMaxLists); ++i) {
        const Piece& piece = pieces[i];
        // Without it; or, of a list, one of its parts instead. The first piece is the command.
        propose(input, before + own.substr(0, piece.begin) + own.substr(piece.end) + after, edits);
        size_t next = 0;
        for (size_t j = i + 1; i > 0 && j < pieces.size() && pieces[j].begin < piece.end; ++j) {
          if (pieces[j].begin < next) continue;
          next = pieces[j].end;
          propose(input,
                  before + own.substr(0, piece.begin) +
                      own.substr(pieces[j].begin, pieces[j].end - pieces[j].begin) +
                      own.substr(piece.end) + after,
                  edits);
        }
      }
    }
    before += own;
  }
  return edits;
}

}  // namespace pg
