#include "bug/repro.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "bug/paths.h"
#include "bug/premise.h"
#include "model/state.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"

namespace pg {
namespace {

const char* formula_file(const Case& found) {
  return found.smaller.empty() ? bug_file::kOriginal : bug_file::kReduced;
}

// One line, whatever a solver printed, for a comment.
std::string one_line(std::string_view text) {
  std::string line = normalise_message(text);
  std::ranges::replace_if(
      line, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return line;
}

// Where solvers are asked, and what they print is taken apart. @ARGS@ stands for the options.
constexpr std::string_view kAsking = R"sh(
solver=${SOLVER:-@PROGRAM@}
case $solver in
  /*) ;;
  */*) solver=$PWD/$solver ;;
esac
cd "$(dirname "$0")" || exit 125

not_tested() { echo "Not tested: $1"; exit 125; }
shows() { echo "The bug shows."; exit 1; }
does_not_show() { echo "The bug does not show."; exit 0; }

command -v "$solver" >/dev/null 2>&1 || not_tested "there is no '$solver'; set SOLVER=PATH"

# ask: gives standard input to the solver; $out is what it prints, $code its exit code.
ask() {
  out=$(timeout -k 1 "${TIMEOUT:-60}" "$solver"@ARGS@ 2>&1)
  code=$?
  [ "$code" -ne 124 ] && [ "$code" -ne 137 ] || not_tested "no answer within ${TIMEOUT:-60} seconds"
}

# answer N: the N-th answer in $out.
answer() { printf '%s\n' "$out" | grep -E '^(sat|unsat|unknown|delta-sat)' | sed -n "$1p"; }

# no_errors N: an answer after an error means nothing. What follows the answer is another matter: a
# solver that answers unsat has no model.
no_errors() {
  case $(printf '%s\n' "$out" | awk -v n="$1" '/^(sat|unsat|unknown|delta-sat)/ && ++seen == n { exit } { print }') in
    *'(error'*) not_tested "the solver reports an error: $out" ;;
  esac
}
)sh";

// What the solver prints after its answer: the first list, whatever is in its strings.
constexpr std::string_view kModelReader = R"sh(
# Reads the solver's output, and prints the first list in it, which is the model.
model_of() {
  printf '%s\n' "$out" | awk '
    depth == 0 && ($0 !~ /^ *\(/ || $0 ~ /^ *\(error/) { next }
    {
      line = $0
      for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        if (quote != "") { if (c == quote) quote = "" }
        else if (c == "\"" || c == "|") quote = c
        else if (c == ";") { line = substr(line, 1, i - 1); break }
        else if (c == "(") depth++
        else if (c == ")" && --depth == 0) { print substr(line, 1, i); exit }
      }
      print line
    }'
}
squeezed() { tr -s ' \t\r\n' ' ' | sed -e 's/^ //' -e 's/ $//' -e 's/( /(/g' -e 's/ )/)/g'; }
)sh";

constexpr std::string_view kWithModel = R"sh(
# The formula, with a question for the model.
ask <<'@END@'
@FORMULA@@END@
said=$(answer @CHECK@)
echo "expected: @EXPECTED@"
echo "actual:   ${said:-$out}"
@ERRORS@case $said in
  sat) ;;
  unsat) @UNSAT@ ;;
  *) not_tested "no answer" ;;
esac
model=$(model_of)
[ -n "$model" ] || not_tested "the solver gives no model"
printf '%s\n' "$model"
recorded=$(out=$(cat model.smt2) && model_of | squeezed)
if [ "$(printf '%s' "$model" | squeezed)" = "$recorded" ]; then
  echo "This is the model of model.smt2, which makes an assertion false."
  shows
fi
)sh";

// The values take the place of the declarations, and the solver is asked again.
constexpr std::string_view kSubstituted = R"sh(
# The model's definitions in place of the declarations: now everything has a value.
@COMPLETE@definitions=$(printf '%s\n' "$model" | sed -e '1s/^(model//' -e '1s/^(//' -e '$s/)$//')
ask <<@END@
@HEADER@$definitions
@BODY@@END@
case $out in
  *'(error'*) not_tested "the solver does not take its own model: $out" ;;
