#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "judge/judge.h"
#include "judge/trial.h"

namespace pg {

// A bug with all that is needed to file it and to see it again.
struct Bug {
  FindingKind kind = FindingKind::Crash;
  std::string fingerprint;
  size_t check = 0;
  // Who lies.
  std::string solver;   // as it was named
  std::string finder;   // what find_solver() takes for it
  std::string program;  // its row
  std::string version;
  std::string command;      // what a shell runs; the formula is its standard input
  bool by_default = true;   // without options of the user's
  bool escapes = false;     // how strings of its models are written
  std::string sentence;     // who lies and how we know
  std::string certificate;  // as the finding has it
  std::string logic;
  std::vector<std::pair<std::string, std::string>> answers = {};  // solvers and what they say
  bool flaky = false;  // a fresh process does not always say it
  // How it was found.
  std::string strategy = {};
  std::string seed_file = {};
  std::string recipe = {};  // a command line that makes the mutant again
  std::string steps = {};   // one line each
  // The files of its folder.
  std::string seed = {};
  std::string original = {};
  std::string reduced = {};
  std::string model = {};  // of a wrong unsat: one that holds; else what the solver gave
  std::string output = {};
};

// Lower comes first, as maintainers want them: wrong unsat, wrong sat, invalid models, the rest.
int rank_of(const Bug& bug);

// Who lies, and how it was run.
void set_liar(Bug& bug, const Solver& solver, Needs needs);

// The bug of a finding. Where a model holds, its text is ours.
Bug bug_of(const Trial& trial, const Finding& finding, const Solver& solver, std::string seed);

// All of a bug in one text (JSON), and back.
std::string bug_text(const Bug& bug);
Result<Bug> read_bug_text(std::string_view text);

// Writes the files of a bug as a folder, in place of what is there, at once or not at all.
Result<std::string> write_bug_folder(const std::string& place, const Bug& bug);
// The same as <fingerprint>/ below a folder; says where.
Result<std::string> write_bug(const std::string& folder, const Bug& bug);
// Reads such a folder.
Result<Bug> read_bug(const std::string& folder);

// The text for the solver's issue tracker.
std::string issue_text(const Bug& bug);

}  // namespace pg
