#include "bug/issue.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bug/fingerprint.h"
#include "bug/premise.h"
#include "bug/repro.h"
#include "model/model.h"
#include "model/state.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "theory/core/core.h"

namespace pg {
namespace {

constexpr size_t kMaxOperators = 4;  // in a title
constexpr size_t kMaxInline = 200;   // bytes of a model that is told in a sentence
constexpr size_t kMaxOutput = 40;    // lines
constexpr size_t kMaxTitle = 100;    // bytes of a message
constexpr size_t kMaxReasons = 8;

// What each project asks for in a report.
struct Tracker {
  std::string_view program;
  std::string_view name;
  std::string_view address;
  std::string_view asks;  // what to add by hand
};
constexpr auto kTrackers = std::to_array<Tracker>({
    {"z3", "Z3", "https://github.com/Z3Prover/z3/issues",
     "Please check that the current release still does this, and name the commit that began it if "
     "you bisected."},
    {"z3@", "Z3", "https://github.com/Z3Prover/z3/issues",
     "Please name the commit that began it if you bisected."},
    {"cvc5", "cvc5", "https://github.com/cvc5/cvc5/issues",
     "Please check that the main branch still does this. Fuzzing campaigns may open a few issues "
     "per week, wrong answers first."},
    {"bitwuzla", "Bitwuzla", "https://github.com/bitwuzla/bitwuzla/issues", ""},
    {"yices", "Yices 2", "https://github.com/SRI-CSL/yices2/issues", ""},
    {"opensmt", "OpenSMT", "https://github.com/usi-verification-and-security/opensmt/issues", ""},
});

const Tracker* find_tracker(const SolverId& solver) {
  const auto found = std::ranges::find(kTrackers, solver.program, &Tracker::program);
  return found == kTrackers.end() ? nullptr : &*found;
}

// Code in a sentence, whatever it contains.
std::string code(std::string_view given) {
  std::string text(given);
  std::ranges::replace(text, '\n', ' ');
  std::string mark = "`";
  while (text.find(mark) != std::string::npos) mark += '`';
  return mark.size() == 1 ? fmt::format("`{}`", text) : fmt::format("{0} {1} {0}", mark, text);
}

// "cvc5 1.0.3", as its project writes it.
std::string full_name(const SolverId& solver) {
  const Tracker* tracker = find_tracker(solver);
  std::string name(tracker                  ? tracker->name
                   : solver.program.empty() ? std::string_view(solver.name)
                                            : std::string_view(solver.program));
  if (!solver.version.empty()) name += " " + solver.version;
  if (!solver.options.empty())
    name += fmt::format(" with {}", code(fmt::format("{}", fmt::join(solver.options, " "))));
  return name;
}

// The fence is longer than any in the text.
std::string fenced(std::string_view text, std::string_view language = "") {
  std::string fence = "```";
  while (text.find(fence) != std::string_view::npos) fence += '`';
  return fmt::format("{}{}\n{}{}{}\n", fence, language, text,
                     text.empty() || text.ends_with('\n') ? "" : "\n", fence);
}

std::string first_lines(std::string_view text, size_t most) {
  size_t end = 0;
  for (size_t lines = 0; lines < most && end < text.size(); ++lines)
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  std::string cut(text.substr(0, end));
  if (end < text.size()) cut += "...\n";
  return cut;
}

// The beginning of a message, cut between two words.
std::string shortened(std::string_view message) {
  if (message.size() <= kMaxTitle) return std::string(message);
  const size_t end = message.rfind(' ', kMaxTitle);
  return fmt::format("{} ...", message.substr(0, end == message.npos ? kMaxTitle : end));
}

// Operators that say what a formula is about: those of the core are in every one.
std::vector<std::string> telling_operators(const Case& found) {
  std::vector<std::string> names = operators_of(found.formula());
  std::erase_if(names, [](const std::string& name) {
    return std::ranges::find(core::kTheory.ops, name, &OpSpec::name) != core::kTheory.ops.end();
  });
  return names;
}

// The values of a model, where they are few: `x = 1`, `y = 2`.
std::optional<std::string> values_inline(const Case& found, std::string_view text) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, found.formula(), 1);
  if (!parsed.errors.empty()) return std::nullopt;
  const CheckState state = state_at(pool, parsed.script, found.check);
  const Result<Model> model = read_model(pool, state.script, text, true);
  if (!model || !model->others.empty() || !model->universes.empty()) return std::nullopt;
  std::vector<std::string> values;
  for (const auto& [head, definition] : model->functions) {
    if (!pool.data(head).params.empty()) return std::nullopt;
    values.push_back(
        code(fmt::format("{} = {}", print_symbol(pool.text(pool.data(head).name)),
                         print_term(pool, definition.body, {.share = false, .width = 0}))));
  }
  std::ranges::sort(values);
  std::string all = fmt::format("{}", fmt::join(values, ", "));
  return all.size() > kMaxInline ? std::nullopt : std::optional(std::move(all));
}

