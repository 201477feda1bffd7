#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace pg {

// Where a campaign keeps a bug.
enum class Shelf : uint8_t {
  Bugs,
  Held,   // beyond the quota of its solver
  Flaky,  // a fresh process does not always show it
};
inline constexpr Shelf kShelves[] = {Shelf::Bugs, Shelf::Held, Shelf::Flaky};
std::string_view name_of(Shelf shelf);
std::optional<Shelf> read_shelf(std::string_view name);

// Fingerprints are made of letters, digits and -._+@, and so are the folders that they name.
bool is_fingerprint(std::string_view text);

// A file name of letters, digits, '-', '_' and dots inside; different for different texts.
std::string safe_name(std::string_view text);

// Every path of a campaign; nobody else puts one together.
class CampaignPaths {
 public:
  explicit CampaignPaths(std::filesystem::path folder) : folder_(std::move(folder)) {}

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path store() const { return folder_ / "campaign.sqlite"; }
  std::filesystem::path lock() const { return folder_ / ".lock"; }
  std::filesystem::path shelf(Shelf shelf) const { return folder_ / name_of(shelf); }
  std::filesystem::path bug(Shelf shelf, std::string_view fingerprint) const {
    return folder_ / bug_below(shelf, fingerprint);
  }
  std::filesystem::path report(std::string_view file) const { return folder_ / file; }
  std::filesystem::path issues() const { return folder_ / "issues"; }
  std::filesystem::path issue(std::string_view fingerprint) const {
    return issues() / (safe_name(fingerprint) + ".md");
  }

  // The folder of a bug, seen from that of the campaign: safe in a shell and in an address,
  // whatever a store says.
  static std::string bug_below(Shelf shelf, std::string_view fingerprint);

 private:
  std::filesystem::path folder_;
};

// The files of a bug's folder.
namespace bug_file {
inline constexpr const char* kBug = "bug.json";
inline constexpr const char* kCertificate = "certificate.json";
inline constexpr const char* kSeed = "seed.smt2";
inline constexpr const char* kOriginal = "original.smt2";
inline constexpr const char* kReduced = "reduced.smt2";
inline constexpr const char* kModel = "model.smt2";
inline constexpr const char* kOutput = "solver.out";
inline constexpr const char* kRepro = "repro.sh";
inline constexpr const char* kIssue = "issue.md";
inline constexpr const char* kAll[] = {kBug,   kCertificate, kSeed,  kOriginal, kReduced,
                                       kModel, kOutput,      kRepro, kIssue};
}  // namespace bug_file

}  // namespace pg
