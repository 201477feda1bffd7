// Inputs that the fuzzer (tests/fuzz) found, cut down to what matters.
#include <string_view>

#include <gtest/gtest.h>

#include "support/smtlib.h"

namespace pg {
namespace {

TEST(Regressions, WhatIsAcceptedIsAcceptedAgain) {
  constexpr std::string_view kTexts[] = {
      // A name in a let that is not used, of a term whose sort nobody knows.
      "(define-fun-rec F ((x Int)) Int (let ((y (! (f 1) :named a))) x))(assert (= a 1))",
  };
  for (const std::string_view text : kTexts) test::expect_round_trip(text);
}

}  // namespace
}  // namespace pg
