#include "campaign/show.h"

#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bug/paths.h"
#include "campaign/options.h"

namespace pg {
namespace {

constexpr double kLineSeconds = 10;
constexpr double kLinePart = 0.1;  // of the time so far
constexpr double kRarestLine = 600;

double ratio(uint64_t number, double of) { return of > 0 ? static_cast<double>(number) / of : 0; }

std::string plural(uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", grouped(number), noun, number == 1 ? "" : "s");
}

// A cell of nothing is a dot: numbers stand out.
std::string cell(uint64_t number) { return number == 0 ? "." : grouped(number); }

// Columns as wide as their widest cell; the first one is text, the others are numbers.
class Table {
 public:
  explicit Table(std::vector<std::string> heads) : rows_{std::move(heads)} {}

  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  std::string text() const {
    std::string text;
    for (const std::vector<std::string>& row : rows_) {
      text += fmt::format("  {:<{}}", row[0], width_of(0));
      for (size_t i = 1; i < row.size(); ++i)
        text += fmt::format("{:>{}}", row[i], width_of(i) + kGap);
      text += "\n";
    }
    return text;
  }

  size_t width() const {
    size_t sum = 2 + width_of(0);
    for (size_t i = 1; i < rows_[0].size(); ++i) sum += kGap + width_of(i);
    return sum;
  }

 private:
  static constexpr size_t kGap = 2;

  size_t width_of(size_t column) const {
    size_t width = 0;
    for (const std::vector<std::string>& row : rows_) width = std::max(width, row[column].size());
    return width;
  }

