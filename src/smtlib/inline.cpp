#include "smtlib/inline.h"

#include "term/substitute.h"
#include "term/traverse.h"

namespace pg {

Term with_body(Pool& pool, Term root, const Definition& definition) {
  absl::flat_hash_map<Term, Term> done;
  std::vector<Term> args;
  post_order(pool, root, [&](Term term) {
    args.clear();
    for (const Term arg : pool.args(term)) args.push_back(done.at(arg));
    if (pool.head(term) != definition.function || args.size() != definition.params.size()) {
      done[term] = pool.with_args(term, args);
      return;
    }
    Substitution values;
    for (size_t i = 0; i < args.size(); ++i) values[definition.params[i]] = args[i];
    done[term] = substitute(pool, definition.body, values);
  });
  return done.at(root);
}

}  // namespace pg