esac
echo "with these values: $(answer 1)"
case $(answer 1) in
  unsat) shows ;;
  sat)
    echo "The solver evaluates its own model to true; polygraph replay checks that without it."
    does_not_show ;;
  *) not_tested "the solver does not evaluate its own model; try polygraph replay" ;;
esac
)sh";

constexpr std::string_view kNotSubstituted = R"sh(
not_tested "this is another model than the one that was false; try polygraph replay"
)sh";

constexpr std::string_view kByAnswer = R"sh(
ask <@FILE@
said=$(answer @CHECK@)
echo "expected: @EXPECTED@"
echo "actual:   ${said:-$out}"
@ERRORS@case $said in
  @WRONG@) shows ;;
  @RIGHT@ | delta-sat*) does_not_show ;;
  *) not_tested "no answer" ;;
esac
)sh";

constexpr std::string_view kByTwoAnswers = R"sh(
# What the second answer follows from.
ask <<'@END@'
@PREMISE@@END@
first=$(answer @SEED_CHECK@)
echo "premise:  ${first:-$out}"
@SEED_ERRORS@ask <@FILE@
second=$(answer @CHECK@)
echo "@FILE@:  ${second:-$out}"
@ERRORS@echo "expected: @RIGHT@ for the second one if it is the answer to the first one"
case $first,$second in
  @RIGHT@,@WRONG@) shows ;;
  sat,sat | sat,unsat | unsat,sat | unsat,unsat) does_not_show ;;
  *) not_tested "no answer" ;;
esac
)sh";

constexpr std::string_view kByBreakdown = R"sh(
@ASK@
echo "expected: @EXPECTED@"
echo "actual:   exit code $code"
printf '%s\n' "$out"
case $code,$out in
  @PATTERN@) shows ;;
  13[2-6],* | 139,*) not_tested "it crashes otherwise" ;;
esac
@ERRORS@case $(answer @CHECK@) in
  @ANSWERS@) does_not_show ;;
esac
not_tested "no answer, and not this crash"
)sh";

std::string filled(std::string_view text,
                   std::initializer_list<std::pair<std::string_view, std::string>> values) {
  std::string made(text);
  // What comes from elsewhere is last: marks in it mean nothing.
  for (const auto& [name, value] : values) {
    const std::string mark = fmt::format("@{}@", name);
    for (size_t at = made.find(mark); at != std::string::npos;
         at = made.find(mark, at + value.size()))
      made.replace(at, mark.size(), value);
  }
  return made;
}

// A word that ends a here-document with this text, and does not stand in it.
std::string end_of(std::string_view text) {
  std::string word = "END-OF-FORMULA";
  while (text.find(word) != text.npos) word += "-X";
  return word;
}

std::string printed(const Pool& pool, const Command& command) {
  return print_script(pool, Script{{command}}, {.share = true, .width = 100});
}

// Whether definitions of its symbols make a script without any: then a solver only has to evaluate.
bool can_be_substituted(const Script& script) {
  return std::ranges::none_of(script.commands, [](const Command& command) {
    return command.kind == CommandKind::Push || command.kind == CommandKind::Pop ||
           command.kind == CommandKind::DeclareSort || command.kind == CommandKind::Reset ||
           command.kind == CommandKind::ResetAssertions;
  });
}

// A model that leaves a symbol out says nothing of it.
std::string defines_text(const Pool& pool, Head function) {
  const std::string name = print_symbol(pool.text(pool.data(function).name));
  return filled(R"sh(case $model in
  *@NAME@*) ;;
  *) not_tested "the model leaves out a symbol" ;;
esac
)sh",
                {{"NAME", shell_quoted("define-fun " + name + " ")}});
}

