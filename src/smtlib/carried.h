#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace pg {

// What a command does that we only carry along.
enum class Carried : uint8_t {
  Prints,    // something after an answer, and changes nothing
  Remarks,   // the same, and we do without it
  Declares,  // names for opaque terms; what is asserted stays
  Changes,   // what is asserted, in a way that we do not follow
  Applies,   // tactics; the same
};

// None for a command that we know nothing of.
std::optional<Carried> carried(std::string_view command);

}  // namespace pg
