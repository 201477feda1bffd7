// Random scripts as text, with an independent account of what they mean: the generator keeps a tree
// of its own, in which let is substitution and each bound variable is a number. What the parser
// makes of the text, and what it makes of the text that the printer makes of that, must be that
// tree up to the names of bound variables.
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/smtlib.h"
#include "term/traverse.h"

namespace pg {
namespace {

struct Node;
using Tree = std::shared_ptr<const Node>;

// A variable (id > 0), or a head with variables that it binds and children.
struct Node {
  int id = 0;
  std::string head;
  std::vector<int> bound;
  std::vector<Tree> children;
};

// Both sides as text, with bound variables as the number of binders between use and binding.
// Recursive: these terms are small.
std::string canonical(const Tree& tree, std::vector<int>& scope) {
  if (tree->id > 0) {
    for (size_t i = scope.size(); i > 0; --i)
      if (scope[i - 1] == tree->id) return "#" + std::to_string(scope.size() - i);
    return "#free";
  }
  if (tree->children.empty()) return tree->head;
  std::string text = "(" + tree->head;
  if (!tree->bound.empty()) text += "/" + std::to_string(tree->bound.size());
  scope.insert(scope.end(), tree->bound.begin(), tree->bound.end());
  for (const Tree& child : tree->children) text += " " + canonical(child, scope);
  scope.resize(scope.size() - tree->bound.size());
  return text + ")";
}

std::string canonical(const Pool& pool, Term term, std::vector<Term>& scope) {
  const HeadData& data = pool.data(term);
  std::string head(data.name ? pool.text(data.name) : "");
  for (const Index& index : data.indices) head.append(" ").append(pool.text(index.text));
  switch (data.kind) {
    case HeadKind::Variable:
      for (size_t i = scope.size(); i > 0; --i)
        if (scope[i - 1] == term) return "#" + std::to_string(scope.size() - i);
      return "#free";
    case HeadKind::Annotation:
      head = "!";
      for (const Attribute& attribute : data.attributes) {
        head.append(" ").append(pool.text(attribute.keyword)).append(" ");
        head.append(attribute.text ? pool.text(attribute.text) : std::to_string(attribute.terms));
      }
      break;
    case HeadKind::Match:
      head = "match";
      break;
    case HeadKind::Case:
      head = "case ";
      if (data.constructor) head.append(pool.text(pool.data(data.constructor).name));
      break;
    case HeadKind::Operator:
    case HeadKind::Function:
    case HeadKind::Literal:
    case HeadKind::Apply:
    case HeadKind::Opaque:
      break;
  }
  const std::span<const Term> bound = bound_variables(pool, term);
  const std::span<const Term> children = pool.args(term).subspan(bound.size());
  if (children.empty()) return head;
  std::string text = "(" + head;
  if (!bound.empty()) text += "/" + std::to_string(bound.size());
  scope.insert(scope.end(), bound.begin(), bound.end());
  for (const Term child : children) text += " " + canonical(pool, child, scope);
  scope.resize(scope.size() - bound.size());
  return text + ")";
}

enum class S { Bool, Int, Word, Array, List };

constexpr std::string_view name_of(S sort) {
  switch (sort) {
    case S::Bool:
      return "Bool";
    case S::Int:
      return "Int";
    case S::Word:
      return "(_ BitVec 8)";
    case S::Array:
      return "(Array Int Int)";
    case S::List:
      return "List";
  }
  return {};
}

struct Made {
  std::string text;
  Tree tree;
};

// Draws from a list of numbers, so that RapidCheck can make a script smaller by making the list
// smaller; an empty list gives the simplest script.
class Generator {
 public:
  Generator(std::vector<uint8_t> choices, bool unique_names)
      : choices_(std::move(choices)), unique_names_(unique_names) {}

  static constexpr std::string_view kDeclarations =
      "(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))\n"
      "(declare-const p Bool)\n(declare-const x Int)\n(declare-const |a b| Int)\n"
      "(declare-const $1 Int)\n(declare-const w (_ BitVec 8))\n(declare-const m (Array Int Int))\n"
      "(declare-const l List)\n(declare-fun f (Int) Int)\n(declare-fun |let| (Int Int) Bool)\n"
      "(declare-fun a-long-name (Int Int) Int)\n(declare-fun |forall| (Bool) Bool)\n"
      "(declare-fun a-list (Int) List)\n";

