#pragma once

#include <cstdint>

namespace pg {

// Who knows an operator or a sort. A generator writes only what every solver under test knows.
enum class Known : uint8_t {};
inline constexpr Known kStandard{1};    // SMT-LIB 2.6: everybody who has the theory
inline constexpr Known kStandard27{2};  // new in SMT-LIB 2.7
inline constexpr Known kZ3{4};
inline constexpr Known kCvc5{8};
inline constexpr Known kCvc4{16};
inline constexpr Known kRecent{32};  // but not to the releases in Debian 12
inline constexpr Known kDReal{64};

constexpr Known operator|(Known a, Known b) {
  return static_cast<Known>(static_cast<uint8_t>(a) | static_cast<uint8_t>(b));
}
constexpr bool includes(Known set, Known member) {
  return (static_cast<uint8_t>(set) & static_cast<uint8_t>(member)) != 0;
}

}  // namespace pg
