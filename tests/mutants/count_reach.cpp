// Counts the atoms of many files that sae can mutate, and says why it cannot mutate the others.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "base/input.h"
#include "model/state.h"
#include "mutate/mutant.h"
#include "mutate/sites.h"
#include "smtlib/parser.h"
#include "term/traverse.h"
#include "theory/core/core.h"

namespace pg {
namespace {

namespace fs = std::filesystem;

struct Counts {
  uint64_t files = 0;
  uint64_t skipped = 0;
  uint64_t untouched = 0;  // files with atoms, none of which is reached
  uint64_t atoms = 0;
  uint64_t asserted = 0;  // reached in assertions, as these are written
  uint64_t assumed = 0;   // in assumptions
  uint64_t expanded = 0;  // only where something is expanded
  std::map<std::string_view, uint64_t> missed;

  uint64_t reached() const { return asserted + assumed + expanded; }
};

// What no formula is part of: a comparison, a predicate, a Boolean constant or variable.
bool is_atom(const Pool& pool, Term term) {
  if (pool.sort(term) != kBool) return false;
  const HeadKind kind = pool.kind(term);
  if (kind == HeadKind::Annotation || kind == HeadKind::Match || kind == HeadKind::Case)
    return false;
  const OpSpec* op = pool.op(term);
  if (!op) return true;
  if (op == &core::kTrue || op == &core::kFalse || op->binder > 0) return false;
  const std::span<const Term> args = pool.args(term);
  return args.empty() ||
         !std::ranges::all_of(args, [&](Term arg) { return pool.sort(arg) == kBool; });
}

// Why the arguments of a term are out of reach; empty if they are not, or not for that reason.
std::string_view barrier(const Sites::Context& context, Term term, size_t child) {
  const Pool& pool = context.pool;
  if (context.named.contains(term)) return "in a term that is used by its name";
  switch (pool.kind(term)) {
    case HeadKind::Operator:
      if (pool.op(term)->binder > 0)
        return pool.sort(term) == kBool ? "" : "below a binder that is no quantifier";
      return pool.op(term)->eval || !pool.op(term)->polarity.empty()
                 ? ""
                 : "below an operator without evaluation";
    case HeadKind::Annotation:
      return child == 0 ? "" : "in a pattern or another attribute";
    case HeadKind::Match:
      if (child == 0) return "in what a match looks at";
      return pool.sort(term) == kBool ? "" : "in an arm of a match that is no formula";
    case HeadKind::Opaque:
      return "below an operator that we do not know";
    case HeadKind::Function:
    case HeadKind::Variable:
    case HeadKind::Literal:
    case HeadKind::Apply:
    case HeadKind::Case:
      return "";
  }
  return "";
}

// The atoms of a term, each with a reason why it is out of reach; empty: none is known.
absl::flat_hash_map<Term, std::string_view> atoms_of(const Sites::Context& context, Term root) {
  absl::flat_hash_map<Term, std::string_view> seen{{root, ""}};
  std::vector<Term> work{root};
  while (!work.empty()) {
    const Term term = work.back();
    work.pop_back();
    const std::string_view why = seen.at(term);
    const std::span<const Term> args = context.pool.args(term);
    for (size_t i = bound_variables(context.pool, term).size(); i < args.size(); ++i) {
      const std::string_view below = why.empty() ? barrier(context, term, i) : why;
      const auto [it, is_new] = seen.try_emplace(args[i], below);
      // A place without a barrier counts more than one with it.
      if (!is_new && (it->second.empty() || !below.empty())) continue;
      it->second = below;
      work.push_back(args[i]);
    }
  }
  absl::erase_if(seen, [&](const auto& entry) { return !is_atom(context.pool, entry.first); });
  return seen;
}

// What Sites reach in a script.
class Reach {
 public:
  Reach(Pool& pool, const Script& script)
      : script_(script),
        vocabulary_(pool, script, {}),
        expander_(pool, script, vocabulary_),
        named_(named_terms(pool, script)),
        context_{pool, expander_, named_} {}

  void count(Counts& counts) {
    find_sites();
    const uint64_t atoms = counts.atoms;
    const uint64_t reached = counts.reached();
    const std::vector<CheckRange> seen = checks_that_see(script_);
    for (size_t at = 0; at < script_.commands.size(); ++at) {
      const Command& command = script_.commands[at];
      if (command.kind == CommandKind::Assert || command.kind == CommandKind::CheckSatAssuming)
        for (size_t which = 0; which < command.terms.size(); ++which)
          count_formula({at, which}, seen[at].begin == seen[at].end, counts);
      for (const Definition& definition : command.definitions)
        if (definition.body) count_body(definition, command.kind != CommandKind::DefineFun, counts);
    }
    if (counts.atoms > atoms && counts.reached() == reached) ++counts.untouched;
  }