  Made term(S sort, int depth) {
    if (depth == 0 || exhausted()) return leaf(sort);
    switch (draw(10)) {
      case 0:
      case 1:
        return leaf(sort);
      case 2:
      case 3:
        return let(sort, depth);
      case 4:
        return match(sort, depth);
      case 5: {
        Made condition = term(S::Bool, depth - 1);
        Made yes = term(sort, depth - 1);
        Made no = term(sort, depth - 1);
        return apply("ite", {condition, yes, no});
      }
      default:
        return operation(sort, depth);
    }
  }

 private:
  struct Local {
    std::string name;
    S sort;
    Tree tree;
  };

  bool exhausted() const { return next_ >= choices_.size(); }
  unsigned draw(unsigned below) { return exhausted() ? 0 : choices_[next_++] % below; }

  std::string fresh_name() {
    if (unique_names_) return "v" + std::to_string(++names_);
    // Names that are taken, need bars, look like names of let or like renamed variables.
    static constexpr auto kNames = std::to_array<std::string_view>(
        {"x",  "y",     "|a b|", "$1",  "$2",   "x!1",      "x!0", "y!1", "p",   "f",  "and",
         "||", "|let|", "|_|",   "|;|", "|\"|", "|forall|", "nil", "+",   "|1|", "$$1"});
    return std::string(kNames[draw(kNames.size())]);
  }

  static Tree variable(int id) {
    auto node = std::make_shared<Node>();
    node->id = id;
    return node;
  }
  static Tree node(std::string head, std::vector<Tree> children = {}, std::vector<int> bound = {}) {
    auto made = std::make_shared<Node>();
    made->head = std::move(head);
    made->children = std::move(children);
    made->bound = std::move(bound);
    return made;
  }
  // As the pool spells it: without bars.
  static std::string without_bars(std::string_view name) {
    return std::string(name.starts_with('|') ? name.substr(1, name.size() - 2) : name);
  }

  static Made apply(std::string_view head, const std::vector<Made>& args) {
    Made made{"(" + std::string(head), {}};
    std::vector<Tree> children;
    for (const Made& arg : args) {
      made.text += " " + arg.text;
      children.push_back(arg.tree);
    }
    made.text += ")";
    std::string name = without_bars(head);
    if (name.starts_with("(_ ")) name = name.substr(3, name.size() - 4);
    made.tree = node(name, std::move(children));
    return made;
  }

  bool is_hidden(std::string_view name) const {
    for (const Local& local : locals_)
      if (without_bars(local.name) == without_bars(name)) return true;
    return false;
  }

  Made leaf(S sort) {
    std::vector<Made> choices;
    auto constant = [&](std::string_view name) {
      if (!is_hidden(name)) choices.push_back({std::string(name), node(without_bars(name))});
    };
    switch (sort) {
      case S::Bool:
        choices.push_back({"true", node("true")});
        constant("p");
        break;
      case S::Int:
        choices.push_back({"7", node("7")});
        constant("x");
        constant("|a b|");
        constant("$1");
        break;
      case S::Word:
        choices.push_back({"#x0F", node("#x0F")});
        choices.push_back({"(_ bv3 8)", node("(_ bv3 8)")});
        constant("w");
        break;
      case S::Array:
        choices.push_back({"((as const (Array Int Int)) 0)", node("const", {node("0")})});
        constant("m");
        break;
      case S::List:
        constant("nil");
        constant("l");
        // A function's name is never hidden from an application by a variable that is none.
        if (choices.empty()) choices.push_back({"(a-list 7)", node("a-list", {node("7")})});
        break;
    }
    for (size_t i = locals_.size(); i > 0; --i) {
      const Local& local = locals_[i - 1];
      bool seen = false;
      for (size_t k = i; k < locals_.size(); ++k)
        seen = seen || without_bars(locals_[k].name) == without_bars(local.name);
      if (!seen && local.sort == sort) choices.push_back({local.name, local.tree});
    }
    // Later ones first: what is in scope makes the difference.
    return choices[choices.size() - 1 - draw(static_cast<unsigned>(choices.size()))];
  }

