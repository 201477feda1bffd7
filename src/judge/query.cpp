#include "judge/query.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "smtlib/printer.h"

namespace pg {
namespace {

// Commands that print and that we do without.
constexpr auto kLeftOut =
    std::to_array<std::string_view>({"get-model", "echo", "display", "help", "labels", "include"});

// Commands that change nothing, but print: they come after an answer.
constexpr auto kPrinting = std::to_array<std::string_view>({"get-value",
                                                            "get-proof",
                                                            "get-unsat-core",
                                                            "get-unsat-assumptions",
                                                            "get-assertions",
                                                            "get-assignment",
                                                            "get-info",
                                                            "get-option",
                                                            "get-objectives",
                                                            "eval",
                                                            "simplify",
                                                            "get-abduct",
                                                            "get-abduct-next",
                                                            "get-interpolant",
                                                            "get-interpolant-next",
                                                            "get-qe",
                                                            "get-qe-disjunct",
                                                            "get-difficulty",
                                                            "get-learned-literals",
                                                            "get-timeout-core",
                                                            "block-model",
                                                            "block-model-values"});

// Options that turn what a solver prints away from us, or into something else.
constexpr auto kPrintingOptions = std::to_array<std::string_view>(
    {":print-success", ":regular-output-channel", ":diagnostic-output-channel", ":verbosity",
     ":interactive-mode", ":reproducible-resource-limit", ":timeout", ":rlimit", ":tlimit",
     ":tlimit-per", ":rlimit-per", ":dump-models", ":check-models", ":print-lisp",
     ":smtlib2_compliant", ":trace"});

// Operators for which a solver wants an option.
struct OperatorNeed {
  std::string_view name;
  Need need;
};
constexpr auto kOperatorNeeds = std::to_array<OperatorNeed>({
    {"set.universe", kNeedSets},
    {"set.complement", kNeedSets},
    {"set.comprehension", kNeedSets},
    {"set.is_singleton", kNeedSets},
    {"set.choose", kNeedSets},
    {"rel.iden", kNeedSets},
    {"rel.join_image", kNeedSets},
    {"eqrange", kNeedArrayRanges},
});

Needs needs_of(const Pool& pool) {
  Needs needs = 0;
  for (uint32_t id = 0; id < pool.sort_count(); ++id) {
    const Sort sort(id);
    const SortKind kind = pool.kind(sort);
    if (kind == SortKind::Arrow) needs |= kNeedHigherOrder;
    if (kind == SortKind::Seq) needs |= kNeedStrings;
    if (kind == SortKind::FloatingPoint && !pool.has_param(sort)) {
      const std::span<const uint32_t> format = pool.indices(sort);
      const bool usual =
          (format[0] == 8 && format[1] == 24) || (format[0] == 11 && format[1] == 53);
      if (!usual) needs |= kNeedOddFloats;
    }
  }
  for (uint32_t id = 0; id < pool.term_count(); ++id) {
    const Term term(id);
    // Whatever the pool is made with, the sort of strings is there: look for terms of it.
    if (pool.sort(term) == kString || pool.sort(term) == kRegLan) needs |= kNeedStrings;
    const OpSpec* op = pool.op(term);
    if (!op) continue;
    for (const OperatorNeed& row : kOperatorNeeds)
      if (op->name == row.name) needs |= row.need;
  }
  return needs;
}

bool is_check(const Command& command) {
  return command.kind == CommandKind::CheckSat || command.kind == CommandKind::CheckSatAssuming;
}

// True for what must not be sent.
bool is_left_out(const Pool& pool, const Command& command) {
  const std::string_view text = command.text ? pool.text(command.text) : std::string_view();
  const std::string_view first = text.substr(0, text.find_first_of(" \n\t"));
  if (command.kind == CommandKind::SetInfo) return first == ":status";
  if (command.kind == CommandKind::SetOption)
    return std::ranges::find(kPrintingOptions, first) != kPrintingOptions.end();
  return std::ranges::find(kLeftOut, pool.text(command.name)) != kLeftOut.end();
}

bool only_prints(const Pool& pool, const Command& command) {
  return std::ranges::find(kPrinting, pool.text(command.name)) != kPrinting.end();
}

}  // namespace

Query make_query(const Pool& pool, const Script& script, bool produce_models) {
  constexpr PrintOptions kPrint{.share = true, .width = 100};
  Query query;
  query.needs = needs_of(pool);
  Script part;
  size_t checks = 0;
  std::string printing;  // since the last check-sat, after other commands
  auto finish = [&](std::string_view ending) {
    std::string text =
        query.parts.empty() && produce_models ? "(set-option :produce-models true)\n" : "";
    text += print_script(pool, part, kPrint);
    text += ending;
    query.parts.push_back({std::move(text), {}});
    part.commands.clear();
    if (checks > 0) printing.clear();
  };
  for (const Command& command : script.commands) {
    if (pool.text(command.name) == "exit") break;
    if (command.kind == CommandKind::Push || command.kind == CommandKind::Pop)
      query.needs |= kNeedIncremental;
    if (is_left_out(pool, command)) continue;
    if (only_prints(pool, command)) {
      // Not where the state has changed since the answer.
      const std::string text = print_script(pool, Script{{command}}, kPrint);
      if (part.commands.empty() && !query.parts.empty())
        query.parts.back().after += text;
      else
        printing += text;
      continue;
    }
    part.commands.push_back(command);
    if (!is_check(command)) continue;
    if (++checks > 1) query.needs |= kNeedIncremental;
    finish("");
  }
  if (checks == 0)
    finish("(check-sat)\n");
  else
    query.rest = print_script(pool, part, kPrint);
  query.rest += printing;
  return query;
}

std::string query_text(const Query& query) {
  std::string text;
  for (const QueryPart& part : query.parts) text += part.text + part.after;
  return text;
}

}  // namespace pg
