#pragma once

#include <span>

#include "term/pool.h"

namespace pg {

// The same term with the bound variables named by how many binders their body has inside of it, and
// with names of terms (:named) replaced by the terms. Two terms without free variables have one
// canonical form exactly if they differ in the names of bound variables alone.
Term canonical(Pool& pool, Term root);

// The formula below binders of these variables, one inside of the other: a text of its own.
Term close(Pool& pool, std::span<const Term> variables, Term formula);

// The formula that was closed, over other variables of the same sorts; none if the term does not
// begin with that many binders.
Term open(Pool& pool, Term closed, std::span<const Term> variables);

}  // namespace pg
