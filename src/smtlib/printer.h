#pragma once

#include <string>
#include <string_view>

#include "smtlib/script.h"
#include "term/pool.h"

namespace pg {

struct PrintOptions {
  // Names shared sub-terms by let, so that the text is linear in the number of distinct terms.
  bool share = true;
  // Wraps lines at this column; 0: one line a command.
  uint32_t width = 100;
};

// Text that z3 and cvc5 read. Printing what was read from printed text gives the same text.
std::string print_script(const Pool& pool, const Script& script, const PrintOptions& options = {});
void print_command(const Pool& pool, const Command& command, const PrintOptions& options,
                   std::string& out);
std::string print_term(const Pool& pool, Term term, const PrintOptions& options = {});
std::string print_sort(const Pool& pool, Sort sort);

// The symbol, in bars where it needs them.
std::string print_symbol(std::string_view text);

}  // namespace pg
