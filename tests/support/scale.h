#pragma once

#include <cstddef>

namespace pg::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

// A size for hardening tests: sanitizers make everything ten times slower and larger.
constexpr size_t scaled(size_t size) { return kSanitized ? size / 20 : size; }

}  // namespace pg::test
