#include "campaign/seeds.h"

#include <algorithm>
#include <filesystem>

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>
#include <xxhash.h>

#include "base/input.h"
#include "base/rng.h"
#include "model/check.h"
#include "smtlib/parser.h"

namespace pg {
namespace {

namespace fs = std::filesystem;

// Of looking whether a seed is trivial.
constexpr uint64_t kMaxSteps = 50'000;

void shuffle(std::vector<std::string>& list, Rng rng) {
  for (size_t i = list.size(); i > 1; --i) {
    const uint64_t other = rng.below(i);
    std::swap(list[i - 1], list[other]);
  }
}

// The assertions are true or false whatever their symbols mean.
bool is_trivial(Pool& pool, const Script& script) {
  const size_t checks = std::max<size_t>(count_checks(script), 1);
  for (size_t check = 0; check < checks; ++check) {
    const CheckState state = state_at(pool, script, check);
    ValuePool values;
    const ModelVerdict verdict = check_model(pool, values, state, Model(), kMaxSteps);
    const bool decided =
        verdict.verdict == Verdict::False ||
        (verdict.verdict == Verdict::True && verdict.defaulted.empty() && verdict.opened.empty());
    if (!decided) return false;
  }
  return true;
}

}  // namespace

Result<std::vector<SeedRow>> find_seeds(std::span<const std::string> paths, size_t max_size,
                                        uint64_t rng) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      if (!fs::exists(path, error))
        return Error{{}, fmt::format("{}: there is no such file", path)};
      files.push_back(path);
      continue;
    }
    fs::recursive_directory_iterator walk(path, fs::directory_options::skip_permission_denied,
                                          error);
    for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error))
      if (walk->path().extension() == ".smt2" && walk->is_regular_file(error))
        files.push_back(walk->path().string());
    if (error) return Error{{}, fmt::format("{}: {}", path, error.message())};
  }
  std::ranges::sort(files);
  files.erase(std::unique(files.begin(), files.end()), files.end());
  // Whatever part of them is reached is a sample of all.
  shuffle(files, Rng(rng));
  std::vector<SeedRow> seeds;
  absl::flat_hash_set<uint64_t> hashes;
  for (const std::string& file : files) {
    SeedRow& seed = seeds.emplace_back();
    seed.id = seeds.size() - 1;
    seed.path = file;
    std::error_code error;
    const uintmax_t size = fs::is_regular_file(file, error) ? fs::file_size(file, error) : 0;
    if (size > max_size) {
      seed.skipped = "too large";
      continue;
    }
    const Result<std::string> text = read_input(file);
    if (!text) {
      seed.skipped = "cannot be read";
      continue;
    }
    seed.hash = XXH3_64bits(text->data(), text->size());
    if (!hashes.insert(seed.hash).second) seed.skipped = "the same text as another";
  }
  return seeds;
}

Result<std::string> read_seed(const SeedRow& seed) {
  Result<std::string> text = read_input(seed.path);
  if (text && XXH3_64bits(text->data(), text->size()) != seed.hash)
    return Error{{}, "the file has changed since the campaign began"};
  return text;
}

SeedProof proof_of(Pool& pool, const Script& script, const SeedFacts& facts,
                   std::span<const Solver> solvers, const QueryLimits& limits, uint64_t number) {
  std::vector<Solver> asked;
  for (const Solver& solver : solvers) {
    const SeedFacts::BySolver* by = facts.find(solver.name);
    if (by && by->answers.back() == facts.answers.back()) asked.push_back(solver);
  }
  Result<SeedProof> proof = find_proof(pool, script, facts.answers, asked, limits, number);
  return proof ? *std::move(proof) : SeedProof();
}

std::string why_unfit(Pool& pool, const Script& script, const CampaignOptions& options) {
  const std::string logic(logic_of(pool, script));
  if (!options.logics.empty() && std::ranges::find(options.logics, logic) == options.logics.end())
    return "another logic";
  if (std::ranges::none_of(script.commands, [](const Command& command) {
        return command.kind == CommandKind::Assert || command.kind == CommandKind::CheckSatAssuming;
      }))
    return "no assertion";
  for (const Command& command : script.commands)
    if (is_foreign(pool, command))
      return fmt::format("a command that we do not follow: {}", pool.text(command.name));
  if (is_trivial(pool, script)) return "trivial";
  return {};
}

}  // namespace pg
