# Compiler launcher, warnings and sanitizers.

find_program(CCACHE_PROGRAM ccache)
mark_as_advanced(CCACHE_PROGRAM)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

# Our own code links this; third-party headers come in as SYSTEM and stay quiet.
add_library(polygraph_warnings INTERFACE)
target_compile_options(polygraph_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-qual
  -Wextra-semi -Wimplicit-fallthrough -Wunused
  # Operator rows leave columns out on purpose: a column's default is its meaning.
  -Wno-missing-field-initializers
  $<$<BOOL:${POLYGRAPH_WERROR}>:-Werror>)

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # https://gcc.gnu.org/bugzilla/show_bug.cgi?id=105651: false alarms on std::string concatenation.
  if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
    target_compile_options(polygraph_warnings INTERFACE -Wno-restrict)
  endif()
  # GCC documents that sanitizers make its flow-based warnings unreliable.
  if(POLYGRAPH_SANITIZE)
    target_compile_options(polygraph_warnings INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()

if(POLYGRAPH_SANITIZE)
  add_compile_options(
    -fsanitize=${POLYGRAPH_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${POLYGRAPH_SANITIZE})
endif()

if(POLYGRAPH_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "POLYGRAPH_FUZZ needs clang; use the preset 'fuzz'")
  endif()
  # Coverage feedback in every object; only the fuzz targets link libFuzzer's main.
  add_compile_options(-fsanitize=fuzzer-no-link)
  add_link_options(-fsanitize=fuzzer-no-link)
endif()
