// Whatever a model says, reading it and checking it returns. A model that is refused proves
// nothing; one with a value for everything means what the values mean; one that leaves some out
// makes nothing false that the whole one makes true; and a printed model is the same model.
#include "model/model.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "model/check.h"
#include "smtlib/parser.h"

namespace pg {
namespace {

[[noreturn]] void fail(std::string_view what, std::string_view script, std::string_view model) {
  fmt::print(stderr, "{}\n--- script\n{}\n--- model\n{}\n", what, script, model);
  std::abort();
}

// The bytes as choices; zeros when they are used up, so that everything ends.
class Choices {
 public:
  Choices(const uint8_t* data, size_t size) : data_(data, size) {}
  size_t below(size_t bound) { return next() % bound; }
  bool chance(size_t of) { return next() % of == 1; }
  bool empty() const { return data_.empty(); }

 private:
  size_t next() {
    if (data_.empty()) return 0;
    const uint8_t first = data_.front();
    data_ = data_.subspan(1);
    return first;
  }
  std::span<const uint8_t> data_;
};

struct Constant {
  const char* name;
  const char* sort;
};
constexpr auto kConstants = std::to_array<Constant>({
    {"p", "Bool"},
    {"q", "Bool"},
    {"x", "Int"},
    {"y", "Int"},
    {"r", "Real"},
    {"b", "(_ BitVec 8)"},
    {"s", "String"},
    {"a", "(Array Int Int)"},
    {"c", "(Array Int Bool)"},
    {"u", "U"},
    {"v", "U"},
    {"l", "L"},
    {"n", "(Seq Int)"},
    {"h", "(_ FloatingPoint 5 11)"},
    {"m", "(Set Int)"},
});
struct Letter {
  char letter;
  const char* sort;
};
constexpr auto kLetters = std::to_array<Letter>({{'B', "Bool"},
                                                 {'I', "Int"},
                                                 {'R', "Real"},
                                                 {'V', "(_ BitVec 8)"},
                                                 {'S', "String"},
                                                 {'A', "(Array Int Int)"},
                                                 {'C', "(Array Int Bool)"},
                                                 {'U', "U"},
                                                 {'L', "L"},
                                                 {'N', "(Seq Int)"},
                                                 {'F', "(_ FloatingPoint 5 11)"},
                                                 {'M', "(Set Int)"}});
constexpr std::string_view kData = "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))";

template <size_t N>
std::string pick(Choices& choices, const std::array<const char*, N>& list) {
  return list[choices.below(N)];
}

std::string value_of(Choices& choices, std::string_view sort) {
  auto number = [&] { return fmt::format("{}", choices.below(5)); };
  if (sort == "Bool") return choices.chance(2) ? "true" : "false";
  if (sort == "Int") return choices.chance(3) ? fmt::format("(- {})", number()) : number();
  if (sort == "Real") return fmt::format("(/ {}.0 {}.0)", number(), choices.below(3) + 1);
  if (sort == "(_ BitVec 8)") return fmt::format("#x{:02x}", choices.below(256));
  if (sort == "String") return pick(choices, std::array{"\"\"", "\"a\"", "\"ab\"", "\"0\""});
  if (sort == "(Array Int Int)")
    return fmt::format("(store ((as const (Array Int Int)) {}) {} {})", number(), number(),
                       number());
  if (sort == "(Array Int Bool)")
    return fmt::format("(store ((as const (Array Int Bool)) {}) {} {})", value_of(choices, "Bool"),
                       number(), value_of(choices, "Bool"));
  if (sort == "U") return pick(choices, std::array{"e0", "e1", "e2"});
  if (sort == "L") return choices.chance(2) ? "nil" : fmt::format("(cons {} nil)", number());
  if (sort == "(Seq Int)")
    return choices.chance(2) ? "(as seq.empty (Seq Int))" : fmt::format("(seq.unit {})", number());
  if (sort == "(Set Int)") return fmt::format("(set.singleton {})", number());
  return pick(choices, std::array{"(_ NaN 5 11)", "(_ +oo 5 11)", "(_ -zero 5 11)",
                                  "(fp #b0 #b01111 #b0000000000)"});
}

// A term of a sort over the constants, at most that deep.
std::string term_of(Choices& choices, std::string_view sort, int depth) {
  std::vector<std::string_view> names;
  for (const Constant& constant : kConstants)
    if (constant.sort == sort) names.emplace_back(constant.name);
  if (depth == 0 || choices.empty())
    return sort != "U" && choices.chance(4) ? value_of(choices, sort)
                                            : std::string(names[choices.below(names.size())]);
  auto of = [&](std::string_view inner) { return term_of(choices, inner, depth - 1); };
  if (choices.chance(6)) {
    const std::string condition = of("Bool");
    const std::string yes = of(sort);
    return fmt::format("(ite {} {} {})", condition, yes, of(sort));
  }
  // A letter alone stands for a term of its sort.
  auto fill = [&](std::string_view shape) {
    std::string text;
    for (size_t i = 0; i < shape.size(); ++i) {
      const bool alone = i > 0 && i + 1 < shape.size() && shape[i - 1] == ' ' &&
                         (shape[i + 1] == ' ' || shape[i + 1] == ')');
      const auto it = std::ranges::find(kLetters, shape[i], &Letter::letter);
      if (alone && it != kLetters.end())
        text += term_of(choices, it->sort, depth - 1);
      else
        text += shape[i];
    }
    return text;
  };
  if (sort == "Bool")
    return fill(pick(choices, std::array{"(and B B)",
                                         "(or B B)",
                                         "(not B)",
                                         "(xor B B)",
                                         "(= I I)",
                                         "(< I I)",
                                         "(<= R R)",
                                         "(= V V)",
                                         "(bvult V V)",
                                         "(= S S)",
                                         "(str.prefixof S S)",
                                         "(= A A)",
                                         "(select C I)",
                                         "(= U U)",
                                         "(distinct U U)",
                                         "((_ is cons) L)",
                                         "(= L L)",
                                         "(= N N)",
                                         "(fp.lt F F)",
                                         "(= F F)",
                                         "(set.member I M)",
                                         "(= M M)",
                                         "(= C C)",
                                         "(k I)",
                                         "(exists ((z |U|)) (and (= z U) B))",
                                         "(forall ((z Bool)) (or z B))"}));
  if (sort == "Int")
    return fill(pick(choices, std::array{"(+ I I)", "(- I)", "(* I I)", "(div I I)", "(mod I I)",
                                         "(select A I)", "(str.len S)", "(f I)", "(hd L)",
                                         "(seq.nth N I)", "(to_int R)", "(seq.len N)"}));
  if (sort == "Real") return fill(pick(choices, std::array{"(+ R R)", "(/ R R)", "(to_real I)"}));
  if (sort == "(_ BitVec 8)") return fill(pick(choices, std::array{"(bvadd V V)", "(bvudiv V V)"}));
  if (sort == "String") return fill(pick(choices, std::array{"(str.++ S S)", "(str.at S I)"}));
  if (sort == "(Array Int Int)") return fill("(store A I I)");
  if (sort == "(Array Int Bool)") return fill("(store C I B)");
  if (sort == "U") return fill("(g U)");
  if (sort == "L") return fill(pick(choices, std::array{"(cons I L)", "(tl L)"}));
  if (sort == "(Seq Int)") return fill("(seq.++ N N)");
  if (sort == "(Set Int)") return fill("(set.union M M)");
  return fill(pick(choices, std::array{"(fp.add RNE F F)", "(fp.neg F)"}));
}

struct Case {
  std::string declarations;
  std::string assertions;
  std::vector<std::string> definitions;  // a value for everything that is declared
};

Case draw_case(Choices& choices) {
  Case drawn;
  for (const Constant& constant : kConstants) {
    drawn.declarations += fmt::format("(declare-const {} {})\n", constant.name, constant.sort);
    drawn.definitions.push_back(fmt::format("(define-fun {} () {} {})", constant.name,
                                            constant.sort, value_of(choices, constant.sort)));
  }
  drawn.declarations +=
      "(declare-fun f (Int) Int)\n(declare-fun g (U) U)\n(declare-fun k (Int) Bool)\n";
  auto function = [&](const char* header, const char* key, const char* sort) {
    const std::string at = value_of(choices, key);
    const std::string there = value_of(choices, sort);
    drawn.definitions.push_back(fmt::format("(define-fun {} {} (ite (= z {}) {} {}))", header, sort,
                                            at, there, value_of(choices, sort)));
  };
  function("f ((z Int))", "Int", "Int");
  function("g ((z U))", "U", "U");
  function("k ((z Int))", "Int", "Bool");
  for (size_t i = choices.below(4) + 1; i > 0; --i)
    drawn.assertions += fmt::format("(assert {})\n", term_of(choices, "Bool", 3));
  return drawn;
}

// What no model may say beside a value for everything.
constexpr auto kRefused = std::to_array<const char*>({
    "(declare-fun x () Int)",
    "(declare-const p Bool)",
    "(declare-fun o () Int)",
    "(declare-fun u () U)",
    "(declare-fun e1 () U)",
    "(define-fun e1 () U e0)",
    "(define-fun x () Int 77)",
    "(define-fun x () Bool true)",
    "(define-fun f () Int 1)",
    "(define-fun f ((z Int)) Int 77)",
    "(define-fun hd ((z L)) Int 1)",
    "(define-fun nil () L nil)",
    "(define-fun + ((z Int) (w Int)) Int 1)",
    "(define-fun o () Int o)",
    "(define-fun o () Int (o2 1)) (define-fun o2 ((z Int)) Int (+ o z))",
    "(define-fun o () (Array Int Int) (_ as-array o2)) (define-fun o2 ((z Int)) Int (select o z))",
    "(check-sat)",
    "(set-option :a b)",
    "(assert false)",
    "(x 3)",
    "x",
    "(define-fun o () Int",
    "(define-fun o () Int true)",
    "(define-fun o () Int e0)",
    "(define-fun o () Bool U!val!7)",
    "(define-fun o () (_ BitVec 4000000000) (_ bv1 4000000000))",
});
// And what changes nothing.
constexpr auto kHarmless = std::to_array<const char*>({
    "(declare-sort U 0)",
    "(declare-sort T 0) (declare-fun t () T)",
    "; cardinality of U is 3\n",
    "(forall ((z U)) (or (= z e0) (= z e1) (= z e2)))",
    "(define-fun o () Int @a)",
    "(define-fun o () Bool (= 1 @q_0))",
    "(define-fun o () Int (o2 1 2))",
    "(define-fun o () (Array Int Int) (_ as-array nobody))",
    "(define-fun o ((z Int)) Int 4) (define-fun o3 () (Array Int Int) (_ as-array o))",
    "(define-fun-rec o ((z Int)) Int (ite (< z 0) 0 (o (- z 1))))",
    "(define-fun-rec o () Int o)",
    "(define-fun o () Int 3) (define-fun o () Int 3)",
    "(define-fun o () (Array Int Int) (lambda ((z Int)) (+ z 1)))",
    "(define-fun o () Real (root-obj (+ (^ x 2) (- 2)) 1))",
    "(define-fun o ((z Int)) Int (let ((w z)) (+ w w)))",
});

std::string model_text(Choices& choices, const std::vector<std::string>& definitions,
                       const char* extra) {
  std::string text = "(declare-fun e0 () U)(declare-fun e1 () U)(declare-fun e2 () U)\n";
  const size_t at = choices.below(definitions.size() + 1);
  for (size_t i = 0; i <= definitions.size(); ++i) {
    if (i == at) text += fmt::format("{}\n", extra);
    if (i < definitions.size()) text += definitions[i] + "\n";
  }
  return "(" + text + ")";
}

// One letter for each assertion; none if the model is refused.
std::string verdicts(std::string_view script, std::string_view text) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, script);
  if (!parsed.errors.empty()) fail(parsed.errors[0].message, script, text);
  const CheckState state = state_at(pool, parsed.script, 0);
  const Result<Model> model = read_model(pool, state.script, text, true);
  constexpr uint64_t kMaxSteps = 100'000;
  if (!model) {
    if (model.error().place.line == 0) fail("a refused model without a place", script, text);
    if (sat_proof(pool, state, text, true)) fail("a refused model proves sat", script, text);
    return {};
  }
  auto letters = [&](const Model& read) {
    ValuePool values;
    std::string all;
    for (const AssertionVerdict& one : check_model(pool, values, state, read, kMaxSteps).assertions)
      all += name_of(one.verdict)[0];
    return all;
  };
  const std::string found = letters(*model);
  const std::string printed = print_model(pool, *model);
  const Result<Model> again = read_model(pool, state.script, printed, true);
  if (!again) fail("a printed model is refused: " + again.error().message, script, printed);
  if (!model->doubt.empty()) return found;
  if (print_model(pool, *again) != printed) fail("printing is not stable", script, printed);
  // Elements that it declares are lost where others have names that nobody declares.
  const std::string second = letters(*again);
  for (size_t i = 0; i < found.size(); ++i)
    if (second[i] != found[i] && (second[i] != 'u' || text.find('@') == text.npos))
      fail("a printed model is another one", script, printed);
  return found;
}

