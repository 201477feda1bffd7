#pragma once

#include <mutex>
#include <string>

#include "campaign/campaign.h"
#include "campaign/show.h"
#include "cli/subcommand.h"

namespace pg {

// What a person, a log or a program sees of a campaign while it runs. Threads may share it.
class Display {
 public:
  Display(Campaign& campaign, const GlobalOptions& global);

  // Shows how the campaign stands, if it is time for that.
  void tick();
  void found(const FindingRow& finding);
  void finish(const std::string& out, bool interrupted);

 private:
  void print(const std::string& text);
  // The text in place of the one before.
  std::string redrawn(const std::string& text);

  Campaign& campaign_;
  const GlobalOptions& global_;
  const bool screen_;
  std::mutex lock_;
  double next_ = 0;  // seconds of this run
  std::string trouble_;
  ptrdiff_t lines_ = 0;
};

}  // namespace pg
