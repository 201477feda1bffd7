#pragma once

#include "campaign/store.h"

namespace pg::test {

// As if a job had found it.
inline bool add_finding(Store& store, const FindingRow& row) {
  return static_cast<bool>(
      store.save({.job = {.id = ~uint64_t{0}}, .more = {}, .findings = {&row, 1}}));
}

}  // namespace pg::test
