#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "term/pool.h"
#include "theory/theories.h"

namespace pg::test {

// The sort that a text means; "?" is the unknown one.
inline Sort read_sort(Pool& pool, std::string_view text) {
  if (text == "?") return kUnknown;
  const ParsedScript read = parse_script(pool, "(declare-const x " + std::string(text) + ")");
  if (!read.errors.empty()) {
    ADD_FAILURE() << text << ": " << read.errors[0].message;
    return {};
  }
  return pool.data(read.script.commands[0].definitions[0].function).sort;
}

// Terms that may use the declarations; all of one call see the same functions.
inline std::vector<Term> read_terms(Pool& pool, std::string_view declarations,
                                    std::initializer_list<std::string_view> texts) {
  std::string script(declarations);
  script += "(get-value (";
  for (std::string_view text : texts) script.append(text).append(" ");
  script += "))";
  const ParsedScript read = parse_script(pool, script);
  for (const Error& error : read.errors)
    ADD_FAILURE() << format_error("script", error) << "\n" << script;
  if (!read.errors.empty()) std::abort();
  return read.script.commands.back().terms;
}
inline Term read_term(Pool& pool, std::string_view declarations, std::string_view text) {
  return read_terms(pool, declarations, {text})[0];
}

// On one line, without let.
inline std::string show(const Pool& pool, Term term) {
  return print_term(pool, term, {.share = false, .width = 0});
}

inline std::vector<const OpSpec*> rows_named(std::string_view name) {
  std::vector<const OpSpec*> rows;
  for (const Theory* theory : theories())
    for (const OpSpec& op : theory->ops)
      if (op.name == name) rows.push_back(&op);
  return rows;
}

}  // namespace pg::test
