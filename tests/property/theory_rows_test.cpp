// Properties of every row of every theory. Rows whose sort no signature tells (sort_fn) have
// examples of their own in tests/unit/theory_irregular_test.cpp.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "support/sig_terms.h"
#include "theory/theories.h"

namespace pg {
namespace {

using test::DrawnApplication;
using test::SigDrawer;
using test::TermScript;

// A row under one of its names.
struct Entry {
  const OpSpec* op;
  std::string_view name;
  std::string describe() const { return fmt::format("{} : {}", name, op->sig.text); }
};

// Rows that no text is read as: the row for arrays before them takes functions too. They stand in
// the tables for what they tell a reader and a generator.
bool is_shadowed(const OpSpec& op) {
  return (op.name == "select" && op.sig.text == "Fun(A,B) A -> B") ||
         (op.name == "seq.map" && op.sig.text == "Fun(A,B) Seq(A) -> Seq(B)");
}

std::vector<Entry> regular_entries() {
  std::vector<Entry> entries;
  for (const Theory* theory : theories()) {
    for (const OpSpec& op : theory->ops) {
      if (op.sort_fn) continue;
      entries.push_back({&op, op.name});
      for (const OpAlias& alias : theory->aliases)
        if (alias.row == op.name) entries.push_back({&op, alias.name});
    }
  }
  return entries;
}

std::string arguments(const Pool& pool, const DrawnApplication& drawn) {
  std::string text;
  for (const Sort arg : drawn.args) text += " " + print_sort(pool, arg);
  return text;
}

RC_GTEST_PROP(TheoryRows, TakeWhatTheirSignatureSays, (uint64_t seed)) {
  Pool pool;
  TermScript script(pool);
  Rng rng(seed);
  std::vector<std::string> wrong;
  for (const Entry& entry : regular_entries()) {
    const size_t open_args = 1 + rng.below(5);
    const size_t least = entry.op->chain != Chain::None ? 2 : 1;
    SigDrawer drawer(pool, *entry.op, rng);
    const std::optional<DrawnApplication> drawn = drawer.draw(std::max(open_args, least));
    if (!drawn) {
      wrong.push_back(entry.describe() + " cannot be drawn");
      continue;
    }
    const Sort result = infer(pool, *entry.op, drawn->indices, drawn->args, drawn->qualifier);
    if (!result || (drawn->result && result != drawn->result))
      wrong.push_back(entry.describe() + " on" + arguments(pool, *drawn));
  }
  RC_ASSERT(wrong == std::vector<std::string>());
}

// What was built by hand, printed and read again is the same text, of the same row and sort, and
// under the name that it was written with.
RC_GTEST_PROP(TheoryRows, ComeBackFromTheirText, (uint64_t seed)) {
  Pool pool;
  TermScript script(pool);
  Rng rng(seed);
  std::vector<std::pair<Entry, Term>> built;
  for (const Entry& entry : regular_entries()) {
    const size_t open_args = 2 + rng.below(3);
    SigDrawer drawer(pool, *entry.op, rng);
    const std::optional<DrawnApplication> drawn = drawer.draw(open_args);
    RC_ASSERT(drawn.has_value());
    const Term term = script.apply(*entry.op, entry.name, *drawn);
    RC_ASSERT(static_cast<bool>(term));
    script.ask(term);
    built.emplace_back(entry, term);
  }
  const std::string text = print_script(pool, script.script());

  Pool other;
  const ParsedScript read = parse_script(other, text);
  std::vector<std::string> wrong;
  for (const Error& error : read.errors) wrong.push_back(format_error("printed", error));
  RC_ASSERT(wrong == std::vector<std::string>());
  RC_ASSERT(read.opaque_terms == 0u);
  RC_ASSERT(print_script(other, read.script) == text);

  size_t next = 0;
  for (const Command& command : read.script.commands) {
    if (command.kind != CommandKind::Terms) continue;
    const auto& [entry, term] = built[next++];
    const Term got = command.terms[0];
    if ((other.op(got) != entry.op) != is_shadowed(*entry.op))
      wrong.push_back(fmt::format("{} is read as {}", entry.describe(),
                                  other.op(got) ? other.op(got)->sig.text : "no operator"));
    else if (print_sort(other, other.sort(got)) != print_sort(pool, pool.sort(term)))
      wrong.push_back(fmt::format("{} changes its sort to {}", print_term(pool, term),
                                  print_sort(other, other.sort(got))));
    else if (other.text(other.data(got).name) != entry.name)
      wrong.push_back(entry.describe() + " loses its name");
  }
  RC_ASSERT(next == built.size());
  RC_ASSERT(wrong == std::vector<std::string>());
}

RC_GTEST_PROP(TheoryRows, ChainsTakeTwoToFiveArguments, (uint64_t seed)) {
  Pool pool;
  TermScript script(pool);
  Rng rng(seed);
  std::vector<std::string> wrong;
  for (const Entry& entry : regular_entries()) {
    if (entry.op->chain == Chain::None) continue;
    for (size_t count = 2; count <= 5; ++count) {
      SigDrawer drawer(pool, *entry.op, rng);
      const std::optional<DrawnApplication> drawn = drawer.draw(count);
      RC_ASSERT(drawn.has_value());
      RC_ASSERT(drawn->args.size() == count);
      if (!infer(pool, *entry.op, drawn->indices, drawn->args, drawn->qualifier))
        wrong.push_back(entry.describe() + " on" + arguments(pool, *drawn));
    }
  }
  RC_ASSERT(wrong == std::vector<std::string>());
}

// Where the signature names a sort, no other sort will do; nor does one argument too many.
RC_GTEST_PROP(TheoryRows, RefuseOtherArguments, (uint64_t seed)) {
  Pool pool;
  TermScript script(pool);
  const SortCtor stranger = pool.declare_sort(pool.intern("Stranger"), 0);
  const Sort strange = pool.sort(stranger, {}, {});
  Rng rng(seed);
  std::vector<std::string> wrong;
  for (const Entry& entry : regular_entries()) {
    const Sig& sig = entry.op->sig;
    SigDrawer drawer(pool, *entry.op, rng);
    const std::optional<DrawnApplication> drawn = drawer.draw(2);
    RC_ASSERT(drawn.has_value());
    auto refuses = [&](std::span<const Index> indices, std::span<const Sort> args) {
      return !infer(pool, *entry.op, indices, args, drawn->qualifier);
    };
    if (sig.repeat == Sig::Repeat::None) {
      for (size_t i = 0; i < sig.args; ++i) {
        if (sig.code[sig.arg_at[i]] <= Sig::kAny) continue;
        std::vector<Sort> args = drawn->args;
        args[i] = strange;
        if (!refuses(drawn->indices, args))
          wrong.push_back(fmt::format("{} takes a stranger as argument {}", entry.describe(), i));
      }
      if (entry.op->chain == Chain::None) {
        std::vector<Sort> args = drawn->args;
        args.push_back(strange);
        if (!refuses(drawn->indices, args))
          wrong.push_back(entry.describe() + " takes one argument more");
      }
    }
    if (!sig.any_indices) {
      std::vector<Index> indices = drawn->indices;
      indices.push_back({pool.intern("1"), 1, {}});
      if (!refuses(indices, drawn->args))
        wrong.push_back(entry.describe() + " takes an index more");
    }
  }
  RC_ASSERT(wrong == std::vector<std::string>());
}

}  // namespace
}  // namespace pg
