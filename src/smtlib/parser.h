#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "smtlib/script.h"
#include "term/pool.h"

namespace pg {

class Names;

struct ParsedScript {
  Script script;
  std::vector<Error> errors;    // the commands that they are in are left out of the script
  std::vector<Error> warnings;  // unknown operators: the first use of each
  uint64_t opaque_terms = 0;    // applications of operators that we do not know
};

// Reads and sort-checks a script. After an error it goes on with the next command and stops at
// `max_errors`. The text may go away afterwards.
ParsedScript parse_script(Pool& pool, std::string_view text, size_t max_errors = 20);

// What names mean in a term that stands alone.
struct TermScope {
  std::vector<std::pair<std::string_view, Term>> terms;
  std::vector<std::pair<std::string_view, Sort>> sorts;
  std::vector<std::pair<std::string_view, Head>> functions;
};

// One term without any declaration around it, such as `(bvudiv #x07 #x00)`.
Result<Term> parse_term(Pool& pool, std::string_view text, const TermScope& scope = {});

// The same for many terms: keeps what the names of the theories mean.
class TermReader {
 public:
  explicit TermReader(Pool& pool);
  ~TermReader();
  Result<Term> read(std::string_view text, const TermScope& scope = {});

 private:
  Pool& pool_;
  std::unique_ptr<Names> names_;
};

}  // namespace pg
