// A zoo of solvers that misbehave: fake_solver BEHAVIOUR reads SMT-LIB as a solver does, and does
// what its row says. fake_solver --later BEHAVIOUR answers the questions of a probe well before.
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

std::deque<std::string> g_lines;  // those that were looked at already

bool read_line(std::string& line) {
  if (g_lines.empty()) return static_cast<bool>(std::getline(std::cin, line));
  line = std::move(g_lines.front());
  g_lines.pop_front();
  return true;
}

// The trivial questions that show whether a solver runs at all.
bool is_probe(std::string_view text) { return text.find("polygraph-probe") != text.npos; }
bool contradicts_itself(std::string_view text) {
  return text.find("(assert (not polygraph-probe))") != text.npos;
}

// What those say that know nothing but the questions of a probe.
const char* undecided(std::string_view text) {
  return !is_probe(text) ? "unknown\n" : contradicts_itself(text) ? "unsat\n" : "sat\n";
}
void give_model_of_probe(const std::string& line, std::string_view text) {
  if (line.starts_with("(get-model") && is_probe(text))
    std::cout << "((define-fun polygraph-probe () Bool true))\n";
}

void echo(const std::string& line) {
  if (line.starts_with("(echo \"")) std::cout << line.substr(7, line.size() - 9) << '\n';
}

// What a well-behaved one answers, until its input ends.
struct Answers {
  std::string check = "unknown";
  std::string model = "()";
};

void serve(const Answers& answers) {
  std::string line;
  while (read_line(line)) {
    if (line.starts_with("(check-sat")) std::cout << answers.check << '\n';
    if (line.starts_with("(get-model")) std::cout << answers.model << '\n';
    echo(line);
    std::cout.flush();
  }
}

// Answers every question of a probe, and says an error where a line has the word.
void answer_probe(std::string_view refused = {}) {
  std::string text;
  std::string line;
  while (read_line(line)) {
    if (!refused.empty() && line.find(refused) != line.npos) {
      std::cout << "(error \"no " << refused << "\")" << std::endl;
      continue;
    }
    if (line.starts_with("(reset)")) text.clear();
    text += line + "\n";
    if (line.starts_with("(check-sat")) std::cout << undecided(text);
    give_model_of_probe(line, text);
    echo(line);
    std::cout.flush();
  }
}

void run_well() { answer_probe(); }
void refuse_get_model() { answer_probe("get-model"); }
void refuse_produce_models() { answer_probe("produce-models"); }
void refuse_uninterpreted() { answer_probe("QF_UF"); }
void refuse_reset() { answer_probe("(reset)"); }
// Goes on without an option, as some builds of Z3 do.
void warn_of_options() {
  std::cerr << "WARNING: unknown parameter 'arith.solvr' at module 'smt'\n";
  answer_probe();
}

// Reads up to the first question, which is read again by whoever comes next.
bool first_is_probe() {
  std::string text;
  std::string line;
  while (text.find("(check-sat") == text.npos && std::getline(std::cin, line)) {
    text += line;
    g_lines.push_back(line);
  }
  return is_probe(text);
}

[[noreturn]] void sleep_for_ever() {
  while (true) ::pause();
}

void read_to_check() {
  std::string line;
  while (read_line(line))
    if (line.starts_with("(check-sat")) return;
}