  std::vector<std::vector<std::string>> rows_;
};

// The answers that have a column of their own as long as there is room, those that matter first;
// the rest is in the column `other`.
constexpr auto kAnswers = std::to_array({AnswerKind::Sat, AnswerKind::Unsat, AnswerKind::Timeout,
                                         AnswerKind::Unknown, AnswerKind::Crash, AnswerKind::Error,
                                         AnswerKind::Unsupported, AnswerKind::OutOfMemory});
constexpr size_t kLeastAnswers = 2;

uint64_t sum_of_answers(const SolverCounts& counts, std::span<const AnswerKind> kinds) {
  uint64_t sum = 0;
  for (const AnswerKind kind : kinds) sum += counts.of(kind);
  return sum;
}

// Few solvers have delta-sat: it has a column, before all others, where one said so.
std::vector<AnswerKind> answers_of(const Status& status) {
  std::vector<AnswerKind> answers(kAnswers.begin(), kAnswers.end());
  if (std::ranges::any_of(status.solvers, [&](const std::string& solver) {
        return status.counters.solver(solver).of(AnswerKind::DeltaSat) > 0;
      }))
    answers.insert(answers.begin(), AnswerKind::DeltaSat);
  return answers;
}

Table solver_table(const Status& status, size_t columns) {
  const std::vector<AnswerKind> answers = answers_of(status);
  const std::span<const AnswerKind> shown(answers.data(), columns);
  const std::span<const AnswerKind> others(answers.data() + columns, answers.size() - columns);
  std::vector<std::string> heads{"solver", "calls"};
  for (const AnswerKind kind : shown) heads.emplace_back(name_of(kind));
  if (!others.empty()) heads.emplace_back("other");
  heads.emplace_back("silent");
  Table table(std::move(heads));
  for (const std::string& solver : status.solvers) {
    const SolverCounts& counts = status.counters.solver(solver);
    std::vector<std::string> row{solver, cell(counts.calls)};
    for (const AnswerKind kind : shown) row.push_back(cell(counts.of(kind)));
    if (!others.empty()) row.push_back(cell(sum_of_answers(counts, others)));
    const uint64_t all = sum_of_answers(counts, answers);
    const uint64_t decided = counts.decided();
    row.push_back(
        all == 0 ? "."
                 : fmt::format("{:.0f} %", 100 * ratio(all - decided, static_cast<double>(all))));
    table.add(std::move(row));
  }
  return table;
}

// With as many columns as there is room for.
std::string solver_table(const Status& status, const Terminal& terminal) {
  size_t columns = answers_of(status).size();
  while (columns > kLeastAnswers && solver_table(status, columns).width() > terminal.width)
    --columns;
  return solver_table(status, columns).text();
}

std::string strategy_table(const Status& status) {
  Table table({"strategy", "mutants", "accepted", "calls", "bugs", "per 1,000 calls", "covered"});
  const auto share = [](uint64_t part, uint64_t all) {
    return all == 0 ? "." : fmt::format("{:.0f} %", 100 * ratio(part, static_cast<double>(all)));
  };
  const auto add = [&](const std::string& name, const StrategyCounts& counts) {
    table.add(
        {name, cell(counts.mutants), share(counts.mutants, counts.tries), cell(counts.calls),
         cell(counts.found),
         counts.calls == 0
             ? "."
             : fmt::format("{:.2f}", 1000 * ratio(counts.found, static_cast<double>(counts.calls))),
         share(counts.covered, counts.goals)});
  };
  for (const std::string& strategy : status.strategies)
    add(strategy, status.counters.strategy(strategy));
  add("(seeds)", status.counters.seeds);
  return table.text();
}

// By kind, the gravest first, the flaky ones apart; how sure each is.
std::string findings_table(const Status& status, const Terminal& terminal) {
  std::string text;
  const auto add = [&](std::string_view label, std::string_view certainty, auto belongs) {
    uint64_t unique = 0;
    uint64_t again = 0;
    for (const FindingRow& finding : status.findings) {
      if (!belongs(finding.found)) continue;
      ++unique;
      again += status.again(finding);
    }
    if (unique == 0) return;
    const std::string line =
        fmt::format("  {:<14}{:>5}  {}{}", label, unique, certainty,
                    again > 0 ? fmt::format(", seen {} more", plural(again, "time")) : "");
    text += terminal.colour ? fmt::format("\x1b[1m{}\x1b[0m\n", line) : line + "\n";
  };
  for (const KindSpec& spec : kinds())
    add(spec.label, spec.certainty,
        [&](const Case& found) { return found.kind == spec.kind && !found.flaky; });
  add("flaky", "not in every run of a fresh process",
      [](const Case& found) { return found.flaky; });
  return text;
}

// A bar and the time that is left, where the end is known.
std::string progress_line(const Status& status, const Terminal& terminal) {
  const size_t width = terminal.width > 60 ? terminal.width - 50 : 10;
  const uint64_t mutants = status.counters.mutants();
  std::string text = "polygraph fuzz  ";
  if (status.budget > 0)
    text += fmt::format("{}  {} left", bar(status.run / status.budget, width),
                        duration_text(std::max(0.0, status.budget - status.run)));
  else if (status.mutants_budget > 0)
    text += fmt::format("{}  of {} mutants",
                        bar(ratio(mutants, static_cast<double>(status.mutants_budget)), width),
                        grouped(status.mutants_budget));
  return text;
}

std::string rates(const Status& status) {
  const uint64_t mutants = status.run_counters.mutants();
  const uint64_t calls = status.run_counters.calls();
  return fmt::format("{} mutants ({:.0f}/s), {} calls ({:.0f}/s), overhead {:.0f} %",
                     grouped(status.counters.mutants()), ratio(mutants, status.run),
                     grouped(status.counters.calls()), ratio(calls, status.run),
                     status.run_counters.overhead());
}

std::string elapsed(const Status& status) {
  std::string text = duration_text(status.run);
  if (status.seconds > status.run + 1)
    text += fmt::format(" ({} in all runs)", duration_text(status.seconds));
  return text;
}

std::string seeds_text(const Status& status) {
  std::string text =
      fmt::format("seeds loaded: {} of {}", grouped(status.taken), grouped(status.seeds));
  if (status.skipped > 0) text += fmt::format(", {} skipped", grouped(status.skipped));
  return text;
}

std::string last_find(const Status& status) {
  if (status.findings.empty()) return "no bug yet";
  const double seconds = std::max(0.0, status.seconds - status.findings.back().seconds);
  return fmt::format("last bug {} ago", duration_text(seconds));
}

// Each line cut at the width, escape sequences not counted.
std::string fitted(const std::string& text, size_t width) {
  std::string made;
  size_t column = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\x1b') {
      const size_t end = std::min(text.find('m', at), text.size() - 1);
      made += text.substr(at, end - at + 1);
      at = end;
    } else if (c == '\n') {
      made += c;
      column = 0;
    } else if ((static_cast<unsigned char>(c) & 0xc0) == 0x80) {
      if (column <= width) made += c;  // the rest of a character
    } else if (++column <= width) {
      made += c;
    }
  }
  return made;
}

std::string finding_line(const Status& status, const FindingRow& finding, const std::string& out) {
  const Case& found = finding.found;
  std::string text = fmt::format(
      "{:<14} {:<8} {}", found.flaky ? std::string_view("flaky") : spec_of(found.kind).label,
      found.liar.name, CampaignPaths(out).bug(finding.shelf, found.fingerprint).string());
  if (found.reduced == Reduced::CutShort || found.reduced == Reduced::Interrupted)
    text += fmt::format("  (reduction was {})", name_of(found.reduced));
  const uint64_t again = status.again(finding);
  return text + (again > 0 ? fmt::format("  (seen {} more)\n", plural(again, "time")) : "\n");
}

