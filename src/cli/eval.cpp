#include <cstdio>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "cli/fail.h"
#include "cli/subcommand.h"
#include "model/evaluator.h"
#include "model/print_value.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"

namespace pg {
namespace {

int run_eval(const std::string& text, const GlobalOptions& global) {
  Pool pool;
  const Result<Term> term = parse_term(pool, text);
  if (!term) return fail("<term>", term.error());
  ValuePool values;
  const Script script;
  const Model model;
  Evaluator evaluator(pool, values, script, model, Evaluator::Missing::Undefined);
  const Value value = evaluator.eval(*term);
  const Sort sort = pool.sort(*term);
  const std::string printed = print_value(pool, values, value, sort);
  if (!global.json) {
    std::printf("%s\n", printed.c_str());
    return kExitOk;
  }
  nlohmann::json row = {{"sort", print_sort(pool, sort)}};
  if (value.is_defined())
    row["value"] = printed;
  else
    row[value.kind() == ValueKind::Unspecified ? "unspecified" : "unsupported"] =
        values.reason(value);
  std::printf("%s\n", row.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
  return kExitOk;
}

}  // namespace

void add_eval(CommandLine& line) {
  auto term = std::make_shared<std::string>();
  line.options.add({.name = "TERM",
                    .group = "Arguments",
                    .help = "A term without variables, such as '(bvudiv #x07 #x00)'",
                    .required = true},
                   text(*term, "TERM"));
  line.run = [term](OptionSet&, const GlobalOptions& global) { return run_eval(*term, global); };
}

}  // namespace pg