  S any_sort() { return static_cast<S>(draw(5)); }

  Made let(S sort, int depth) {
    const unsigned count = 1 + draw(3);
    std::vector<Local> bindings;
    std::string text = "(let (";
    for (unsigned i = 0; i < count; ++i) {
      const S of = any_sort();
      const std::string name = fresh_name();
      // One let does not bind a name twice.
      bool again = false;
      for (const Local& other : bindings) again = again || other.name == name;
      if (again) continue;
      const Made value = term(of, depth - 1);
      text += "(" + name + " " + value.text + ")";
      bindings.push_back({name, of, value.tree});
    }
    const size_t mark = locals_.size();
    locals_.insert(locals_.end(), bindings.begin(), bindings.end());
    const Made body = term(sort, depth - 1);
    locals_.resize(mark);
    return {text + ") " + body.text + ")", body.tree};
  }

  Made quantifier(int depth) {
    const std::string head = draw(2) == 0 ? "forall" : "exists";
    const unsigned count = 1 + draw(3);
    const size_t mark = locals_.size();
    std::string text = "(" + head + " (";
    std::vector<int> bound;
    for (unsigned i = 0; i < count; ++i) {
      const S of = any_sort();
      const std::string name = fresh_name();
      bound.push_back(++variables_);
      locals_.push_back({name, of, variable(bound.back())});
      text += "(" + name + " " + std::string(name_of(of)) + ")";
    }
    Made body = term(S::Bool, depth - 1);
    if (draw(4) == 0) body = annotated(std::move(body), depth);
    locals_.resize(mark);
    return {text + ") " + body.text + ")", node(head, {body.tree}, bound)};
  }

  Made annotated(Made body, int depth) {
    const Made pattern = term(S::Int, depth - 1);
    const Made other = term(S::Bool, depth - 1);
    return {"(! " + body.text + " :pattern (" + pattern.text + " " + other.text + ") :weight 3)",
            node("! :pattern 2 :weight 3", {body.tree, pattern.tree, other.tree})};
  }

  Made match(S sort, int depth) {
    const Made subject = term(S::List, depth - 1);
    std::vector<Tree> cases;
    cases.push_back(subject.tree);
    std::string text = "(match " + subject.text + " (";
    const size_t mark = locals_.size();
    // A constructor's name is no variable of a pattern.
    auto name = [&] {
      std::string chosen = fresh_name();
      return chosen == "nil" ? std::string("n") : chosen;
    };
    const std::vector<int> bound{variables_ + 1, variables_ + 2};
    variables_ += 2;
    const std::string head = name();
    const std::string tail = name();
    locals_.push_back({head, S::Int, variable(bound[0])});
    locals_.push_back({tail, S::List, variable(bound[1])});
    const Made first = term(sort, depth - 1);
    locals_.resize(mark);
    text += "((cons " + head + " " + tail + ") " + first.text + ")";
    cases.push_back(node("case cons", {first.tree}, bound));
    if (draw(2) == 0) {
      const Made second = term(sort, depth - 1);
      text += " (nil " + second.text + ")";
      cases.push_back(node("case nil", {second.tree}));
    } else {
      const std::string rest = name();
      const int id = ++variables_;
      locals_.push_back({rest, S::List, variable(id)});
      const Made second = term(sort, depth - 1);
      locals_.resize(mark);
      text += " (" + rest + " " + second.text + ")";
      cases.push_back(node("case ", {second.tree}, {id}));
    }
    return {text + "))", node("match", cases)};
  }

