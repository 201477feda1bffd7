#include "bug/folder.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/input.h"
#include "base/output.h"
#include "bug/case_text.h"
#include "bug/issue.h"
#include "bug/paths.h"
#include "bug/repro.h"
#include "smtlib/parser.h"

namespace pg {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

bool write_files(const fs::path& folder, const Case& found) {
  bool good = true;
  auto write = [&](const char* name, const std::string& text) {
    good = good && write_output((folder / name).string(), text);
  };
  write(bug_file::kBug, dump_json(about_json(found)));
  write(bug_file::kCertificate, dump_json(certificate_json(found.certificate)));
  Case copy = found;
  for (const CaseFile& file : case_files())
    if (const std::string& text = file.text(copy); !text.empty()) write(file.name, text);
  if (const std::string model = model_of(found.certificate); !model.empty())
    write(bug_file::kModel, model);
  write(bug_file::kRepro, repro_text(found));
  write(bug_file::kIssue, issue_text(found));
  std::error_code error;
  fs::permissions(folder / bug_file::kRepro,
                  fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                  fs::perm_options::add, error);
  return good && !error;
}

// Takes along what somebody else put there, such as notes.
void keep_foreign_files(const fs::path& old, const fs::path& place) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(old, error)) {
    const std::string name = entry.path().filename().string();
    if (std::ranges::find(bug_file::kAll, name) != std::end(bug_file::kAll)) continue;
    std::error_code ignored;
    fs::rename(entry.path(), place / name, ignored);
  }
}

// Puts a folder in the place of another, which stays until the new one is complete.
bool replace_folder(const fs::path& made, const fs::path& place, std::error_code& error) {
  const fs::path old = place.parent_path() / ("." + place.filename().string() + ".old");
  std::error_code ignored;
  remove_bug(old.string());
  if (fs::exists(place, ignored)) fs::rename(place, old, error);
  if (!error) fs::rename(made, place, error);
  if (error) {
    std::error_code back;
    if (fs::exists(old, ignored) && !fs::exists(place, ignored)) fs::rename(old, place, back);
    return false;
  }
  keep_foreign_files(old, place);
  remove_bug(old.string());
  return true;
}

Result<Json> read_json(const fs::path& path) {
  const Result<std::string> text = read_input(path.string());
  if (!text)
    return Error{{}, fmt::format("{}: {}", path.filename().string(), text.error().message)};
  Json json = Json::parse(*text, nullptr, false);
  if (!json.is_object())
    return Error{{}, fmt::format("{} is not a JSON object", path.filename().string())};
  return json;
}

// The text of a file that may be missing.
Result<std::string> read_optional(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error)) return std::string();
  return read_input(path.string());
}

// How many check-sats a formula has; one at least. What we cannot read has some, as far as we know.
size_t checks_of(const std::string& formula) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, formula, 1);
  return parsed.errors.empty() ? std::max<size_t>(1, count_checks(parsed.script)) : SIZE_MAX;
}

}  // namespace

bool is_poorer(const Case& found, const Case& than) {
  if (found.reduced != than.reduced) return found.reduced < than.reduced;
  return found.formula().size() > than.formula().size();
}

Result<std::string> write_bug(const std::string& path, const Case& found) {
  const fs::path place(path);
  std::error_code error;
  if (fs::exists(place, error)) {
    const Result<Case> old = read_bug(path);
    if (old && is_poorer(found, *old)) return path;
    if (!old && !fs::exists(place / bug_file::kBug, error) && !fs::is_empty(place, error))
      return Error{{}, fmt::format("{} is there and is not the folder of a bug", path)};
  }
  const fs::path made = place.parent_path() / ("." + place.filename().string() + ".new");
  error.clear();
  remove_bug(made.string());
  fs::create_directories(made, error);
  if (!error && write_files(made, found) && replace_folder(made, place, error)) return path;
  remove_bug(made.string());
  return environment_error(
      fmt::format("cannot write {}{}{}", path, error ? ": " : "", error ? error.message() : ""));
}

void remove_bug(const std::string& folder) {
  std::error_code ignored;
  for (const std::string_view name : bug_file::kAll) fs::remove(fs::path(folder) / name, ignored);
  fs::remove(folder, ignored);
}

Result<Case> read_bug(const std::string& folder) {
  const fs::path place(folder);
  const Result<Json> about = read_json(place / bug_file::kBug);
  if (!about) return about.error();
  const Result<Json> certificate = read_json(place / bug_file::kCertificate);
  if (!certificate) return certificate.error();
  try {
    Result<Case> found = case_from(*about);
    if (!found) return Error{{}, fmt::format("{}: {}", bug_file::kBug, found.error().message)};
    Result<std::string> model = read_optional(place / bug_file::kModel);
    if (!model) return model.error();
    Result<Certificate> read = certificate_from(*certificate, *std::move(model));
    if (!read)
      return Error{{}, fmt::format("{}: {}", bug_file::kCertificate, read.error().message)};
    found->certificate = *std::move(read);
    if (!is_proof_of(found->certificate, found->kind))
      return Error{{}, "the certificate is none for that kind of bug"};
    for (const CaseFile& file : case_files()) {
      Result<std::string> text = read_optional(place / file.name);
      if (!text) return text.error();
      file.text(*found) = *std::move(text);
    }
    if (found->original.empty())
      return Error{{}, fmt::format("there is no {}", bug_file::kOriginal)};
    const std::string hash = about->value("formula_hash", "");
    if (!hash.empty() && hash != formula_hash(found->formula()))
      return Error{{}, "the formula is not the one that the folder was written for"};
    if (const size_t count = checks_of(found->formula()); found->check >= count)
      return Error{{},
                   fmt::format("{}: check-sat {} of a formula that has {}", bug_file::kBug,
                               found->check + 1, count)};
    return found;
  } catch (const Json::exception& error) {
    return Error{{}, error.what()};
  }
}

}  // namespace pg
