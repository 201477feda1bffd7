#include "compare/judge.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "compare/ground_terms.h"

namespace pg::test {
namespace {

constexpr int kTimeoutMs = 600;

// Its own limit is below ours: a solver that gives up by itself need not be started again.
const std::array kSolvers{
    PeerSpec{"z3", kZ3, {"z3", "-in", "-t:300"}, "", ""},
    PeerSpec{"cvc5",
             kCvc5,
             {"cvc5", "--incremental", "--produce-models", "--strings-exp", "--fp-exp",
              "--sets-ext", "--arrays-exp", "--tlimit-per=300"},
             "(set-logic ALL)\n",
             "(set-logic HO_ALL)\n"},
};

std::string start_of(std::string_view logic) { return fmt::format("{}{}", logic, kDeclarations); }

Verdict verdict_of(const SolverSession::Reply& reply) {
  const bool complains = reply.out.find("(error") != std::string::npos;
  switch (reply.end) {
    case SolverSession::End::Timeout:
      return Verdict::Unknown;
    case SolverSession::End::Gone:
      return complains && reply.signal == 0 ? Verdict::Unsupported : Verdict::Crashes;
    case SolverSession::End::Answered:
      break;
  }
  // z3 goes on after an error, and its answer means nothing.
  if (complains) return Verdict::Unsupported;
  if (reply.out.starts_with("unsat")) return Verdict::Agrees;
  return reply.out.starts_with("sat") ? Verdict::Differs : Verdict::Unknown;
}

}  // namespace

std::span<const PeerSpec> peer_specs() { return kSolvers; }

bool is_higher_order(std::string_view term) {
  return term.find("(lambda ") != std::string_view::npos;
}

Judge::Judge(const PeerSpec& spec)
    : spec_(spec),
      plain_(spec.command, start_of(spec.first), kTimeoutMs),
      higher_order_(spec.command, start_of(spec.first_higher_order), kTimeoutMs) {}

SolverSession::Reply Judge::send(std::string_view about, const std::string& commands) {
  return (is_higher_order(about) ? higher_order_ : plain_).ask(commands);
}

Verdict Judge::ask_all(std::span<const Question> questions) {
  std::string claim = "(or false";
  for (const Question& question : questions)
    claim += fmt::format("\n (not (= {} {}))", question.term, question.value);
  const SolverSession::Reply reply =
      send(claim, fmt::format("(push 1)\n(assert {}))\n(check-sat)\n(pop 1)\n", claim));
  return verdict_of(reply);
}

Verdict Judge::ask_afresh(std::span<const Question> questions) {
  plain_.stop();
  higher_order_.stop();
  return ask_all(questions);
}

std::vector<Verdict> Judge::ask(std::span<const Question> questions) {
  const Verdict verdict = ask_all(questions);
  std::vector<Verdict> verdicts(questions.size(), verdict);
  if (verdict == Verdict::Agrees) return verdicts;
  if (questions.size() == 1) {
    // What only a process with a past says is nothing that a report could show.
    const bool doubtful = verdict == Verdict::Differs || verdict == Verdict::Crashes;
    if (doubtful) verdicts[0] = ask_afresh(questions);
    return verdicts;
  }
  // Where some cost time, so would every part with one of them.
  const size_t step = verdict == Verdict::Unknown ? 1 : (questions.size() + 1) / 2;
  verdicts.clear();
  for (size_t i = 0; i < questions.size(); i += step) {
    const std::vector<Verdict> part =
        ask(questions.subspan(i).first(std::min(step, questions.size() - i)));
    verdicts.insert(verdicts.end(), part.begin(), part.end());
  }
  return verdicts;
}

std::string Judge::value_of(const Question& question) {
  const SolverSession::Reply reply = send(
      question.term, fmt::format("(push 1)\n(declare-const answer {})\n(assert (= answer {}))\n"
                                 "(check-sat)\n(get-value (answer))\n(pop 1)\n",
                                 question.sort, question.term));
  std::string text = reply.out;
  for (char& c : text)
    if (c == '\n') c = ' ';
  constexpr std::string_view kBefore = "sat ((answer ";
  if (!text.starts_with(kBefore)) return text;
  text.erase(0, kBefore.size());
  while (text.ends_with(' ')) text.pop_back();
  text.resize(text.size() - 2);
  return text;
}

}  // namespace pg::test
