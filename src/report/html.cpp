#include <charconv>
#include <cstdlib>

#include <fmt/format.h>

#include "report/json.h"
#include "report/live.h"
#include "report/page.h"
#include "report/text.h"

namespace pg {
namespace {

// What is shown on demand is packed by so many findings.
constexpr size_t kChunk = 32;
// All of them together; with the rows of the table a page stays below 15 MB.
constexpr size_t kMaxPacked = 10 << 20;

constexpr size_t kMaxLiveText = 256 << 10;

constexpr std::string_view kDataMark = "<!--data-->";
constexpr std::string_view kNoConnection = "connect-src 'none'";

// A data block ends at </script>, and a browser looks for comments in it: no < is left.
std::string data_block(std::string_view id, const Json& json) {
  std::string text;
  for (const char c : dump(json)) text += c == '<' ? "\\u003c" : std::string(1, c);
  return fmt::format("<script type=\"application/json\" id=\"{}\">{}</script>\n", id, text);
}

std::string packed_details(const Report& report, size_t limit) {
  std::string text;
  for (size_t first = 0; first < report.findings.size(); first += kChunk) {
    Json chunk = Json::array();
    const size_t end = std::min(report.findings.size(), first + kChunk);
    for (size_t i = first; i < end; ++i) chunk.push_back(details_json(report.findings[i], limit));
    text += fmt::format("<script type=\"text/plain\" id=\"details{}\">{}</script>\n",
                        first / kChunk, base64(compressed(dump(chunk))));
  }
  return text;
}

std::string page_with(std::string_view data, bool connects) {
  std::string page(page_template());
  const size_t policy = page.find(kNoConnection);
  CHECK(policy != page.npos, "the page has a policy");
  if (connects) page.replace(policy, kNoConnection.size(), "connect-src 'self'");
  const size_t mark = page.find(kDataMark);
  CHECK(mark != page.npos, "the page has a place for data");
  return page.replace(mark, kDataMark.size(), data);
}

// The campaign with the findings from a number on.
Json data_json(const Report& report, size_t first) {
  Json json = summary_json(report);
  Json rows = Json::array();
  for (size_t i = first; i < report.findings.size(); ++i)
    rows.push_back(row_json(report.findings[i]));
  json["first"] = first;
  json["findings"] = std::move(rows);
  json["duplicates"] = duplicates_json(report);
  json["chunk"] = kChunk;
  return json;
}

}  // namespace

std::string report_html(const Report& report) {
  std::string details;
  // Texts are cut only as far as it takes.
  for (size_t limit = 64 << 10; limit >= 64; limit /= 4) {
    details = packed_details(report, limit);
    if (details.size() <= kMaxPacked) break;
  }
  return page_with(data_block("data", data_json(report, 0)) + details, false);
}

std::optional<Response> LiveReport::answer(const std::string& path) {
  constexpr std::string_view kData = "data/";
  constexpr std::string_view kFinding = "finding/";
  if (path.empty()) {
    const std::string data = data_block("data", {{"live", true}});
    return Response{"text/html; charset=utf-8", page_with(data, true)};
  }
  // A page without an answer says that it has none.
  if (!refresh()) return {};
  if (path.starts_with(kData)) {
    const size_t first = std::strtoull(path.c_str() + kData.size(), nullptr, 10);
    // What the page knows is of another campaign, if there is less now.
    const size_t known = first > report_.findings.size() ? 0 : first;
    return Response{"application/json", dump(data_json(report_, known))};
  }
  if (path.starts_with(kFinding)) {
    const std::string_view number = std::string_view(path).substr(kFinding.size());
    size_t which = 0;
    const auto read = std::from_chars(number.data(), number.data() + number.size(), which);
    if (read.ec != std::errc() || which >= report_.findings.size()) return {};
    return Response{"application/json", dump(details_json(report_.findings[which], kMaxLiveText))};
  }
  return {};
}

bool LiveReport::refresh() {
  Result<Report> campaign = read_campaign(store_);
  Result<std::vector<FindingRow>> found = store_.findings();
  if (!campaign || !found) return false;
  Report now = *std::move(campaign);
  now.findings = std::move(report_.findings);
  std::vector<FindingRow> rows = *std::move(found);
  // Those that are not ready may still change.
  std::erase_if(rows, [](const FindingRow& row) { return !row.ready; });
  if (rows.size() < now.findings.size()) now.findings.clear();
  for (size_t i = 0; i < rows.size(); ++i) {
    if (i < now.findings.size())
      now.findings[i].row.duplicates = rows[i].duplicates;
    else
      now.findings.push_back(read_finding(std::move(rows[i])));
  }
  report_ = std::move(now);
  return true;
}

}  // namespace pg
