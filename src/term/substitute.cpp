#include "term/substitute.h"

#include <algorithm>

#include "term/traverse.h"

namespace pg {
namespace {

class Substituter {
 public:
  Substituter(Pool& pool, const Substitution& replacements)
      : pool_(pool), replacements_(replacements) {
    FreeVariables free(pool);
    for (const auto& [from, to] : replacements) {
      for (Term variable : free.of(from)) touched_.insert(variable);
      for (Term variable : free.of(to)) touched_.insert(variable);
    }
  }

  Term apply(Term root) {
    struct Frame {
      Term key;   // as it stands in the input
      Term term;  // the same with its bound variables out of the way
      uint32_t next = 0;
    };
    std::vector<Frame> stack;
    auto enter = [&](Term term) {
      if (done_.contains(term)) return;
      if (const auto it = replacements_.find(term); it != replacements_.end())
        done_[term] = it->second;
      else
        stack.push_back({term, rename_bound(term)});
    };
    enter(root);
    std::vector<Term> args;
    while (!stack.empty()) {
      Frame& frame = stack.back();
      const std::span<const Term> old = pool_.args(frame.term);
      const size_t bound = bound_variables(pool_, frame.term).size();
      if (bound + frame.next < old.size()) {
        enter(old[bound + frame.next++]);
        continue;
      }
      args.assign(old.begin(), old.begin() + static_cast<ptrdiff_t>(bound));
      for (Term child : old.subspan(bound)) args.push_back(done_.at(child));
      const bool same = std::equal(args.begin(), args.end(), old.begin());
      // Where nothing was replaced, nothing had to be out of the way either.
      done_[frame.key] = same ? frame.key : pool_.with_args(frame.term, args);
      stack.pop_back();
    }
    return done_.at(root);
  }

 private:
  // The binder with every variable that the replacements mention renamed to a new one.
  Term rename_bound(Term binder) {
    for (Term variable : bound_variables(pool_, binder))
      if (touched_.contains(variable)) binder = rename(binder, variable);
    return binder;
  }

  // Replacing one variable by a new one captures nothing, so it needs no renaming itself: a binder
  // of the same variable below simply hides it.
  Term rename(Term binder, Term variable) {
    const Term fresh = pool_.fresh_variable(variable);
    absl::flat_hash_map<Term, Term> done{{variable, fresh}};
    struct Frame {
      Term term;
      uint32_t next = 0;
    };
    std::vector<Frame> stack{{binder}};
    std::vector<Term> args;
    while (!stack.empty()) {
      Frame& frame = stack.back();
      const std::span<const Term> old = pool_.args(frame.term);
      if (frame.next < old.size()) {
        const Term child = old[frame.next++];
        if (done.contains(child)) continue;
        if (!pool_.has(child, kHasVariable) || hides(child, variable))
          done[child] = child;
        else
          stack.push_back({child});
        continue;
      }
      args.clear();
      for (Term child : old) args.push_back(done.at(child));
      done[frame.term] = pool_.with_args(frame.term, args);
      stack.pop_back();
    }
    return done.at(binder);
  }

  bool hides(Term term, Term variable) const {
    const std::span<const Term> bound = bound_variables(pool_, term);
    return std::find(bound.begin(), bound.end(), variable) != bound.end();
  }

  Pool& pool_;
  const Substitution& replacements_;
  absl::flat_hash_set<Term> touched_;
  absl::flat_hash_map<Term, Term> done_;
};

}  // namespace

Term substitute(Pool& pool, Term root, const Substitution& replacements) {
  return Substituter(pool, replacements).apply(root);
}

}  // namespace pg