// The lines of an explanation as a list: each has two spaces more than the one it explains.
std::string reasons_list(std::string_view why) {
  std::string list;
  size_t begin = std::min(why.find('\n'), why.size());
  for (size_t count = 0; begin < why.size() && count < kMaxReasons; ++count) {
    const size_t end = std::min(why.find('\n', begin + 1), why.size());
    std::string_view line = why.substr(begin + 1, end - begin - 1);
    const size_t indent = std::min(line.find_first_not_of(' '), line.size());
    line.remove_prefix(indent);
    list += fmt::format("{:{}}- {}\n", "", indent >= 2 ? indent - 2 : 0, code(line));
    begin = end;
  }
  return list;
}

std::string witnesses_sentence(const Case& found) {
  std::vector<std::string> parts;
  for (const Witness& witness : found.witnesses)
    if (witness.answer == AnswerKind::Sat || witness.answer == AnswerKind::Unsat)
      parts.push_back(
          fmt::format("{} answers {}", full_name(witness.solver), code(name_of(witness.answer))));
  return parts.empty() ? "" : fmt::format("For comparison: {}.\n\n", fmt::join(parts, "; "));
}

// A model in a sentence, or folded away where it is long.
std::string model_part(const Case& found, const std::string& model, std::string_view before,
                       std::string_view after) {
  const std::optional<std::string> values = values_inline(found, model);
  if (values && values->empty()) return fmt::format("{} of no symbol {}\n", before, after);
  if (values) return fmt::format("{} {} {}\n", before, *values, after);
  return fmt::format("{} (below) {}\n\n<details><summary>Model</summary>\n\n{}\n</details>\n",
                     before, after, fenced(model, "smt2"));
}

// Why the behaviour is wrong, with what a reader needs to check it.
struct Reason {
  const Case& found;
  std::string operator()(const TrueModel& proof) const {
    return model_part(found, proof.model, "The values",
                      "make every assertion true, by an exact evaluation without a solver. "
                      "Asserting them as equations should give `sat`.");
  }
  std::string operator()(const FalseModel& wrong) const {
    return model_part(found, wrong.model, "The model",
                      "makes an assertion false, by an exact evaluation without a solver:") +
           "\n" + reasons_list(wrong.why);
  }
  std::string operator()(const OwnCheck&) const {
    return "The solver's own check of its model fails.\n";
  }
  std::string operator()(const ByRules& rules) const {
    std::string text = fmt::format(
        "{} {} {} for the formula below. From there, {} follows for the formula above, which was "
        "made from it by steps that only {} it:\n\n",
        found.kind == Kind::Contradiction ? full_name(found.liar)
                                          : fmt::format("{}", fmt::join(rules.said_by, ", ")),
        rules.said_by.size() > 1 && found.kind != Kind::Contradiction ? "answer" : "answers",
        code(name_of(rules.chain.answer)), code(name_of(rules.chain.answer)),
        rules.chain.answer == Truth::Sat ? "weaken" : "strengthen");
    for (const ChainStep& step : rules.chain.steps)
      text += fmt::format("- {} became {}\n", code(step.before), code(step.after));
    return text + "\n" + fenced(premise_of(found, rules).text, "smt2");
  }
  std::string operator()(const OtherAnswers&) const {
    return "One of the solvers is wrong. A model for which every assertion evaluates to true would "
           "settle it in favour of `sat`; a checked proof in favour of `unsat`.\n";
  }
  std::string operator()(const Breakdown&) const { return {}; }
};

