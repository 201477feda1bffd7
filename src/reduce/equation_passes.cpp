// Passes that eliminate a constant whose value is known, so that it takes no equation to say it.
#include <algorithm>
#include <optional>

#include <absl/container/flat_hash_map.h>

#include "model/model.h"
#include "reduce/passes.h"
#include "reduce/term_passes.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "term/traverse.h"
#include "theory/core/core.h"

namespace pg {
namespace {

bool is_constant(const Pool& pool, Term term) {
  return pool.kind(term) == HeadKind::Function && pool.args(term).empty() &&
         pool.data(term).role == FunctionRole::Declared;
}

// Where constants are declared and used.
class Constants {
 public:
  Constants(const Pool& pool, const Script& script) : pool_(pool) {
    for (size_t at = 0; at < script.commands.size(); ++at) {
      const Command& command = script.commands[at];
      has_scopes_ =
          has_scopes_ || command.kind == CommandKind::Push || command.kind == CommandKind::Reset;
      for (const Definition& definition : command.definitions)
        declared_.try_emplace(definition.function, at, command.definitions.size() == 1);
      for_each_term(command, [&](Term root) {
        post_order(pool, root, [&](Term term) {
          if (is_constant(pool, term)) used_.try_emplace(term, at);
        });
      });
    }
  }

  // Drops the declaration, where it declares nothing else.
  void drop(Term constant, Edit& edit) const {
    const auto place = declared_.find(pool_.head(constant));
    if (place != declared_.end() && place->second.second)
      edit.dropped.push_back(place->second.first);
  }

  // Whether the term can stand wherever the constant does: what it needs is declared before, in the
  // same scope, and nothing in it may exist only once.
  bool can_become(Term constant, Term term) const {
    if (pool_.has(term, kHasVariable)) return false;
    const size_t first = used_.at(constant);
    bool fits = true;
    post_order(pool_, term, [&](Term part) {
      fits = fits && part != constant && pool_.kind(part) != HeadKind::Annotation;
      if (pool_.kind(part) != HeadKind::Function) return;
      const auto needed = declared_.find(pool_.head(part));
      if (needed == declared_.end()) return;
      fits = fits && !has_scopes_ && needed->second.first < first;
    });
    return fits;
  }

 private:
  const Pool& pool_;
  absl::flat_hash_map<Head, std::pair<size_t, bool>> declared_;  // where, and whether alone
  absl::flat_hash_map<Term, size_t> used_;                       // where first
  bool has_scopes_ = false;
};

// What an assertion says a constant is: (= c t), c, (not c).
std::optional<std::pair<Term, Term>> solved(Pool& pool, const Constants& constants,
                                            Term assertion) {
  const std::span<const Term> args = pool.args(assertion);
  if (is_constant(pool, assertion)) return std::pair(assertion, pool.term(core::kTrue, {}));
  if (pool.op(assertion) == &core::kNot && is_constant(pool, args[0]))
    return std::pair(args[0], pool.term(core::kFalse, {}));
  if (pool.op(assertion) != &core::kEqual || args.size() != 2) return {};
  for (const auto& [constant, term] : {std::pair(args[0], args[1]), std::pair(args[1], args[0])})
    if (is_constant(pool, constant) && pool.sort(constant) == pool.sort(term) &&
        constants.can_become(constant, term))
      return std::pair(constant, term);
  return {};
}

}  // namespace

std::vector<Edit> solve_equations(const PassInput& input) {
  const Constants constants(input.pool, input.script);
  std::vector<Edit> edits;
  for (size_t at = 0; at < input.script.commands.size(); ++at) {
    const Command& command = input.script.commands[at];
    if (command.kind != CommandKind::Assert) continue;
    const auto known = solved(input.pool, constants, command.terms[0]);
    if (!known) continue;
    Edit& edit = edits.emplace_back();
    edit.dropped.push_back(at);
    constants.drop(known->first, edit);
    edit.terms.push_back(*known);
  }
  return edits;
}

std::vector<Edit> replace_by_model(const PassInput& input) {
  Pool& pool = input.pool;
  if (input.model.empty()) return {};
  const Result<Model> model = read_model(pool, input.script, input.model, true);
  if (!model) return {};
  const Constants constants(pool, input.script);
  std::vector<Edit> edits;
  for (const Subject& subject : subjects(pool, input.script)) {
    if (!is_constant(pool, subject.term)) continue;
    const auto value = model->functions.find(pool.head(subject.term));
    if (value == model->functions.end() || !value->second.params.empty()) continue;
    // Names of the model's own mean nothing here.
    const Result<Term> literal = parse_term(pool, print_term(pool, value->second.body));
    if (!literal || pool.sort(*literal) != pool.sort(subject.term)) continue;
    Edit& edit = edits.emplace_back();
    constants.drop(subject.term, edit);
    edit.terms.emplace_back(subject.term, *literal);
  }
  return edits;
}

}  // namespace pg
