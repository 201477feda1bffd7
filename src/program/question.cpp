#include "program/question.h"

#include <algorithm>

#include <absl/container/flat_hash_set.h>

#include "model/check.h"
#include "model/model.h"
#include "model/state.h"
#include "smtlib/printer.h"
#include "term/traverse.h"

namespace pg {
namespace {

Command make_command(Pool& pool, CommandKind kind, const char* word) {
  Command command;
  command.kind = kind;
  command.name = pool.intern(word);
  return command;
}

// The number that a literal of a model spells: #x0f, #b01, (_ bv15 8), true.
uint64_t read_literal(std::string_view text) {
  int base = 10;
  if (text == "true") return 1;
  if (text.starts_with("#x") || text.starts_with("#b")) {
    base = text[1] == 'x' ? 16 : 2;
    text.remove_prefix(2);
  } else if (const size_t at = text.find("bv"); at != text.npos) {
    text.remove_prefix(at + 2);
  }
  return std::strtoull(std::string(text).c_str(), nullptr, base);
}

}  // namespace

Asker::Asker(Terms& terms, const Interface& interface, const InputTerms& inputs, Panel& panel,
             double seconds)
    : terms_(terms), interface_(interface), inputs_(inputs), panel_(panel), seconds_(seconds) {}

Script Asker::make_script(Term asked, Term fault) {
  Pool& pool = terms_.pool();
  const Term condition = terms_.conjunction(inputs_.domain, asked);
  Script script;
  Command logic = make_command(pool, CommandKind::SetLogic, "set-logic");
  const std::string theories = terms_.has_floats() ? "BVFP" : "BV";
  logic.text = pool.intern((terms_.arrays().empty() ? "QF_" : "QF_A") + theories);
  script.commands.push_back(std::move(logic));
  auto declare = [&](Term symbol) {
    Command command = make_command(pool, CommandKind::DeclareFun, "declare-const");
    command.definitions.push_back({pool.head(symbol), {}, {}});
    script.commands.push_back(std::move(command));
  };
  for (const Term symbol : inputs_.values) declare(symbol);
  for (const Term symbol : unknowns_in(condition)) declare(symbol);
  for (const Term symbol : terms_.arrays()) declare(symbol);
  if (fault) declare(fault);
  const std::vector<SymbolMeaning> meanings = meanings_in(condition);
  for (const SymbolMeaning& each : meanings) declare(each.symbol);
  auto claim = [&](Term term) {
    Command assertion = make_command(pool, CommandKind::Assert, "assert");
    assertion.terms.push_back(term);
    script.commands.push_back(std::move(assertion));
  };
  for (const SymbolMeaning& each : meanings) claim(each.meaning);
  claim(condition);
  script.commands.push_back(make_command(pool, CommandKind::CheckSat, "check-sat"));
  return script;
}

// The numbers that can be anything which a condition, or what it stands for, mentions.
std::vector<Term> Asker::unknowns_in(Term condition) const {
  std::vector<Term> found;
  if (terms_.unknowns().empty()) return found;
  absl::flat_hash_set<Term> reached;
  auto reach = [&](Term root) {
    post_order(terms_.pool(), root, [&](Term term) { reached.insert(term); });
  };
  reach(condition);
  for (const SymbolMeaning& each : meanings_in(condition)) reach(each.meaning);
  std::ranges::copy_if(terms_.unknowns(), std::back_inserter(found),
                       [&](Term symbol) { return reached.contains(symbol); });
  return found;
}

// Of the symbols that stand for something in a condition, and in what they stand for.
std::vector<SymbolMeaning> Asker::meanings_in(Term condition) const {
  std::vector<SymbolMeaning> found;
  absl::flat_hash_set<Term> reached;
  auto reach = [&](Term root) {
    post_order(terms_.pool(), root, [&](Term term) { reached.insert(term); });
  };
  reach(condition);
  // A symbol only stands for what was there before it.
  const std::vector<SymbolMeaning>& all = terms_.meanings();
  for (size_t i = all.size(); i-- > 0;) {
    if (!reached.contains(all[i].symbol)) continue;
    found.push_back(all[i]);
    reach(all[i].meaning);
  }
  std::ranges::reverse(found);
  return found;
}

Reply Asker::ask(Term condition, Term fault, const std::string& name) {
  const Question question{condition, name};
  return std::move(ask(std::span(&question, 1), fault)[0]);
}

std::vector<Reply> Asker::ask(std::span<const Question> questions, Term fault) {
  std::vector<Reply> replies(questions.size());
  std::vector<size_t> open;  // those that a solver is asked
  std::vector<Script> scripts;
  std::vector<PanelQuestion> asked;
  for (size_t i = 0; i < questions.size(); ++i) {
    replies[i].kind = AnswerKind::Unsat;
    if (terms_.is_false(questions[i].condition)) continue;
    open.push_back(i);
    scripts.push_back(make_script(questions[i].condition, fault));
    replies[i].query = print_script(terms_.pool(), scripts.back());
    asked.push_back({replies[i].query, questions[i].name});
  }
  if (open.empty()) return replies;
  const std::vector<Answer> answers = panel_.ask(asked, seconds_);
  for (size_t i = 0; i < open.size(); ++i) {
    Reply& reply = replies[open[i]];
    reply.kind = answers[i].kind;
    reply.detail = answers[i].detail;
    if (reply.kind == AnswerKind::Sat) read_answer(scripts[i], answers[i], fault, reply);
  }
  return replies;
}

// The value of a symbol; one that the model leaves out is zero, and is so in the model from now on.
uint64_t Asker::complete(Model& model, Term symbol) {
  Pool& pool = terms_.pool();
  const Term zero = terms_.number(terms_.width(symbol), 0);
  const Definition missing{pool.head(symbol), {}, zero};
  const auto found = model.functions.try_emplace(pool.head(symbol), missing).first;
  return read_literal(pool.text(pool.data(found->second.body).name));
}

void Asker::read_answer(const Script& script, const Answer& answer, Term fault, Reply& reply) {
  Result<Model> model = read_model(terms_.pool(), script, answer.model);
  if (!model) {
    reply.kind = AnswerKind::Error;
    reply.detail = "its model cannot be read: " + model.error().message;
    return;
  }
  for (const Term symbol : inputs_.values) reply.input.push_back(complete(*model, symbol));
  if (fault) reply.fault = complete(*model, fault);
  ValuePool values;
  const CheckState state = state_at(terms_.pool(), script, 0);
  reply.model_holds =
      check_model(terms_.pool(), values, state, *model).verdict != pg::Verdict::False;
}

}  // namespace pg