void hang() {
  read_to_check();
  sleep_for_ever();
}
void hang_at_start() { sleep_for_ever(); }
void ignore_sigterm() {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGXCPU}) ::signal(signal, SIG_IGN);
  hang();
}
// The child keeps the pipes open after the parent is gone.
void leave_child() {
  if (::fork() == 0) sleep_for_ever();
}
// One that left the group, the session and its parent.
void leave_daemon() {
  if (::fork() == 0) {
    ::setsid();
    if (::fork() == 0) {
      ::clearenv();
      sleep_for_ever();
    }
    ::_exit(0);
  }
  serve({"sat"});
}
void answer_beside_child() {
  if (::fork() == 0) sleep_for_ever();
  serve({"sat"});
}
void stop() {
  read_to_check();
  ::raise(SIGSTOP);
}
void flood() {
  read_to_check();
  const std::string block(1 << 16, 'x');
  while (::write(STDOUT_FILENO, block.data(), block.size()) > 0) {
  }
}
void flood_errors() {
  const std::string block(1 << 16, 'x');
  for (int i = 0; i < 100; ++i)
    if (::write(STDERR_FILENO, block.data(), block.size()) < 0) break;
  serve({"unsat"});
}
void print_bytes() {
  std::cout << std::string_view("\0\x1b[31m\xff\xfe\0\x1b[0m ;", 16) << '\n';
  serve({"sat"});
}
void answer_slowly() {
  read_to_check();
  for (const char c : std::string_view("sat\n")) {
    ::sleep(1);
    std::cout << c << std::flush;
  }
}
void answer_and_crash() {
  read_to_check();
  std::cout << "sat" << std::endl;
  std::cerr << "ASSERTION VIOLATION\nFile: fake.cpp\nLine: 7\n";
  std::abort();
}
void print_half_a_model() {
  read_to_check();
  std::cout << "sat" << std::endl;
  std::string line;
  while (read_line(line)) {
    if (line.starts_with("(echo \"")) std::cout << line.substr(7, line.size() - 9) << std::endl;
    if (line.starts_with("(get-model")) {
      std::cout << "((define-fun x () Int" << std::endl;
      return;
    }
  }
}
void say_unknown() { serve({}); }
void lie_sat() { serve({"sat"}); }
void lie_unsat() { serve({"unsat"}); }
void give_false_bits() { serve({"sat", "((define-fun x () (_ BitVec 32) #x00000000))"}); }
// Every integer is zero. Crashes where a line has the word, if there is one.
void give_zeros_but_crash_on(std::string_view word) {
  std::string model;
  std::string line;
  while (read_line(line)) {
    if (line.starts_with("(reset")) model.clear();
    if (line.starts_with("(declare-const ") && line.ends_with(" Int)"))
      model += "(define-fun " + line.substr(15, line.size() - 20) + " () Int 0)";
    if (!word.empty() && line.find(word) != line.npos) {
      std::cerr << "ASSERTION VIOLATION\nFile: fake.cpp\nLine: 9\n";
      std::abort();
    }
    if (line.starts_with("(check-sat")) std::cout << "sat\n";
    if (line.starts_with("(get-model")) std::cout << '(' << model << ")\n";
    echo(line);
    std::cout.flush();
  }
}
void give_zeros() { give_zeros_but_crash_on({}); }
void crash_on_at_most() { give_zeros_but_crash_on("(<= "); }
// Two that answer only when the other is asked at the same time: opening a pipe waits for it.
void meet(int how) {
  read_to_check();
  ::mkfifo("meeting", 0600);
  if (::open("meeting", how) < 0) std::abort();
  std::cout << "unsat" << std::endl;
  serve({});
}
void meet_writer() { meet(O_RDONLY); }
void meet_reader() { meet(O_WRONLY); }

void give_false_model() { serve({"sat", "((define-fun x () Int (- 7)))"}); }
void eat_memory() {
  std::vector<std::vector<char>> all;
  while (true) all.emplace_back(1 << 20, 'x');
}
void die_at_start() { ::raise(SIGSEGV); }
void delete_input() {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(".", ignored))
    std::filesystem::remove_all(entry.path(), ignored);
  ::close(STDIN_FILENO);
}
void exit_silently() {}
void refuse() {
  std::cout << "(error \"unknown sort 'Foo'\")\n";
  serve({"sat"});
}
// Does not have one operator of integers.
void refuse_abs() {
  std::string line;
  while (read_line(line)) {
    if (line.find("(abs ") != line.npos) std::cout << "(error \"unknown constant abs (Int)\")\n";
    if (line.starts_with("(check-sat")) std::cout << "unsat\n";
    echo(line);
    std::cout.flush();
  }
}
void fail_at_the_end() {
  serve({"unsat"});
  ::raise(SIGSEGV);
}
void fail_on_model() { serve({"sat", "(error \"Fatal failure within the model\")"}); }

