#include <array>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "campaign/folders.h"
#include "cli/fail.h"
#include "cli/serve_option.h"
#include "cli/signals.h"
#include "cli/subcommand.h"
#include "report/live.h"

namespace pg {
namespace {

struct Options {
  std::string folder;
  std::optional<std::string> serve;  // at this address
  std::string append_to;
};

// Until it is interrupted, which is how it is meant to end.
int serve(Store& store, const Options& options, const GlobalOptions& global) {
  static std::atomic<bool> ending = false;
  SignalWatch::stop_in_order(ending);
  LiveReport live(store);
  const auto server =
      Server::start(*options.serve, [&live](const std::string& path) { return live.answer(path); });
  if (!server) return fail(server.error());
  if (global.json)
    std::printf("%s\n", nlohmann::json{{"url", (*server)->url()}}.dump().c_str());
  else
    std::printf("%s\n", (*server)->url().c_str());
  std::fflush(stdout);
  ending.wait(false);
  return kExitOk;
}

int append(const Report& report, const Options& options, const GlobalOptions& global) {
  const Result<AppendedIssues> appended = append_issues(options.append_to, report);
  if (!appended) return fail(appended.error());
  if (global.json)
    std::printf("%s\n", nlohmann::json{{"file", options.append_to},
                                       {"added", appended->added},
                                       {"known", appended->known},
                                       {"left_out", appended->left_out}}
                            .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
                            .c_str());
  else if (!global.quiet)
    std::printf("%s: bugs added: %zu, there already: %zu, flaky or unfinished: %zu\n",
                options.append_to.c_str(), appended->added, appended->known, appended->left_out);
  return kExitOk;
}

// What the report cannot tell.
void warn_of_problems(const CampaignPaths& paths, const Report& report) {
  std::vector<FindingRow> rows;
  for (const ReportFinding& finding : report.findings) {
    FindingRow& row = rows.emplace_back();
    row.found.fingerprint = finding.found().fingerprint;
    if (!finding.is_readable()) warn(unreadable_text(paths, finding.row));
  }
  if (const std::vector<std::string> strays = stray_folders(paths, rows); !strays.empty())
    warn(stray_text(paths, strays));
}

int run_report(const Options& options, const GlobalOptions& global) {
  const std::filesystem::path path = CampaignPaths(options.folder).store();
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    return fail(options.folder, {{}, "not the folder of a campaign: there is no campaign.sqlite"});
  const Result<std::unique_ptr<Store>> store = Store::open(path.string());
  if (!store) return fail(store.error());
  if (options.serve && !options.append_to.empty())
    return fail({{}, "--serve and --append-to exclude each other"});
  if (options.serve) return serve(**store, options, global);
  const Result<Report> read = read_report(**store);
  if (!read) return fail(read.error());
  const Report& report = *read;
  warn_of_problems(CampaignPaths(options.folder), report);
  if (!options.append_to.empty()) return append(report, options, global);
  const Result<std::vector<std::string>> written = write_report(options.folder, report);
  if (!written) return fail(written.error());
  if (global.json) {
    std::printf("%s\n", nlohmann::json{{"files", *written}, {"findings", report.findings.size()}}
                            .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
                            .c_str());
  } else if (!global.quiet) {
    for (const std::string& file : *written) std::printf("%s\n", file.c_str());
  }
  return kExitOk;
}

using Row = OptionRow<Options>;
constexpr auto kRows = std::to_array<Row>({
    Row{{.name = "DIR", .group = "Arguments", .help = "A campaign's folder", .required = true},
        [](Options& o) { return text(o.folder, "DIR"); }},
    Row{{.name = "--serve",
         .group = "Output",
         .help = "Show the page live until interrupted",
         .usual = "any port of 127.0.0.1"},
        [](Options& o) { return serve_option(o.serve); }},
    Row{{.name = "--append-to",
         .group = "Output",
         .help = "Only add issue texts to this file, one for all bugs of one cause"},
        [](Options& o) { return text(o.append_to, "FILE"); }},
});

}  // namespace

void add_report(CommandLine& line) {
  auto options = std::make_shared<Options>();
  line.options.add(kRows, *options);
  line.run = [options](OptionSet&, const GlobalOptions& global) {
    return run_report(*options, global);
  };
}

}  // namespace pg
