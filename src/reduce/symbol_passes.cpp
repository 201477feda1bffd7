// Passes over the symbols of a script: definitions, parameters, names.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "reduce/passes.h"
#include "reduce/tokens.h"
#include "smtlib/inline.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "term/traverse.h"
#include "theory/theories.h"

namespace pg {
namespace {

// Bodies that would become more terms than this in all are not inlined.
constexpr uint64_t kMaxInlined = 5'000;

// Calls make(term, new arguments) for each term from the leaves up.
template <typename Make>
Term rebuild(Pool& pool, Term root, Make make) {
  absl::flat_hash_map<Term, Term> done;
  std::vector<Term> args;
  post_order(pool, root, [&](Term term) {
    args.clear();
    for (const Term arg : pool.args(term)) args.push_back(done.at(arg));
    done[term] = make(term, args);
  });
  return done.at(root);
}

template <typename Make>
Script rebuild(Pool& pool, const Script& script, Make make) {
  Script made = script;
  for (Command& command : made.commands)
    for_each_term(command, [&](Term& term) { term = rebuild(pool, term, make); });
  return made;
}

// In how many places a function is used, and whether always with all its arguments.
struct Uses {
  uint64_t count = 0;
  bool whole = true;
};
Uses uses_of(const Pool& pool, const Script& script, Head function) {
  Uses uses;
  auto count = [&](Term term) { uses.count += pool.head(term) == function; };
  for (const Command& command : script.commands) for_each_term(command, count);
  for_each_subterm(pool, script, [&](Term term) {
    const HeadData& data = pool.data(term);
    for (const Index& index : data.indices) uses.whole = uses.whole && index.function != function;
    for (const Term arg : pool.args(term)) count(arg);
    if (pool.head(term) != function) return;
    uses.whole = uses.whole && pool.args(term).size() == pool.data(function).params.size();
  });
  return uses;
}

Script inlined(Pool& pool, const Script& script, size_t at) {
  const Definition definition = script.commands[at].definitions[0];
  Script made = script;
  for (Command& command : made.commands)
    for_each_term(command, [&](Term& term) { term = with_body(pool, term, definition); });
  made.commands.erase(made.commands.begin() + static_cast<ptrdiff_t>(at));
  return made;
}

Script without_parameter(Pool& pool, const Script& script, size_t at, size_t param) {
  const Definition definition = script.commands[at].definitions[0];
  const HeadData data = pool.data(definition.function);
  std::vector<Sort> params(data.params.begin(), data.params.end());
  params.erase(params.begin() + static_cast<ptrdiff_t>(param));
  const Head fewer = pool.declare(data.name, params, data.sort, data.role);
  Script made = rebuild(pool, script, [&](Term term, std::vector<Term> args) {
    if (pool.head(term) != definition.function) return pool.with_args(term, args);
    args.erase(args.begin() + static_cast<ptrdiff_t>(param));
    return pool.make(fewer, pool.sort(term), args);
  });
  Definition& changed = made.commands[at].definitions[0];
  changed.function = fewer;
  if (!changed.params.empty())
    changed.params.erase(changed.params.begin() + static_cast<ptrdiff_t>(param));
  return made;
}

// Short names in the order in which they are given.
constexpr std::string_view kNames = "xyzuvwabcdefghijklmnopqrst";

std::string short_name(size_t number) {
  std::string name(1, kNames[number % kNames.size()]);
  if (number >= kNames.size()) name += std::to_string(number / kNames.size());
  return name;
}

// The names that are ours to change, in the order of the script.
std::vector<std::string> own_names(const Pool& pool, const Script& script) {
  std::vector<std::string> names;
  absl::flat_hash_set<std::string> seen;
  auto add = [&](std::string name) {
    if (seen.insert(name).second) names.push_back(std::move(name));
  };
  for (const Command& command : script.commands) {
    for (std::string& name : names_declared(pool, command)) add(std::move(name));
    for (const Symbol param : command.sort_params) add(std::string(pool.text(param)));
    for (const DatatypeDeclaration& datatype : command.datatypes)
      for (const Symbol param : datatype.params) add(std::string(pool.text(param)));
    for (const Definition& definition : command.definitions)
      for (const Term param : definition.params) add(std::string(pool.text(pool.data(param).name)));
    for_each_term(command, [&](Term root) {
      post_order(pool, root, [&](Term term) {
        const HeadData& data = pool.data(term);
        if (data.kind == HeadKind::Variable || data.role == FunctionRole::Named)
          add(std::string(pool.text(data.name)));
      });
    });
  }
  return names;
}

bool is_operator(std::string_view name) {
  return std::ranges::any_of(theories(), [&](const Theory* theory) {
    return std::ranges::find(theory->ops, name, &OpSpec::name) != theory->ops.end() ||
           std::ranges::find(theory->aliases, name, &OpAlias::name) != theory->aliases.end();
  });
}

}  // namespace

std::vector<Edit> inline_used_once(const PassInput& input) {
  Pool& pool = input.pool;
  Script made = input.script;
  bool changed = false;
  // From the last one: a body that calls another definition is in its place by then.
  for (size_t at = made.commands.size(); at > 0; --at) {
    const Command& command = made.commands[at - 1];
    if (command.kind != CommandKind::DefineFun || command.definitions.size() != 1) continue;
    if (gives_used_names(pool, made, command)) continue;
    const Uses uses = uses_of(pool, made, command.definitions[0].function);
    if (!uses.whole || uses.count > 1) continue;
    made = inlined(pool, made, at - 1);
    changed = true;
  }
  std::vector<Edit> edits;
  if (changed) edits.emplace_back().script = std::move(made);
  return edits;
}

std::vector<Edit> inline_definitions(const PassInput& input) {
  Pool& pool = input.pool;
  std::vector<Edit> edits;
  for (size_t at = 0; at < input.script.commands.size(); ++at) {
    const Command& command = input.script.commands[at];
    if (command.kind != CommandKind::DefineFun || command.definitions.size() != 1) continue;
    if (gives_used_names(pool, input.script, command)) continue;
    const Definition& definition = command.definitions[0];
    const Uses uses = uses_of(pool, input.script, definition.function);
    if (!uses.whole || uses.count * dag_size(pool, definition.body) > kMaxInlined) continue;
    edits.emplace_back().script = inlined(pool, input.script, at);
  }
  return edits;
}

std::vector<Edit> drop_parameters(const PassInput& input) {
  Pool& pool = input.pool;
  std::vector<Edit> edits;
  for (size_t at = 0; at < input.script.commands.size(); ++at) {
    const Command& command = input.script.commands[at];
    if (command.definitions.size() != 1) continue;
    const Definition& definition = command.definitions[0];
    const size_t count = pool.data(definition.function).params.size();
    if (count == 0 || !uses_of(pool, input.script, definition.function).whole) continue;
    FreeVariables free(pool);
    for (size_t i = 0; i < count; ++i) {
      if (definition.body) {
        const std::vector<Term>& used = free.of(definition.body);
        if (std::ranges::binary_search(used, definition.params[i])) continue;
      }
      edits.emplace_back().script = without_parameter(pool, input.script, at, i);
    }
  }
  return edits;
}

std::vector<Edit> rename_symbols(const PassInput& input) {
  const std::string text = print_script(input.pool, input.script);
  const absl::flat_hash_set<std::string> used = names_in(text);
  Edit edit;
  size_t number = 0;
  for (const std::string& name : own_names(input.pool, input.script)) {
    if (name.size() == 1) continue;
    std::string shorter;
    do shorter = short_name(number++);
    while (used.contains(shorter) || is_operator(shorter));
    if (shorter.size() >= print_symbol(name).size()) continue;
    edit.renaming.emplace_back(name, shorter);
    if (used.contains("is-" + name)) edit.renaming.emplace_back("is-" + name, "is-" + shorter);
  }
  if (edit.renaming.empty()) return {};
  // All of them, or one at a time where a solver minds a name.
  std::vector<Edit> edits;
  auto propose = [&](Renaming renaming) {
    ParsedScript parsed = parse_script(input.pool, rename_tokens(text, renaming));
    if (!parsed.errors.empty()) return;
    Edit& made = edits.emplace_back();
    made.script = std::move(parsed.script);
    made.renaming = std::move(renaming);
  };
  propose(edit.renaming);
  if (edit.renaming.size() > 1)
    for (const auto& each : edit.renaming)
      if (!each.first.starts_with("is-")) propose({each});
  return edits;
}

}  // namespace pg