std::string findings_list(const Status& status, const std::string& out) {
  std::vector<const FindingRow*> findings;
  for (const FindingRow& finding : status.findings) findings.push_back(&finding);
  std::ranges::stable_sort(findings, [](const FindingRow* a, const FindingRow* b) {
    if (a->found.flaky != b->found.flaky) return b->found.flaky;
    return comes_before(a->found, b->found);
  });
  std::string text;
  for (const FindingRow* finding : findings) text += finding_line(status, *finding, out);
  return text;
}

// Where bugs are that the list does not show, or that are not among the others.
std::string put_aside(const Status& status) {
  const auto held = std::ranges::count_if(
      status.findings, [](const FindingRow& finding) { return finding.shelf == Shelf::Held; });
  std::vector<std::string> parts;
  if (held > 0) parts.push_back(fmt::format("{} held back by --quota", held));
  if (const uint64_t muted = status.counters.muted; muted > 0)
    parts.push_back(fmt::format("{} muted by --known", plural(muted, "sighting")));
  if (parts.empty()) return {};
  return fmt::format("Put aside: {}.\n", fmt::join(parts, ", "));
}

// Seeds that a strategy which needs a model or a core makes nothing of.
std::string unproved(const Status& status) {
  constexpr size_t kShown = 5;
  const std::map<std::string, uint64_t>& seeds = status.counters.unproved;
  if (seeds.empty()) return {};
  std::vector<std::string_view> names;
  for (const auto& [name, count] : seeds)
    if (names.size() < kShown) names.push_back(name);
  return fmt::format(
      "{} without a usable model or unsat core: {}{}\n", plural(seeds.size(), "seed"),
      fmt::join(names, ", "),
      seeds.size() > kShown ? fmt::format(" and {} more", grouped(seeds.size() - kShown)) : "");
}

std::string next_steps(const Status& status, const std::string& out, bool interrupted) {
  const std::string folder = shell_quoted(out);
  std::string text;
  if (!status.findings.empty()) text += fmt::format("Report:  polygraph report {}\n", folder);
  text += fmt::format("{}  polygraph fuzz --out {}\n", interrupted ? "Resume:" : "More:  ", folder);
  return text;
}

}  // namespace

std::string bar(double part, size_t width) {
  const auto full = static_cast<size_t>(std::clamp(part, 0.0, 1.0) * static_cast<double>(width));
  return fmt::format("[{}{}] {:.0f} %", std::string(full, '#'), std::string(width - full, '.'),
                     100 * std::clamp(part, 0.0, 1.0));
}

std::string screen_of(const Status& status, const Terminal& terminal) {
  std::string text = progress_line(status, terminal) + "\n";
  text += fmt::format("  {}: {}\n", elapsed(status), rates(status));
  text +=
      fmt::format("  {}; round {}; {}\n\n", seeds_text(status), status.round, last_find(status));
  text += solver_table(status, terminal) + "\n" + strategy_table(status) + "\n";
  text += findings_table(status, terminal);
  if (status.reducing > 0) text += fmt::format("  {} being reduced\n", status.reducing);
  if (!status.trouble.empty())
    text += fmt::format("\n  waiting: {}; continues when it can\n", status.trouble);
  return fitted(text, terminal.width);
}

std::string line_of(const Status& status) {
  std::string text = fmt::format("{}: {}; {}", duration_text(status.run), rates(status),
                                 plural(status.findings.size(), "bug"));
  if (status.reducing > 0) text += fmt::format(", {} being reduced", status.reducing);
  if (!status.trouble.empty()) text += "; waiting: " + status.trouble;
  return text;
}

std::string summary_of(const Status& status, const std::string& out, bool interrupted,
                       const Terminal& terminal) {
  std::string text;
  if (interrupted) text += "Interrupted; everything is saved.\n";
  if (status.exhausted) text += "Ended early: no seed gives another new mutant.\n";
  text += fmt::format("{}: {}\n", elapsed(status), rates(status));
  text += fmt::format("{}; {} skipped\n", seeds_text(status),
                      plural(status.counters.repeats, "duplicate mutant"));
  if (status.counters.seeds_trivial > 0)
    text += fmt::format("{} decided by the connectives alone, not used by sae\n",
                        plural(status.counters.seeds_trivial, "seed"));
  text += "\n";
  text += solver_table(status, terminal) + "\n" + strategy_table(status) + "\n";
  text += findings_list(status, out);
  if (!status.trouble.empty())
    text += fmt::format("Ended early: {}\n", status.trouble);
  else if (status.findings.empty())
    text += status.answered() ? "No lie was found.\n" : "Nothing was tested: no solver answered.\n";
  for (const std::string& sentence : hardly_tested(status)) text += sentence + "\n";
  return text + unproved(status) + put_aside(status) + "\n" + next_steps(status, out, interrupted);
}

double pause_after(double run_seconds) {
  return std::clamp(kLinePart * run_seconds, kLineSeconds, kRarestLine);
}

}  // namespace pg