// All that is asserted up to the check-sat that matters, with values for the symbols.
std::string by_substitution(const Pool& pool, const Script& script, size_t check) {
  if (!can_be_substituted(script)) return std::string(kNotSubstituted);
  std::string header;
  std::string body;
  std::string complete;  // that the model has a value for every symbol
  size_t checks = 0;
  for (const Command& command : script.commands) {
    if (is_check(command) && checks++ < check) continue;
    switch (command.kind) {
      case CommandKind::DeclareFun:
        for (const Definition& definition : command.definitions)
          complete += defines_text(pool, definition.function);
        break;
      case CommandKind::SetLogic:
      case CommandKind::SetOption:
      case CommandKind::DeclareDatatypes:
      case CommandKind::DefineSort:
        header += printed(pool, command);
        break;
      default:
        body += printed(pool, command);
        break;
    }
    if (checks > check) break;
  }
  // The text goes through a here-document of the shell.
  const auto escaped = [](const std::string& text) {
    std::string made;
    for (const char c : text) {
      if (c == '$' || c == '`' || c == '\\') made += '\\';
      made += c;
    }
    return made;
  };
  return filled(kSubstituted, {{"END", end_of(header + body)},
                               {"COMPLETE", complete},
                               {"HEADER", escaped(header)},
                               {"BODY", escaped(body)}});
}

// The formula up to the check-sat that matters, and a question for its model. The first line is
// there once.
std::string asking_for_model(const Pool& pool, const Script& script, size_t check) {
  constexpr std::string_view kOption = "(set-option :produce-models true)\n";
  const bool has_option = !script.commands.empty() && printed(pool, script.commands[0]) == kOption;
  std::string text(has_option ? "" : kOption);
  size_t checks = 0;
  for (const Command& command : script.commands) {
    text += printed(pool, command);
    if (is_check(command) && checks++ == check) break;
  }
  return text + "(get-model)\n";
}

// What a solver printed before its last answer.
std::string_view before_answer(std::string_view output) {
  size_t end = output.size();
  for (const std::string_view answer : {"sat", "unsat", "unknown"}) {
    size_t at = output.rfind(answer);
    while (at != output.npos && at > 0 && output[at - 1] != '\n') at = output.rfind(answer, at - 1);
    if (at != output.npos) end = std::min(end, at);
  }
  return output.substr(0, end);
}

// Refuses an answer after an error, unless the solver printed one there when the bug was found.
std::string errors_text(const Case& found, size_t check) {
  const bool had_errors = before_answer(found.output).find("(error") != std::string::npos;
  return had_errors ? "" : fmt::format("no_errors {}\n", check + 1);
}

std::string model_test(const Case& found) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, found.formula(), 1);
  const std::string formula = shown_formula(found);
  std::string text(kModelReader);
  text += filled(kWithModel, {{"END", end_of(formula)},
                              {"ERRORS", errors_text(found, found.check)},
                              {"CHECK", std::to_string(found.check + 1)},
                              {"UNSAT", found.kind == Kind::WrongSat
                                            ? "does_not_show"
                                            : "not_tested \"it answers unsat now, and nothing "
                                              "here tells whether that is right\""},
                              {"EXPECTED", found.kind == Kind::WrongSat
                                               ? "unsat, or a model that makes every assertion true"
                                               : "a model that makes every assertion true"},
                              {"FORMULA", formula}});
  return text + by_substitution(pool, parsed.script, found.check);
}

std::string answer_test(const Case& found, AnswerKind right) {
  return filled(kByAnswer, {{"FILE", formula_file(found)},
                            {"CHECK", std::to_string(found.check + 1)},
                            {"EXPECTED", std::string(name_of(right))},
                            {"ERRORS", errors_text(found, found.check)},
                            {"WRONG", std::string(name_of(found.answer))},
                            {"RIGHT", std::string(name_of(right))}});
}

// What a crash is recognised by: the words with which it begins and the source file that it names;
// else a signal.
std::string breakdown_pattern(std::string_view message) {
  const std::string_view words = breakdown_words(message);
  if (words.empty()) return "13[2-6],* | 139,*";
  std::string pattern = fmt::format("*{}*", shell_quoted(std::string(words)));
  // Where a check of a model is done says nothing.
  if (refutes_its_model(message)) return pattern;
  for (const std::string_view suffix : {".cpp", ".h", ".cc", ".c"}) {
    const size_t end = message.find(suffix);
    if (end == message.npos) continue;
    size_t begin = end;
    while (begin > 0 && (std::isalnum(static_cast<unsigned char>(message[begin - 1])) != 0 ||
                         message[begin - 1] == '_'))
      --begin;
    return pattern + fmt::format("{}*", shell_quoted(std::string(
                                            message.substr(begin, end + suffix.size() - begin))));
  }
  return pattern;
}