// Honest at first, but not after a reset.
void lie_after_reset() {
  std::string line;
  bool reset = false;
  while (read_line(line)) {
    if (line.starts_with("(reset)")) reset = true;
    if (line.starts_with("(check-sat")) std::cout << (reset ? "unsat" : "sat") << '\n';
    if (line.starts_with("(get-model")) std::cout << "((define-fun x () Int 7))\n";
    echo(line);
    std::cout.flush();
  }
}

// The first process of all lies, the others say nothing.
void lie_once() {
  const bool first = ::open("lied", O_CREAT | O_EXCL, 0600) >= 0;
  serve({first ? "unsat" : "unknown"});
}

// True if the text has the word; below a negation, if that is asked for.
bool has_word(const std::string& text, std::string_view word, bool negated) {
  std::vector<bool> below{false};  // a negation, by open list
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '(') below.push_back(below.back() || text.compare(at, 5, "(not ") == 0);
    if (text[at] == ')' && below.size() > 1) below.pop_back();
    if (text.compare(at, word.size(), word) == 0 && (below.back() || !negated)) return true;
  }
  return false;
}

// Reads whole scripts and does something about those that have a word.
void serve_by_word(std::string_view word, bool negated, void (*act)()) {
  std::string text;
  std::string line;
  while (read_line(line)) {
    if (line.starts_with("(check-sat")) {
      if (has_word(text, word, negated))
        act();
      else
        std::cout << undecided(text);
    }
    give_model_of_probe(line, text);
    echo(line);
    if (line.starts_with("(reset)")) text.clear();
    std::cout.flush();
    text += line + " ";
  }
}
void lie_on_negated_replace() {
  serve_by_word("str.replace ", true, [] { std::cout << "unsat\n"; });
}
// Between push and pop it lies only if there is a noise beside the word.
void lie_in_scopes_on_noise() {
  std::string text;
  std::string line;
  while (read_line(line)) {
    if (line.starts_with("(reset)") || line.starts_with("(pop ")) text.clear();
    text += line + " ";
    const bool quiet = text.find("(push ") != text.npos && text.find("noise") == text.npos;
    if (line.starts_with("(check-sat"))
      std::cout << (has_word(text, "str.replace ", false) && !quiet ? "unsat\n" : undecided(text));
    give_model_of_probe(line, text);
    echo(line);
    std::cout.flush();
  }
}
void crash_on_replace() {
  serve_by_word("str.replace ", false, [] {
    std::cerr << "ASSERTION VIOLATION\nFile: fake.cpp\nLine: 8\n";
    std::abort();
  });
}
// Two bugs: a reducer that takes one for the other ends at a smaller script.
void crash_in_two_ways() {
  std::string text;
  std::string line;
  while (read_line(line)) {
    text += line + " ";
    if (!line.starts_with("(check-sat")) continue;
    const bool replace = has_word(text, "str.replace ", false);
    std::cerr << "ASSERTION VIOLATION\nFile: " << (replace ? "replace" : "other")
              << ".cpp\nLine: 9\n";
    std::abort();
  }
}

