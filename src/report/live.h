#pragma once

#include <optional>
#include <string>

#include "report/report.h"
#include "report/server.h"

namespace pg {

// The page of a campaign that goes on: it asks for what is new. For one thread at a time.
class LiveReport {
 public:
  explicit LiveReport(Store& store) : store_(store) {}

  // "": the page; "data/N": the campaign, with the findings from number N on; "finding/N": all
  // about one.
  std::optional<Response> answer(const std::string& path);

 private:
  // False: the store cannot be read.
  bool refresh();

  Store& store_;
  Report report_;  // findings are read once
};

}  // namespace pg
