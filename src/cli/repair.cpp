#include "campaign/repair.h"

#include <array>
#include <cstdio>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "cli/fail.h"
#include "cli/subcommand.h"

namespace pg {
namespace {

struct Options {
  std::string folder;
};

std::string table_line(const SavedTable& table) {
  std::string text = fmt::format("{:<10} {} saved", table.name, table.saved);
  if (table.adopted > 0) text += fmt::format(", {} of them from folders", table.adopted);
  if (table.lost > 0) text += fmt::format(", {} lost", table.lost);
  if (table.cut) text += "; part of the table cannot be read";
  return text + "\n";
}

std::string text_of(const Repair& repair, const Options& options) {
  const std::string store = CampaignPaths(options.folder).store().string();
  if (!repair.needed) return fmt::format("{} is in order; nothing was changed.\n", store);
  std::string text = repair.problem + "\n\n";
  for (const SavedTable& table : repair.tables) text += table_line(table);
  for (const std::string& folder : repair.unreadable) text += "left out: " + folder + "\n";
  text +=
      fmt::format("\n{} was made anew{}.\n", store, repair.lost_any() ? "" : ", with all of it");
  if (!repair.damaged.empty()) text += fmt::format("The old one is {}.\n", repair.damaged);
  if (repair.lost_options)
    text += "Its options are lost: give fuzz the same seeds, solvers and options again.\n";
  return text;
}

std::string json_of(const Repair& repair) {
  nlohmann::json tables = nlohmann::json::object();
  for (const SavedTable& table : repair.tables)
    tables[table.name] = {{"saved", table.saved},
                          {"lost", table.lost},
                          {"cut", table.cut},
                          {"adopted", table.adopted}};
  const nlohmann::json json = {{"needed", repair.needed},
                               {"problem", repair.problem},
                               {"damaged", repair.damaged},
                               {"tables", std::move(tables)},
                               {"unreadable", repair.unreadable},
                               {"lost_options", repair.lost_options},
                               {"lost", repair.needed && repair.lost_any()}};
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

int run_repair(const Options& options, const GlobalOptions& global) {
  const Result<Repair> repair = repair_store(CampaignPaths(options.folder));
  if (!repair) return fail(repair.error());
  if (global.json)
    std::fputs(json_of(*repair).c_str(), stdout);
  else if (!global.quiet)
    std::fputs(text_of(*repair, options).c_str(), stdout);
  return kExitOk;
}

using Row = OptionRow<Options>;
constexpr auto kRows = std::to_array<Row>({
    Row{{.name = "DIR", .group = "Arguments", .help = "A campaign's folder", .required = true},
        [](Options& o) { return text(o.folder, "DIR"); }},
});

}  // namespace

void add_repair(CommandLine& line) {
  auto options = std::make_shared<Options>();
  line.options.add(kRows, *options);
  line.notes =
      "Makes a new campaign.sqlite of what can be read of a damaged one and of the\n"
      "folders of bugs. The damaged one is kept as campaign.sqlite.damaged-N.";
  line.run = [options](OptionSet&, const GlobalOptions& global) {
    return run_repair(*options, global);
  };
}

}  // namespace pg