std::string options_sentence(const Case& found) {
  if (found.standing.empty()) return {};
  return fmt::format("{}\n\n", found.standing);
}

std::string actual_sentence(const Case& found) {
  const std::string who = full_name(found.liar);
  if (found.kind == Kind::Crash) return fmt::format("{} crashes.", who);
  if (std::holds_alternative<OwnCheck>(found.certificate))
    return fmt::format("{} rejects its own model.", who);
  return fmt::format("{} answers {}.", who, code(name_of(found.answer)));
}

// The command line, reading a file of that name.
std::string run_as(const Case& found) {
  std::string line;
  for (const std::string& word : found.command) line += shell_quoted(word) + " ";
  return line + "< bug.smt2";
}

std::string footer(const Case& found) {
  const bool mutated = !found.origin.strategy.empty() && found.origin.strategy != "none";
  std::string text =
      fmt::format("\nFound by Polygraph {}{}{}{}.\n", POLYGRAPH_VERSION, mutated ? " (" : "",
                  mutated ? found.origin.strategy : "", mutated ? ")" : "");
  if (found.reduced == Reduced::CutShort || found.reduced == Reduced::Interrupted)
    text +=
        fmt::format("Reduction was {}: the formula may become smaller.\n", name_of(found.reduced));
  if (found.flaky) text += "It does not show in every run of a fresh process.\n";
  if (const Tracker* tracker = find_tracker(found.liar))
    text += fmt::format("\n<!-- For {}: {}{}{} -->\n", tracker->name, tracker->address,
                        tracker->asks.empty() ? "" : "\n     ", tracker->asks);
  return text;
}

std::string body_of(const Case& found) {
  std::string text =
      fmt::format("{} Expected: {}\n\n", actual_sentence(found), spec_of(found.kind).expected);
  text += fenced(shown_formula(found), "smt2");
  text += fmt::format("\nRun as {}.\n\n", code(run_as(found)));
  text += options_sentence(found);
  const std::string output = first_lines(found.output, kMaxOutput);
  text += output.empty() ? "It prints nothing.\n" : fenced(output);
  text += "\n" + witnesses_sentence(found) + std::visit(Reason{found}, found.certificate);
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

}  // namespace

std::string tracker_of(const SolverId& solver) {
  const Tracker* tracker = find_tracker(solver);
  return std::string(tracker ? tracker->address : "");
}

std::string title_of(const Case& found) {
  std::string title(spec_of(found.kind).title);
  if (const auto* breakdown = std::get_if<Breakdown>(&found.certificate)) {
    return fmt::format("{}: {}", title, shortened(normalise_message(breakdown->message)));
  }
  std::vector<std::string> operators = telling_operators(found);
  const bool more = operators.size() > kMaxOperators;
  if (more) operators.resize(kMaxOperators);
  if (!operators.empty())
    title += fmt::format(" ({}{})", fmt::join(operators, ", "), more ? ", ..." : "");
  return title;
}

std::string cause_of(const Case& found) {
  const SolverId& liar = found.liar;
  return fmt::format("{} {} {}", liar.program.empty() ? liar.name : liar.program,
                     name_of(found.kind),
                     std::holds_alternative<Breakdown>(found.certificate)
                         ? title_of(found)
                         : fmt::format("{}", fmt::join(telling_operators(found), " ")));
}

std::string issue_text(const Case& found) {
  return fmt::format("# {}\n\n{}{}", title_of(found), body_of(found), footer(found));
}

std::string common_issue_text(std::vector<const Case*> bugs) {
  CHECK(!bugs.empty(), "there is a bug to tell of");
  std::ranges::stable_sort(bugs, {}, [](const Case* found) { return found->formula().size(); });
  const Case& first = *bugs[0];
  if (bugs.size() == 1) return issue_text(first);
  std::string text = fmt::format("# {}\n\n{} formulas show this; the smallest comes first.\n",
                                 title_of(first), bugs.size());
  for (size_t i = 0; i < bugs.size(); ++i)
    text += fmt::format("\n## {}\n\n{}", i + 1, body_of(*bugs[i]));
  return text + footer(first);
}

}  // namespace pg