std::string breakdown_test(const Case& found, std::string_view message) {
  const std::string formula = shown_formula(found);
  const std::string end = end_of(formula);
  const std::string ask = formula == found.formula()
                              ? fmt::format("ask <{}", formula_file(found))
                              : fmt::format("ask <<'{0}'\n{1}{0}", end, formula);
  return filled(kByBreakdown,
                {{"ERRORS", errors_text(found, found.check)},
                 {"EXPECTED", found.kind == Kind::Crash ? "an answer" : "a model that holds"},
                 {"CHECK", std::to_string(found.check + 1)},
                 {"ANSWERS", found.kind == Kind::Crash ? "sat | unsat | unknown" : "sat | unsat"},
                 {"PATTERN", breakdown_pattern(message)},
                 {"ASK", ask}});
}

std::string rules_test(const Case& found, const ByRules& rules) {
  if (found.kind != Kind::Contradiction) return answer_test(found, opposite(found.answer));
  const Premise premise = premise_of(found, rules);
  return filled(kByTwoAnswers, {{"SEED_ERRORS", errors_text(found, premise.check)},
                                {"ERRORS", errors_text(found, found.check)},
                                {"END", end_of(premise.text)},
                                {"SEED_CHECK", std::to_string(premise.check + 1)},
                                {"FILE", formula_file(found)},
                                {"CHECK", std::to_string(found.check + 1)},
                                {"RIGHT", std::string(name_of(rules.chain.answer))},
                                {"WRONG", std::string(name_of(found.answer))},
                                {"PREMISE", premise.text}});
}

struct Test {
  const Case& found;
  std::string operator()(const TrueModel&) const { return answer_test(found, AnswerKind::Sat); }
  std::string operator()(const FalseModel&) const { return model_test(found); }
  std::string operator()(const OwnCheck& check) const {
    return breakdown_test(found, check.message);
  }
  std::string operator()(const ByRules& rules) const { return rules_test(found, rules); }
  std::string operator()(const OtherAnswers&) const {
    return answer_test(found, opposite(found.answer));
  }
  std::string operator()(const Breakdown& breakdown) const {
    return breakdown_test(found, breakdown.message);
  }
};

}  // namespace

std::string shown_formula(const Case& found) {
  const auto* breakdown = std::get_if<Breakdown>(&found.certificate);
  const bool needs_model =
      std::holds_alternative<FalseModel>(found.certificate) || (breakdown && breakdown->with_model);
  if (!needs_model) return found.formula();
  Pool pool;
  const ParsedScript parsed = parse_script(pool, found.formula(), 1);
  return parsed.errors.empty() ? asking_for_model(pool, parsed.script, found.check)
                               : found.formula();
}

std::string repro_text(const Case& found) {
  std::string text = "#!/bin/sh\n";
  text += fmt::format("# {}.\n", one_line(sentence_of(found)));
  text += fmt::format("# Found with {} {}{}.\n", found.liar.name, found.liar.version,
                      found.flaky ? "; a fresh process does not always show it" : "");
  text +=
      "# SOLVER=PATH tests another binary, TIMEOUT=SECONDS gives it more than a minute.\n"
      "# Ends with 1 if the bug shows, 0 if it does not, 125 if it could not be tested.\n";
  std::string arguments;
  for (size_t i = 1; i < found.command.size(); ++i)
    arguments += " " + shell_quoted(found.command[i]);
  const std::string program = found.command.empty() ? found.liar.name : found.command[0];
  text += filled(kAsking, {{"PROGRAM", shell_quoted(program)}, {"ARGS", arguments}});
  return text + std::visit(Test{found}, found.certificate);
}

}  // namespace pg