// The text with some of its bytes or words replaced.
std::string broken(Choices& choices, std::string text) {
  static constexpr auto kWords =
      std::to_array<const char*>({"(",         ")",          " ",           "x",
                                  "p",         "u",          "e0",          "@a",
                                  "@U_1",      "U!val!3",    "Int",         "Bool",
                                  "U",         "define-fun", "declare-fun", "define-fun-rec",
                                  "0",         "true",       "(_ bv1 8)",   "as-array",
                                  "_",         "as",         "ite",         "let",
                                  "f",         "|",          "\"",          "nil",
                                  "lambda",    "forall",     "(- 1)",       "div0",
                                  "seq.nth_u", "Real"});
  for (size_t count = choices.below(6) + 1; count > 0; --count) {
    const size_t at = (choices.below(256) * 256 + choices.below(256)) % text.size();
    const size_t end = text.find_first_of(" ()", at + 1);
    text.replace(at, choices.chance(2) || end == text.npos ? 1 : end - at, pick(choices, kWords));
  }
  return text;
}

void check(Choices choices) {
  const Case drawn = draw_case(choices);
  const std::string script = fmt::format("(declare-sort U 0)\n{}\n{}{}(check-sat)", kData,
                                         drawn.declarations, drawn.assertions);
  const std::string whole = model_text(choices, drawn.definitions, "");
  const std::string found = verdicts(script, whole);
  if (found.empty()) fail("a good model is refused", script, whole);

  // The same values as definitions of the script, and a datatype for the universe.
  std::string defined = fmt::format("(declare-datatypes ((U 0)) (((e0) (e1) (e2))))\n{}\n", kData);
  for (const std::string& definition : drawn.definitions) defined += definition + "\n";
  defined += drawn.assertions + "(check-sat)";
  if (verdicts(defined, "()") != found) fail("values mean something else", defined, whole);

  std::vector<std::string> some;
  for (const std::string& definition : drawn.definitions)
    if (!choices.chance(4)) some.push_back(definition);
  const std::string partial = model_text(choices, some, "");
  const std::string less = verdicts(script, partial);
  for (size_t i = 0; i < found.size(); ++i)
    if (less.empty() || (less[i] == 'f' && found[i] == 't'))
      fail("what is left out accuses", script, partial);

  const std::string more = model_text(choices, drawn.definitions, pick(choices, kHarmless).c_str());
  if (verdicts(script, more) != found) fail("a remark changes the verdict", script, more);
  const std::string bad = model_text(choices, drawn.definitions, pick(choices, kRefused).c_str());
  if (!verdicts(script, bad).empty()) fail("a bad model is accepted", script, bad);
  verdicts(script, broken(choices, choices.chance(2) ? whole : more));
}

}  // namespace
}  // namespace pg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  pg::check(pg::Choices(data, size));
  return 0;
}
