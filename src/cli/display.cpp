#include "cli/display.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/ioctl.h>
#include <unistd.h>

namespace pg {
namespace {

constexpr double kScreenSeconds = 1;

// As wide as it is now: people resize their windows. Colours unless NO_COLOR (no-color.org).
Terminal terminal_now() {
  Terminal terminal;
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    terminal.width = size.ws_col;
  const char* no_colour = std::getenv("NO_COLOR");
  terminal.colour = !no_colour || *no_colour == '\0';
  return terminal;
}

// As the user would name it.
std::string shown_path(const std::string& path) {
  std::error_code error;
  const std::string here = std::filesystem::current_path(error).string() + "/";
  return path.starts_with(here) ? path.substr(here.size()) : path;
}

std::string finding_json(const FindingRow& finding) {
  const Case& found = finding.found;
  const nlohmann::json json = {{"event", "finding"},
                               {"fingerprint", found.fingerprint},
                               {"kind", name_of(found.kind)},
                               {"solver", found.liar.name},
                               {"flaky", found.flaky},
                               {"strategy", found.origin.strategy},
                               {"seconds", finding.seconds},
                               {"seed", found.origin.seed_file},
                               {"shelf", name_of(finding.shelf)}};
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

Display::Display(Campaign& campaign, const GlobalOptions& global)
    : campaign_(campaign),
      global_(global),
      screen_(!global.json && !global.quiet && ::isatty(STDOUT_FILENO) == 1),
      next_(pause_after(0)) {
  if (screen_) next_ = kScreenSeconds;
}

void Display::tick() {
  if (global_.quiet) return;
  const Status status = campaign_.status();
  if (status.run < next_ && status.trouble == trouble_) return;
  next_ = status.run + (screen_ ? kScreenSeconds : pause_after(status.run));
  trouble_ = status.trouble;
  if (global_.json)
    print(status_json(status, "status") + "\n");
  else
    print(screen_ ? redrawn(screen_of(status, terminal_now())) : line_of(status) + "\n");
}

void Display::found(const FindingRow& finding) {
  if (global_.json) {
    print(finding_json(finding) + "\n");
  } else if (!screen_ && !global_.quiet) {
    print(fmt::format("{}: {} ({})\n", duration_text(finding.seconds), finding.found.fingerprint,
                      shown_path(finding.found.origin.seed_file)));
  }
}

void Display::finish(const std::string& out, bool interrupted) {
  const Status status = campaign_.status();
  if (global_.json)
    print(status_json(status, "summary") + "\n");
  else if (!global_.quiet)
    print(screen_ ? redrawn("") + summary_of(status, out, interrupted, terminal_now())
                  : "\n" + summary_of(status, out, interrupted));
}

void Display::print(const std::string& text) {
  const std::lock_guard lock(lock_);
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

// Up, and each line with what was left of the old one gone.
std::string Display::redrawn(const std::string& text) {
  std::string made = lines_ > 0 ? fmt::format("\x1b[{}A\r", lines_) : "";
  for (const char c : text) {
    if (c == '\n') made += "\x1b[K";
    made += c;
  }
  lines_ = std::ranges::count(text, '\n');
  return made + "\x1b[J";
}

}  // namespace pg