  Made operation(S sort, int depth) {
    struct Op {
      std::string_view head;
      S result;
      std::vector<S> args;
    };
    static const std::vector<Op> kOps{
        {"not", S::Bool, {S::Bool}},
        {"and", S::Bool, {S::Bool, S::Bool, S::Bool}},
        {"=>", S::Bool, {S::Bool, S::Bool}},
        {"=", S::Bool, {S::Int, S::Int}},
        {"=", S::Bool, {S::List, S::List}},
        {"<", S::Bool, {S::Int, S::Int, S::Int}},
        {"|let|", S::Bool, {S::Int, S::Int}},
        {"|forall|", S::Bool, {S::Bool}},
        {"bvult", S::Bool, {S::Word, S::Word}},
        {"(_ is cons)", S::Bool, {S::List}},
        {"+", S::Int, {S::Int, S::Int}},
        {"-", S::Int, {S::Int}},
        {"f", S::Int, {S::Int}},
        {"a-long-name", S::Int, {S::Int, S::Int}},
        {"a-long-name", S::Int, {S::Int, S::Int}},
        {"select", S::Int, {S::Array, S::Int}},
        {"head", S::Int, {S::List}},
        {"bvadd", S::Word, {S::Word, S::Word}},
        {"(_ rotate_left 3)", S::Word, {S::Word}},
        {"store", S::Array, {S::Array, S::Int, S::Int}},
        {"cons", S::List, {S::Int, S::List}},
        {"tail", S::List, {S::List}},
    };
    if (sort == S::Bool && draw(3) == 0) return quantifier(depth);
    std::vector<const Op*> fitting;
    for (const Op& op : kOps)
      // A local array of that name would be called.
      if (op.result == sort && !is_local_array(op.head)) fitting.push_back(&op);
    if (fitting.empty()) return leaf(sort);
    const Op& op = *fitting[draw(static_cast<unsigned>(fitting.size()))];
    std::vector<Made> args;
    for (const S of : op.args) args.push_back(term(of, depth - 1));
    return apply(op.head, args);
  }

  bool is_local_array(std::string_view name) const {
    for (const Local& local : locals_)
      if (local.sort == S::Array && without_bars(local.name) == without_bars(name)) return true;
    return false;
  }