std::string all_of(std::istream& in) {
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// As dReal does it: reads its input to the end, stops at what it does not know, and answers each
// check-sat with delta-sat or unsat. A symbol called refuted makes it lie.
int act_as_dreal(const std::vector<std::string_view>& options) {
  const auto has = [&](std::string_view option) {
    return std::find(options.begin(), options.end(), option) != options.end();
  };
  if (has("--version")) {
    std::puts("dReal v4.21.06.2 (Release Build)");
    return 0;
  }
  if (!has("--in")) {
    std::cerr << "File not found: \n";
    return 1;
  }
  const std::string text = all_of(std::cin);
  for (const std::string_view command : {"(echo", "(reset", "(get-info", "(check-sat-assuming"})
    if (text.find(command) != text.npos) {
      std::cerr << "(stdin):1.2-5 : syntax error, unexpected symbol\n";
      return 0;
    }
  if (text.find("(distinct") != text.npos) {
    std::cerr << "terminate called after throwing an instance of 'std::runtime_error'\n"
                 "  what():  No function definition for distinct.\n";
    std::abort();
  }
  for (size_t at = text.find("(check-sat"); at != text.npos; at = text.find("(check-sat", at + 1)) {
    const std::string_view before = std::string_view(text).substr(0, at);
    if (before.find("refuted") != before.npos || contradicts_itself(before))
      std::cout << "unsat\n";
    else
      std::cout << "delta-sat with delta = 0.001\n"
                << (has("--model") ? "x : [1.2472345184845743, 1.2475802036740027]\n" : "");
  }
  return 0;
}

// Reads a file and nothing else. The model is asked for in the file, or not at all.
int read_file(const char* path) {
  std::ifstream file(path);
  const std::string text = all_of(file);
  if (text.find("(check-sat") == text.npos) return 3;
  for (size_t at = text.find("(check-sat"); at != text.npos; at = text.find("(check-sat", at + 1))
    std::cout << (contradicts_itself(text) ? "unsat\n" : "sat\n");
  if (text.find("(get-model)") != text.npos)
    std::cout << (is_probe(text) ? "((define-fun polygraph-probe () Bool true))\n"
                                 : "((define-fun x () Int 5))\n");
  return 0;
}

struct Behaviour {
  std::string_view name;
  void (*run)();
};
constexpr auto kBehaviours = std::to_array<Behaviour>({
    {"well", run_well},
    {"no-get-model", refuse_get_model},
    {"no-produce-models", refuse_produce_models},
    {"no-uninterpreted", refuse_uninterpreted},
    {"no-reset", refuse_reset},
    {"warn-of-options", warn_of_options},
    {"hang", hang},
    {"hang-at-start", hang_at_start},
    {"ignore-sigterm", ignore_sigterm},
    {"leave-child", leave_child},
    {"leave-daemon", leave_daemon},
    {"answer-beside-child", answer_beside_child},
    {"stop", stop},
    {"flood", flood},
    {"flood-errors", flood_errors},
    {"print-bytes", print_bytes},
    {"answer-slowly", answer_slowly},
    {"answer-and-crash", answer_and_crash},
    {"half-a-model", print_half_a_model},
    {"say-unknown", say_unknown},
    {"lie-sat", lie_sat},
    {"lie-unsat", lie_unsat},
    {"false-model", give_false_model},
    {"false-bits", give_false_bits},
    {"meet-writer", meet_writer},
    {"meet-reader", meet_reader},
    {"zeros", give_zeros},
    {"crash-on-at-most", crash_on_at_most},
    {"eat-memory", eat_memory},
    {"die-at-start", die_at_start},
    {"delete-input", delete_input},
    {"exit-silently", exit_silently},
    {"refuse", refuse},
    {"refuse-abs", refuse_abs},
    {"fail-at-the-end", fail_at_the_end},
    {"fail-on-model", fail_on_model},
    {"lie-after-reset", lie_after_reset},
    {"lie-once", lie_once},
    {"lie-on-negated-replace", lie_on_negated_replace},
    {"lie-in-scopes-on-noise", lie_in_scopes_on_noise},
    {"crash-on-replace", crash_on_replace},
    {"crash-in-two-ways", crash_in_two_ways},
});

}  // namespace

int main(int argc, char** argv) {
  if (std::string_view(argv[0]).ends_with("/dreal")) return act_as_dreal({argv + 1, argv + argc});
  if (argc > 2 && argv[1] == std::string_view("read-file") && argv[2][0] == '/')
    return read_file(argv[2]);
  if (argc > 1 && argv[1] == std::string_view("--version")) {
    std::puts("fake solver version 1.2.3");
    return 0;
  }
  const bool later = argc > 2 && argv[1] == std::string_view("--later");
  if (later && first_is_probe()) {
    answer_probe();
    return 0;
  }
  const std::string_view wanted = argc > 1 ? argv[later ? 2 : 1] : "";
  for (const Behaviour& behaviour : kBehaviours) {
    if (behaviour.name != wanted) continue;
    behaviour.run();
    return 0;
  }
  std::cerr << "no such behaviour: " << wanted << '\n';
  return 2;
}
