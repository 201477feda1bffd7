#include "ask/query.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "smtlib/printer.h"
#include "smtlib/safety.h"

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
                                                            "get-timeout-core"});

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

Needs needs_of(const Pool& pool, Sort root) {
  Needs needs = 0;
  std::vector<Sort> work{root};
  while (!work.empty()) {
    const Sort sort = work.back();
    work.pop_back();
    work.insert(work.end(), pool.args(sort).begin(), pool.args(sort).end());
    const SortKind kind = pool.kind(sort);
    if (kind == SortKind::Arrow) needs |= kNeedHigherOrder;
    if (kind == SortKind::Seq || kind == SortKind::String || kind == SortKind::RegLan)
      needs |= kNeedStrings;
    if (kind == SortKind::FloatingPoint) {
      const std::span<const uint32_t> format = pool.indices(sort);
      const bool usual =
          (format[0] == 8 && format[1] == 24) || (format[0] == 11 && format[1] == 53);
      if (!usual) needs |= kNeedOddFloats;
    }
  }
  return needs;
}

Needs needs_of(const Pool& pool, const Script& script) {
  Needs needs = 0;
  absl::flat_hash_set<Sort> sorts;
  absl::flat_hash_set<const OpSpec*> rows;
  auto add = [&](Sort sort) {
    if (sorts.insert(sort).second) needs |= needs_of(pool, sort);
  };
  auto add_function = [&](Head function) {
    add(pool.data(function).sort);
    for (const Sort param : pool.data(function).params) add(param);
  };
  for (const Command& command : script.commands) {
    if (command.sort) add(command.sort);
    for (const Definition& definition : command.definitions) add_function(definition.function);
    for (const DatatypeDeclaration& datatype : command.datatypes)
      for (const Head constructor : pool.constructors(datatype.sort)) add_function(constructor);
  }
  for_each_subterm(pool, script, [&](Term term) {
    if (pool.kind(term) != HeadKind::Case) add(pool.sort(term));
    const OpSpec* op = pool.op(term);
    if (!op || !rows.insert(op).second) return;
    for (const OperatorNeed& row : kOperatorNeeds)
      if (op->name == row.name) needs |= row.need;
  });
  return needs;
}

bool only_sets(const Command& command) {
  return command.kind == CommandKind::SetOption || command.kind == CommandKind::SetLogic ||
         command.kind == CommandKind::SetInfo;
}

// True for what must not be sent.
bool is_left_out(const Pool& pool, const Command& command) {
  if (!is_safe(pool, command)) return true;
  const std::string_view text = command.text ? pool.text(command.text) : std::string_view();
  const std::string_view first = text.substr(0, text.find_first_of(" \n\t"));
  // Only the version matters; cvc5 stumbles over long texts when it reads from a pipe.
  if (command.kind == CommandKind::SetInfo) return first != ":smt-lib-version";
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
  query.needs = needs_of(pool, script);
  Script part;
  size_t checks = 0;
  std::string printing;  // since the last check-sat, after other commands
  auto finish = [&](std::string_view ending) {
    std::string text;
    if (query.parts.empty()) {
      if (produce_models) text = "(set-option :produce-models true)\n";
      Script header;
      const auto body = std::ranges::find_if_not(part.commands, only_sets);
      header.commands.assign(part.commands.begin(), body);
      part.commands.erase(part.commands.begin(), body);
      text += print_script(pool, header, kPrint);
      query.header = text.size();
    }
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