  std::vector<uint8_t> choices_;
  bool unique_names_;
  size_t next_ = 0;
  int variables_ = 0;
  int names_ = 0;
  std::vector<Local> locals_;
};

// Lists long enough for a few hundred draws.
rc::Gen<std::vector<uint8_t>> choices() {
  return rc::gen::scale(4.0, rc::gen::arbitrary<std::vector<uint8_t>>());
}

std::string assertion(const Made& made) {
  return std::string(Generator::kDeclarations) + "(assert " + made.text + ")\n";
}

std::string meaning(const Pool& pool, const ParsedScript& parsed) {
  std::vector<Term> scope;
  return canonical(pool, parsed.script.commands.back().terms[0], scope);
}

RC_GTEST_PROP(SmtlibProperty, ParsingAndPrintingKeepTheMeaning, ()) {
  Generator generator(*choices(), false);
  const Made made = generator.term(S::Bool, 6);
  std::vector<int> scope;
  const std::string expected = canonical(made.tree, scope);
  RC_PRE(expected.size() < 200'000);

  Pool pool;
  const std::string text = assertion(made);
  const ParsedScript parsed = parse_script(pool, text);
  RC_LOG() << text;
  RC_ASSERT(test::lines(parsed.errors) == "");
  RC_ASSERT(parsed.opaque_terms == 0u);
  RC_ASSERT(meaning(pool, parsed) == expected);
  RC_TAG(std::string(expected.size() < 100    ? "small"
                     : expected.size() < 2000 ? "medium"
                                              : "large"));

  for (const PrintOptions& options : {PrintOptions{true, 0}, PrintOptions{true, 100},
                                      PrintOptions{true, 1}, PrintOptions{false, 80}}) {
    const std::string printed = print_script(pool, parsed.script, options);
    RC_LOG() << "--- printed\n" << printed;
    Pool other;
    const ParsedScript again = parse_script(other, printed);
    RC_ASSERT(test::lines(again.errors) == "");
    RC_ASSERT(meaning(other, again) == expected);
    const std::string second = print_script(other, again.script, options);
    // A quantifier that let carried into another one of its variable's name is kept apart from it
    // by let. Where there is to be none, it is renamed the second time.
    if (options.share) {
      RC_ASSERT(second == printed);
    }
    Pool third;
    RC_ASSERT(print_script(third, parse_script(third, second).script, options) == second);
  }
}

// Where no name is used twice nothing has to be renamed: both texts are then one term.
RC_GTEST_PROP(SmtlibProperty, PrintedTextIsTheSameTerm, ()) {
  Generator generator(*choices(), true);
  const Made made = generator.term(S::Bool, 6);
  std::string both(Generator::kDeclarations);
  std::vector<std::string> texts{made.text};
  {
    Pool pool;
    const ParsedScript parsed = parse_script(pool, assertion(made));
    RC_ASSERT(test::lines(parsed.errors) == "");
    const Term term = parsed.script.commands.back().terms[0];
    for (const uint32_t width : {0u, 30u, 100u})
      texts.push_back(print_term(pool, term, {.share = true, .width = width}));
  }
  both += "(get-value (";
  for (const std::string& text : texts) both += text + "\n";
  both += "))";
  Pool pool;
  const ParsedScript parsed = parse_script(pool, both);
  RC_LOG() << both;
  RC_ASSERT(test::lines(parsed.errors) == "");
  for (const Term term : parsed.script.commands.back().terms)
    RC_ASSERT(term == parsed.script.commands.back().terms[0]);
}

// Definitions: the parameters are bound around the body.
RC_GTEST_PROP(SmtlibProperty, DefinitionsKeepTheirMeaning, ()) {
  const std::vector<uint8_t> draws = *choices();
  Generator generator(draws, false);
  const Made made = generator.term(S::Int, 5);
  const std::string text = std::string(Generator::kDeclarations) +
                           "(define-fun g ((y Int) (x!0 Bool) (f Int)) Int " + made.text +
                           ")\n(assert (= (g 1 true 2) " + made.text + "))\n";
  Pool pool;
  const ParsedScript parsed = parse_script(pool, text);
  RC_LOG() << text;
  RC_ASSERT(test::lines(parsed.errors) == "");
  const std::string printed = print_script(pool, parsed.script);
  RC_LOG() << "--- printed\n" << printed;
  Pool other;
  const ParsedScript again = parse_script(other, printed);
  RC_ASSERT(test::lines(again.errors) == "");
  RC_ASSERT(print_script(other, again.script) == printed);
  const auto body = [](const Pool& in, const ParsedScript& script) {
    const Definition& definition = script.script.commands.rbegin()[1].definitions[0];
    std::vector<Term> scope(definition.params);
    return canonical(in, definition.body, scope);
  };
  RC_ASSERT(body(pool, parsed) == body(other, again));
}

// Any bytes: parsing returns, and what it accepts is printed as something that it accepts.
RC_GTEST_PROP(SmtlibProperty, AnySequenceOfTokensIsSurvived, ()) {
  static constexpr auto kTokens = std::to_array<std::string_view>({"(",
                                                                   ")",
                                                                   "(",
                                                                   ")",
                                                                   "(assert ",
                                                                   "(declare-const ",
                                                                   "(define-fun ",
                                                                   "(let ((",
                                                                   "(forall ((",
                                                                   "(! ",
                                                                   "(_ ",
                                                                   "(as ",
                                                                   "(match ",
                                                                   ":named ",
                                                                   ":pattern ",
                                                                   "x ",
                                                                   "y ",
                                                                   "Int ",
                                                                   "Bool ",
                                                                   "Real ",
                                                                   "1 ",
                                                                   "#x0 ",
                                                                   "\"s\" ",
                                                                   "|a b| ",
                                                                   "and ",
                                                                   "= ",
                                                                   "+ ",
                                                                   "true ",
                                                                   "(declare-datatypes ",
                                                                   "par ",
                                                                   "(push 1)",
                                                                   "(pop 1)",
                                                                   "(define-sort ",
                                                                   "(x Int)",
                                                                   "((x Int)) ",
                                                                   ")) "});
  const auto picks =
      *rc::gen::container<std::vector<size_t>>(rc::gen::inRange<size_t>(0, kTokens.size()));
  std::string text = "(declare-const x Int)";
  for (const size_t pick : picks) text += kTokens[pick];
  Pool pool;
  const ParsedScript parsed = parse_script(pool, text);
  if (!parsed.errors.empty()) return;
  const std::string printed = print_script(pool, parsed.script);
  RC_LOG() << text << "--- printed\n" << printed;
  Pool other;
  const ParsedScript again = parse_script(other, printed);
  RC_ASSERT(test::lines(again.errors) == "");
  RC_ASSERT(print_script(other, again.script) == printed);
}

}  // namespace
}  // namespace pg
