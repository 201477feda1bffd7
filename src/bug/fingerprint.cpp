#include "bug/fingerprint.h"

#include <algorithm>

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xxhash.h>

#include "bug/normal_form.h"
#include "smtlib/parser.h"

namespace pg {
namespace {

// What tells a crash from others by its message; empty if nothing does.
std::string signature_of(const Certificate& certificate) {
  const auto* breakdown = std::get_if<Breakdown>(&certificate);
  return breakdown ? crash_signature(breakdown->message) : std::string();
}

std::string named(const Case& found, std::string_view text) {
  const std::string_view program =
      found.liar.program.empty() ? "solver" : std::string_view(found.liar.program);
  const std::string all = fmt::format("{}|{}|{}", program, name_of(found.kind), text);
  return fmt::format("{}-{}-{:010x}", program, name_of(found.kind),
                     XXH3_64bits(all.data(), all.size()) & 0xffffffffffu);
}

}  // namespace

std::string fingerprint_of(const Case& found) {
  std::string text = signature_of(found.certificate);
  if (text.empty()) {
    Pool pool;
    const ParsedScript parsed = parse_script(pool, found.formula(), 1);
    const bool readable = parsed.errors.empty();
    text = !readable ? normal_form(found.formula())
           : found.reduced == Reduced::No
               ? fmt::format("{}", fmt::join(operators_of(pool, parsed.script), " "))
               : normal_form(pool, parsed.script);
  }
  return named(found, text) + (found.flaky ? "-flaky" : "");
}

std::string sketch_of(const Case& found, const std::vector<std::string>& operators) {
  const std::string signature = signature_of(found.certificate);
  return fmt::format("{} {} {}", found.liar.name, name_of(found.kind),
                     signature.empty() ? fmt::format("{}", fmt::join(operators, " ")) : signature);
}

std::vector<std::string> operators_of(const Pool& pool, const Script& script) {
  absl::flat_hash_set<std::string_view> names;
  for_each_subterm(pool, script, [&](Term term) {
    if (const OpSpec* op = pool.op(term)) names.insert(op->name);
  });
  std::vector<std::string> sorted(names.begin(), names.end());
  std::ranges::sort(sorted);
  return sorted;
}

std::vector<std::string> operators_of(const std::string& formula) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, formula, 1);
  return operators_of(pool, parsed.script);
}

std::vector<std::string> read_known_bugs(std::string_view text) {
  std::vector<std::string> known;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, std::min(text.find('#'), end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const size_t begin = line.find_first_not_of(" \t\r");
    if (begin == line.npos) continue;
    line.remove_prefix(begin);
    known.emplace_back(line.substr(0, line.find_first_of(" \t\r")));
  }
  return known;
}

}  // namespace pg
