#pragma once

#include <string>

namespace pg {

// In a child, between fork and exec: from now on it and what it starts can write below this folder
// and to /dev/null alone, and neither open a socket nor reach into another process. What the kernel
// does not offer is left out.
void confine(const char* folder);

// What of it the kernel offers, in a few words.
const std::string& confinement_in_words();

}  // namespace pg
