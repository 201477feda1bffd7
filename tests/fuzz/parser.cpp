// Whatever the bytes are, the parser returns; and what it accepts, printed, is accepted again,
// means the same and is printed the same way.
#include "smtlib/parser.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "smtlib/printer.h"
#include "term/pool.h"
#include "term/traverse.h"

namespace pg {
namespace {

[[noreturn]] void fail(const char* what, std::string_view first, std::string_view second) {
  std::fprintf(stderr, "%s\n--- printed\n%.*s\n--- and then\n%.*s\n", what,
               static_cast<int>(first.size()), first.data(), static_cast<int>(second.size()),
               second.data());
  std::abort();
}

// Small enough to be written without let.
bool is_small(const Pool& pool, const Script& script) {
  uint64_t size = 0;
  for (const Command& command : script.commands)
    for_each_term(command, [&](Term term) {
      const uint64_t tree = tree_size(pool, term);
      size = tree > 10'000 ? 10'001 : size + tree;
    });
  return size <= 10'000;
}

void check(std::string_view text) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, text);
  if (!parsed.errors.empty()) return;
  for (const uint32_t width : {0u, 100u}) {
    const PrintOptions options{.share = true, .width = width};
    const std::string printed = print_script(pool, parsed.script, options);
    Pool other;
    const ParsedScript again = parse_script(other, printed);
    if (!again.errors.empty())
      fail("printed text is refused", printed, format_error("printed", again.errors[0]));
    const std::string second = print_script(other, again.script, options);
    if (second != printed) fail("printing is not stable", printed, second);
    // Without let the text shows the whole of each term: what let has moved or caught would differ.
    if (width > 0 || !is_small(pool, parsed.script)) continue;
    const PrintOptions in_full{.share = false, .width = 0};
    const std::string full = print_script(pool, parsed.script, in_full);
    const std::string full_again = print_script(other, again.script, in_full);
    if (full != full_again) fail("printed text means something else", full, full_again);
  }
}

}  // namespace
}  // namespace pg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  pg::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
