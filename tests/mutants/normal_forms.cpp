// Prints the normal form of scripts, as fingerprints are made from it: to see why two bugs have the
// same one, or one bug has two.
#include <cstdio>
#include <cstring>

#include <xxhash.h>

#include "base/input.h"
#include "bug/normal_form.h"
#include "smtlib/parser.h"

// Usage: normal_forms [--text] FILE...: a hash and the file in each line, or the forms themselves.
int main(int argc, char** argv) {
  bool text = false;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--text") == 0) {
      text = true;
      continue;
    }
    const pg::Result<std::string> input = pg::read_input(argv[i]);
    if (!input) {
      std::fprintf(stderr, "%s: %s\n", argv[i], input.error().message.c_str());
      return 1;
    }
    pg::Pool pool;
    const pg::ParsedScript parsed = pg::parse_script(pool, *input);
    const std::string form = pg::normal_form(pool, parsed.script);
    const XXH64_hash_t hash = XXH3_64bits(form.data(), form.size());
    std::printf("%016llx %s\n", static_cast<unsigned long long>(hash), argv[i]);
    if (text) std::printf("%s\n", form.c_str());
  }
  return 0;
}