 private:
  void find_sites() {
    const std::vector<CheckRange> seen = checks_that_see(script_);
    std::vector<Sites::Root> roots;
    for (size_t at = 0; at < script_.commands.size(); ++at) {
      if (seen[at].begin == seen[at].end) continue;
      for (size_t which = 0; which < script_.commands[at].terms.size(); ++which) {
        roots.push_back(
            {static_cast<uint32_t>(formulas_.size()), script_.commands[at].terms[which]});
        formulas_.push_back({at, which});
      }
    }
    const Sites sites(context_, roots);
    for (size_t i = 0; i < sites.size(); ++i) {
      const Term written = sites.written(i);
      reached_.insert(written);
      const std::pair place{formulas_[sites.formula(i)], written};
      (sites.is_expanded(i) ? expanded_ : plain_).insert(place);
    }
  }

  void count_formula(const Formula& formula, bool unseen, Counts& counts) {
    const Command& command = script_.commands[formula.command];
    for (const auto& [atom, why] : atoms_of(context_, command.terms[formula.which])) {
      ++counts.atoms;
      if (plain_.contains({formula, atom}))
        ++(command.kind == CommandKind::Assert ? counts.asserted : counts.assumed);
      else if (expanded_.contains({formula, atom}))
        ++counts.expanded;
      else
        ++counts.missed[unseen        ? "no check-sat sees the formula"
                        : why.empty() ? "too many places or expansions"
                                      : why];
    }
  }

  // Parameters stand for atoms that are written elsewhere.
  void count_body(const Definition& definition, bool recursive, Counts& counts) {
    for (const auto& [atom, why] : atoms_of(context_, definition.body)) {
      if (std::ranges::find(definition.params, atom) != definition.params.end()) continue;
      ++counts.atoms;
      if (reached_.contains(atom))
        ++counts.expanded;
      else
        ++counts.missed[recursive     ? "in the body of a recursive function"
                        : why.empty() ? "in the body of a function, not called or not inlined"
                                      : why];
    }
  }

  using Place = std::pair<Formula, Term>;
  struct Hash {
    size_t operator()(const Place& place) const {
      return absl::HashOf(place.first.command, place.first.which, place.second);
    }
  };
  const Script& script_;
  Vocabulary vocabulary_;
  Expander expander_;
  const absl::flat_hash_set<Term> named_;
  const Sites::Context context_;
  std::vector<Formula> formulas_;
  absl::flat_hash_set<Place, Hash> plain_;
  absl::flat_hash_set<Place, Hash> expanded_;
  absl::flat_hash_set<Term> reached_;
};

std::vector<std::string> files_in(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    if (!fs::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path))
      if (entry.path().extension() == ".smt2") files.push_back(entry.path().string());
  }
  std::ranges::sort(files);
  return files;
}

int run(const std::vector<std::string>& paths, size_t largest, bool each) {
  Counts counts;
  for (const std::string& file : files_in(paths)) {
    const Result<std::string> text = read_input(file);
    if (!text || text->size() > largest) {
      ++counts.skipped;
      continue;
    }
    Pool pool;
    const ParsedScript parsed = parse_script(pool, *text);
    if (!parsed.errors.empty()) {
      ++counts.skipped;
      continue;
    }
    ++counts.files;
    const uint64_t atoms = counts.atoms;
    const uint64_t reached = counts.reached();
    Reach(pool, parsed.script).count(counts);
    if (each && counts.atoms - atoms > counts.reached() - reached)
      std::printf("%s: %llu of %llu\n", file.c_str(),
                  static_cast<unsigned long long>(counts.reached() - reached),
                  static_cast<unsigned long long>(counts.atoms - atoms));
  }
  auto line = [&](std::string_view what, uint64_t count) {
    std::printf("%9llu %5.1f %%  %s\n", static_cast<unsigned long long>(count),
                counts.atoms == 0
                    ? 0.0
                    : 100.0 * static_cast<double>(count) / static_cast<double>(counts.atoms),
                std::string(what).c_str());
  };
  std::printf("%llu files (%llu skipped), %llu of them with atoms and none in reach\n",
              static_cast<unsigned long long>(counts.files),
              static_cast<unsigned long long>(counts.skipped),
              static_cast<unsigned long long>(counts.untouched));
  line("atoms", counts.atoms);
  line("in reach", counts.reached());
  line("  in assertions, as they are written", counts.asserted);
  line("  in assumptions, as they are written", counts.assumed);
  line("  where a formula is expanded", counts.expanded);
  for (const auto& [why, count] : counts.missed) line(why, count);
  return 0;
}

}  // namespace
}  // namespace pg

int main(int argc, char** argv) {
  CLI::App app("Counts the atoms of files that sae can mutate", "count_reach");
  std::vector<std::string> paths;
  size_t largest = 1'000'000;
  bool each = false;
  app.add_option("PATH", paths, "Files and folders")->required();
  app.add_option("--largest", largest, "Files above this size, in bytes, are left out");
  app.add_flag("--each", each, "Name the files with atoms that are out of reach");
  CLI11_PARSE(app, argc, argv);
  return pg::run(paths, largest, each);
}
