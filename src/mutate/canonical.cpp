#include "mutate/canonical.h"

#include <algorithm>
#include <string>
#include <vector>

#include "term/substitute.h"
#include "term/traverse.h"
#include "theory/core/core.h"

namespace pg {
namespace {

class Canonical {
 public:
  explicit Canonical(Pool& pool) : pool_(pool) {}

  Term of(Term root) {
    std::vector<Term> work{root};
    while (!work.empty()) {
      const Term term = work.back();
      if (done_.contains(term)) {
        work.pop_back();
        continue;
      }
      const size_t size = work.size();
      for (const Term part : parts(term))
        if (!done_.contains(part)) work.push_back(part);
      if (work.size() > size) continue;
      done_[term] = make(term);
      work.pop_back();
    }
    return done_.at(root).term;
  }

 private:
  struct Form {
    Term term;
    uint32_t height = 0;  // of binders, one inside of the other
  };

  // What a term is made of; of the name of a term, that term.
  std::vector<Term> parts(Term term) const {
    const HeadData& data = pool_.data(term);
    if (data.kind == HeadKind::Function && data.annotation) return {data.annotation};
    const std::span<const Term> args = pool_.args(term);
    return {args.begin(), args.end()};
  }

  Form make(Term term) {
    const HeadData& data = pool_.data(term);
    if (data.kind == HeadKind::Function && data.annotation) return done_.at(data.annotation);
    const std::span<const Term> old = pool_.args(term);
    if (old.empty()) return {term, 0};
    std::vector<Term> args;
    uint32_t height = 0;
    for (const Term arg : old) {
      const Form& form = done_.at(arg);
      args.push_back(form.term);
      height = std::max(height, form.height);
    }
    const size_t bound = bound_variables(pool_, term).size();
    if (bound > 0) name_variables(args, bound, ++height);
    return {pool_.with_args(term, args), height};
  }

  // No binder inside has that height, so that none captures the new names. No symbol of a script
  // has a bar in it.
  void name_variables(std::vector<Term>& args, size_t bound, uint32_t height) {
    const Symbol name = pool_.intern("|" + std::to_string(height));
    Substitution names;
    for (size_t i = 0; i < bound; ++i) {
      const Term variable = pool_.variable(name, pool_.sort(args[i]), static_cast<uint32_t>(i));
      names[args[i]] = variable;
      args[i] = variable;
    }
    for (size_t i = bound; i < args.size(); ++i) args[i] = substitute(pool_, args[i], names);
  }

  Pool& pool_;
  absl::flat_hash_map<Term, Form> done_;
};

}  // namespace

Term canonical(Pool& pool, Term root) { return Canonical(pool).of(root); }

Term close(Pool& pool, std::span<const Term> variables, Term formula) {
  HeadData data;
  data.name = pool.intern(core::kExists.name);
  data.op = &core::kExists;
  const Head exists = pool.head(data);
  for (size_t i = variables.size(); i > 0; --i) {
    const std::array<Term, 2> args{variables[i - 1], formula};
    formula = pool.make(exists, kBool, args);
  }
  return formula;
}

Term open(Pool& pool, Term closed, std::span<const Term> variables) {
  Substitution values;
  for (const Term variable : variables) {
    if (pool.op(closed) != &core::kExists || bound_variables(pool, closed).size() != 1) return {};
    const Term own = pool.args(closed)[0];
    if (pool.sort(own) != pool.sort(variable)) return {};
    values[own] = variable;
    closed = pool.args(closed)[1];
  }
  return substitute(pool, closed, values);
}

}  // namespace pg
