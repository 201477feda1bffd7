#include "compare/ground_terms.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/check.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"

namespace pg::test {

const std::string_view kDeclarations = R"((declare-datatypes ((Color 0)) (((red) (green) (blue))))
(declare-datatypes ((IntList 0)) (((nil) (cons (head Int) (tail IntList)))))
(declare-datatypes ((Cell 1)) ((par (T) ((cell (content T))))))
(define-fun twice ((n Int)) Int (+ n n))
(define-fun flip ((b Bool)) Bool (not b))
)";

// How to apply a row that its signature alone does not tell: {Sort} is a term, {#} a numeral, {+} a
// positive one, {c} a string of one character. Of several templates of a row one is drawn.
struct Template {
  std::string_view row;
  std::string_view text;
  std::string_view sig = {};  // where several rows have the name
  Known solvers = kZ3 | kCvc5;
};

namespace {

// clang-format off
constexpr auto kTemplates = std::to_array<Template>({
    {"forall", "(forall ((x (_ BitVec 3))) (bvule x {(_ BitVec 3)}))"},
    {"forall", "(forall ((x Bool) (y Bool)) (=> (and x {Bool}) (or y {Bool})))"},
    {"forall", "(forall ((x Color)) (= (= x {Color}) (= {Color} x)))"},
    {"exists", "(exists ((x (_ BitVec 4))) (= (bvmul x {(_ BitVec 4)}) {(_ BitVec 4)}))"},
    {"exists", "(exists ((x Bool)) (= (xor x {Bool}) {Bool}))"},
    {"lambda", "(select (lambda ((x Int)) (+ x {Int})) {Int})", "", kZ3},
    {"lambda", "(@ (lambda ((x Int)) (+ x {Int})) {Int})", "", kCvc5},
    {"pble", "((_ pble {#} {#} {#}) {Bool} {Bool})"},
    {"pbge", "((_ pbge {#} {#} {#}) {Bool} {Bool})"},
    {"pbeq", "((_ pbeq {#} {#} {#} {#}) {Bool} {Bool} {Bool})"},

    {"divisible", "((_ divisible {+}) {Int})"},
    {"divisible", "((_ divisible 4294967296) (* 4294967296 {Int}))"},

    {"is", "((_ is cons) {IntList})"},
    {"is", "((_ is green) {Color})"},
    {"is", "((_ is cell) {(Cell Bool)})"},
    {"update", "((_ update head) {IntList} {Int})"},
    {"update", "((_ update tail) {IntList} {IntList})"},
    {"update-field", "((_ update-field head) {IntList} {Int})"},
    {"update-field", "((_ update-field content) {(Cell Int)} {Int})"},
    {"tuple", "(tuple {Int} {String})"},
    {"tuple", "(tuple {Bool})"},
    {"tuple.unit", "(= tuple.unit tuple.unit)"},
    {"tuple.select", "((_ tuple.select 0) {(Tuple Int String)})"},
    {"tuple.select", "((_ tuple.select 1) {(Tuple Int Int)})"},
    {"tuple.update", "((_ tuple.update 1) {(Tuple Int String)} {String})"},
    {"tuple.project", "((_ tuple.project 1 0 1) {(Tuple Int String)})"},
    {"nullable.lift", "((_ nullable.lift twice) {(Nullable Int)})", "[#] ?+ -> ?"},
    {"nullable.lift", "(nullable.lift (lambda ((x Int)) (+ x {Int})) {(Nullable Int)})",
     "? ?+ -> ?"},

    {"map", "((_ map and) {(Array Int Bool)} {(Array Int Bool)})"},
    {"map", "((_ map (+ (Int Int) Int)) {(Array Int Int)} {(Array Int Int)})"},
    {"map", "((_ map twice) {(Array Int Int)})"},
    {"as-array", "(select (_ as-array flip) {Bool})"},
    {"select", "(select (lambda ((x Int)) (+ x {Int})) {Int})", "Fun(A,B) A -> B"},
    // Z3's sets are arrays, and the values of cvc5's are unknown to it: look into them.
    {"const", "(select ((as const (Set Int)) {Bool}) {Int})", "Bool -> Set(A)"},
    {"store", "(select (store ((as const (Set Int)) false) {Int} {Bool}) {Int})",
     "Set(A) A Bool -> Set(A)"},
    {"select", "(select (store ((as const (Set Int)) {Bool}) {Int} {Bool}) {Int})",
     "Set(A) A -> Bool"},

    {"mkbv", "(mkbv {Bool} {Bool} {Bool})"},

    {"set.comprehension", "(set.comprehension ((x (_ BitVec 2))) (bvult x {(_ BitVec 2)}) x)"},
    {"rel.transpose", "(rel.transpose {(Set (Tuple Int String))})"},
    {"rel.join", "(rel.join {(Set (Tuple Int Int))} {(Set (Tuple Int Int))})"},
    {"rel.product", "(rel.product {(Set (Tuple Int Int))} {(Set (Tuple String))})"},
    {"rel.table_join",
     "((_ rel.table_join 0 1) {(Set (Tuple Int Int))} {(Set (Tuple Int Int))})"},
    {"rel.group", "((_ rel.group 0) {(Set (Tuple Int Int))})"},
    {"rel.aggr", "((_ rel.aggr 0) (lambda ((t (Tuple Int Int)) (n Int)) (+ n 1)) {Int} "
                 "{(Set (Tuple Int Int))})"},
    {"rel.project", "((_ rel.project 1) {(Set (Tuple Int Int))})"},
    {"table.product", "(table.product {(Bag (Tuple Int Int))} {(Bag (Tuple String))})"},
    {"table.join", "((_ table.join 0 1) {(Bag (Tuple Int Int))} {(Bag (Tuple Int Int))})"},
    {"table.project", "((_ table.project 1) {(Bag (Tuple Int Int))})"},
    {"table.group", "((_ table.group 0) {(Bag (Tuple Int Int))})"},
    {"table.aggr", "((_ table.aggr 0) (lambda ((t (Tuple Int Int)) (n Int)) (+ n 1)) {Int} "
                   "{(Bag (Tuple Int Int))})"},

    {"@", "(@ (lambda ((x Int)) (+ x {Int})) {Int})"},
    // A character in Z3, its code in cvc5.
    {"seq.nth", "(= (seq.nth {String} {Int}) (_ Char 97))", "String Int -> ?", kZ3},
    {"seq.nth", "(= (seq.nth {String} {Int}) 97)", "String Int -> ?", kCvc5},
    // cvc5 refuses bounds that are no characters.
    {"re.range", "(str.in_re {c} (re.range {c} {c}))", "String String -> RegLan"},
    {"re.range", "(str.in_re {String} (re.range {String} {String}))", "String String -> RegLan",
     kZ3},
});

constexpr std::array<uint32_t, 2> kFormats[] = {{5, 11}, {8, 24}, {11, 53}, {8, 8}, {3, 5}};
constexpr uint32_t kWideNumbers[] = {11, 15, 16, 24, 31, 32, 33, 53, 63, 64, 65};

// clang-format on

bool mentions(const Sig& sig, SortKind kind) {
  const size_t code = Sig::kCtor + static_cast<size_t>(kind);
  return std::find(sig.code.begin(), sig.code.begin() + sig.where_at, code) !=
         sig.code.begin() + sig.where_at;
}

}  // namespace

GroundTerms::GroundTerms(uint64_t seed) : rng_(seed), constants_(pool_, rng_) {}

std::string GroundTerms::name(Sort sort) const { return print_sort(pool_, sort); }

Sort GroundTerms::named_sort(std::string_view text) {
  const auto known = sorts_.find(text);
  if (known != sorts_.end()) return known->second;
  const ParsedScript read =
      parse_script(pool_, fmt::format("{}(declare-const c {})", kDeclarations, text));
  CHECK(read.errors.empty(), "a template's sort");
  const Sort sort = pool_.data(read.script.commands.back().definitions[0].function).sort;
  sorts_.emplace(text, sort);
  return sort;
}

// What a signature's variables stand for.

uint32_t GroundTerms::number() {
  // One choice is six numbers, by slot; indices come first, and formats are two neighbours.
  const uint64_t slot = numbers_drawn_++ % Sig::kMaxVars;
  if (slot == 0) {
    format_ = {};
    if (mentions(row_->sig, SortKind::FloatingPoint) && rng_.chance(2, 3))
      format_ = kFormats[rng_.below(std::size(kFormats))];
  }
  const uint64_t first = row_->sig.indices % 2;
  if (format_[0] != 0 && slot >= first) return format_[(slot - first) % 2];
  const bool repeats =
      mentions(row_->sig, SortKind::RegLan) || mentions(row_->sig, SortKind::RegEx);
  if (repeats) return static_cast<uint32_t>(rng_.below(5));
  if (rng_.chance(3, 4)) return static_cast<uint32_t>(rng_.below(9));
  return kWideNumbers[rng_.below(std::size(kWideNumbers))];
}

Sort GroundTerms::scalar() {
  switch (rng_.below(14)) {
    case 0:
      return kBool;
    case 1:
    case 2:
    case 3:
      return kInt;
    case 4:
      return kReal;
    case 5:
    case 6:
      return kString;
    case 7:
      return kRoundingMode;
    case 8:
      return pool_.sort(SortKind::BitVec, {2});
    case 9:
      return pool_.sort(SortKind::BitVec, {8});
    case 10:
      return pool_.sort(SortKind::BitVec, {65});
    case 11:
      return pool_.sort(SortKind::FloatingPoint, {5, 11});
    case 12:
      return pool_.sort(SortKind::FloatingPoint, {8, 24});
    default:
      return named_sort("Color");
  }
}

Sort GroundTerms::sort() {
  const Sort first = scalar();
  const Sort second = scalar();
  const bool cvc5 = includes(solvers_of(row_->known), kCvc5);
  switch (rng_.below(cvc5 ? 20 : 16)) {
    case 10:
    case 11: {
      // cvc5 wants a literal for all other indices, and these sorts have one.
      const std::array plain{kBool, kInt, kString, pool_.sort(SortKind::BitVec, {8})};
      return pool_.sort(SortKind::Array, {}, {first, plain[rng_.below(plain.size())]});
    }
    case 12:
      return pool_.sort(SortKind::Seq, {}, {first});
    case 13: {
      const Sort inner = pool_.sort(SortKind::Seq, {}, {first});
      return pool_.sort(SortKind::Seq, {}, {inner});
    }
    case 14:
      return named_sort("IntList");
    case 15:
      return named_sort("(Cell Int)");
    case 16:
      return pool_.sort(SortKind::Set, {}, {first});
    case 17:
      return pool_.sort(SortKind::Bag, {}, {first});
    case 18:
      return pool_.sort(SortKind::Tuple, {}, {first, second});
    default:
      return first;
  }
}

// Formats that cvc5 reads and whose reals have a readable number of digits; only regular
// expressions over sequences; and of fields we have no literals.
bool GroundTerms::usable(Sort sort) const {
  const std::span<const Sort> args = pool_.args(sort);
  switch (pool_.kind(sort)) {
    case SortKind::FloatingPoint:
      return pool_.indices(sort)[0] <= 11 && pool_.indices(sort)[1] >= 3 &&
             pool_.indices(sort)[1] <= 64;
    case SortKind::BitVec:
      return pool_.indices(sort)[0] <= 300;
    case SortKind::RegEx:
      if (pool_.kind(args[0]) != SortKind::Seq) return false;
      break;
    case SortKind::FiniteField:
      return false;
    default:
      break;
  }
  // Parametric datatypes have literals only where they stand alone.
  return std::all_of(args.begin(), args.end(), [&](Sort arg) {
    return usable(arg) && (pool_.kind(arg) != SortKind::Declared || pool_.args(arg).empty());
  });
}

bool GroundTerms::usable(const DrawnApplication& drawn) const {
  return (!drawn.result || usable(drawn.result)) &&
         std::all_of(drawn.args.begin(), drawn.args.end(), [&](Sort arg) { return usable(arg); });
}

// Terms.

GroundTerm GroundTerms::draw(const OpSpec& row) {
  row_ = &row;
  depth_ = 0;
  std::vector<const Template*> ways;
  for (const Template& way : kTemplates)
    if (way.row == row.name && (way.sig.empty() || way.sig == row.sig.text)) ways.push_back(&way);
  if (!ways.empty()) return from_template(*ways[rng_.below(ways.size())]);
  const bool regular =
      !row.sort_fn && row.binder == 0 && !row.sig.any_indices && row.sig.symbolic_indices == 0;
  return regular && row.eval ? from_signature(row) : GroundTerm();
}

GroundTerm GroundTerms::from_template(const Template& way) {
  GroundTerm made;
  made.solvers = way.solvers;
  std::string_view text = way.text;
  while (!text.empty()) {
    const size_t open = text.find('{');
    made.text += text.substr(0, open);
    if (open == std::string_view::npos) break;
    const size_t close = text.find('}', open);
    const std::string_view hole = text.substr(open + 1, close - open - 1);
    if (hole == "#")
      made.text += std::to_string(rng_.below(6));
    else if (hole == "+")
      made.text += constants_.natural();
    else if (hole == "c")
      made.text += print_term(pool_, constants_.character());
    else
      made.text += argument(named_sort(hole));
    text.remove_prefix(close + 1);
  }
  made.term = made.text;
  made.depth = depth_ + 1;
  return made;
}

GroundTerm GroundTerms::from_signature(const OpSpec& row) {
  const bool open = row.chain != Chain::None || row.sig.repeat != Sig::Repeat::None;
  const size_t args = open && rng_.chance(1, 4) ? 3 + rng_.below(2) : 2;
  SigDrawer drawer(pool_, row, rng_, this);
  for (int attempt = 0; attempt < 100; ++attempt) {
    const std::optional<DrawnApplication> drawn = drawer.draw(args);
    if (!drawn) return {};
    if (!usable(*drawn)) continue;
    GroundTerm made;
    made.term = row.name;
    if (!drawn->indices.empty()) {
      made.term = fmt::format("(_ {}", row.name);
      for (const Index& index : drawn->indices)
        made.term += fmt::format(" {}", pool_.text(index.text));
      made.term += ")";
    }
    if (drawn->qualifier) made.term = fmt::format("(as {} {})", made.term, name(drawn->qualifier));
    if (!drawn->args.empty()) {
      made.term = "(" + made.term;
      for (const Sort arg : drawn->args) made.term += " " + argument(arg);
      made.term += ")";
    }
    made.depth = depth_ + 1;
    made.chained = args > 2;
    const bool known = drawn->result && drawn->result != kUnknown;
    if (known) made.sort = name(drawn->result);
    made.text = known ? observe(made.term, drawn->result) : made.term;
    return made;
  }
  return {};
}

// What can be compared: of a regular expression, whether it matches a string.
std::string GroundTerms::observe(const std::string& term, Sort sort) {
  if (sort == kRegLan) return fmt::format("(str.in_re {} {})", literal(kString), term);
  if (pool_.kind(sort) == SortKind::RegEx)
    return fmt::format("(seq.in.re {} {})", literal(pool_.args(sort)[0]), term);
  return term;
}

void GroundTerms::keep(const GroundTerm& term, std::string_view sort, Known solvers) {
  constexpr size_t kMostKept = 64;
  constexpr size_t kLongest = 160;
  if (term.depth >= kMaxDepth || term.chained || term.term.size() > kLongest) return;
  std::vector<Kept>& kept = kept_[std::string(sort)];
  Kept entry{term.term, term.depth, solvers};
  if (kept.size() < kMostKept)
    kept.push_back(std::move(entry));
  else
    kept[rng_.below(kMostKept)] = std::move(entry);
}

std::string GroundTerms::argument(Sort sort) {
  if (!rng_.chance(2, 5)) return literal(sort);
  const auto kept = kept_.find(name(sort));
  if (kept == kept_.end()) return literal(sort);
  const Kept& chosen = kept->second[rng_.below(kept->second.size())];
  // Rather a term that all solvers know who know the row.
  const Known wanted = solvers_of(row_->known);
  const bool for_all = (static_cast<uint8_t>(wanted) & ~static_cast<uint8_t>(chosen.solvers)) == 0;
  if (!for_all && !(includes(wanted, chosen.solvers) && rng_.chance(1, 4))) return literal(sort);
  depth_ = std::max(depth_, chosen.depth);
  return chosen.text;
}

// Literals.

// The identity, a constant, or a function that is another at one point.
std::string GroundTerms::lambda(Sort sort) {
  const std::span<const Sort> sorts = pool_.args(sort);
  const Sort result = sorts.back();
  std::string variables;
  std::string body = literal(result);
  for (size_t i = 0; i + 1 < sorts.size(); ++i) {
    variables += fmt::format("(x{} {})", i, name(sorts[i]));
    if (sorts[i] == result && rng_.chance(1, 2)) body = fmt::format("x{}", i);
  }
  if (result == kInt && rng_.chance(1, 2)) body = fmt::format("(+ {} {})", body, literal(kInt));
  if (rng_.chance(1, 2)) {
    const std::string point = literal(sorts[0]);
    const std::string other = literal(result);
    body = fmt::format("(ite (= x0 {}) {} {})", point, other, body);
  }
  return fmt::format("(lambda ({}) {})", variables, body);
}

std::string GroundTerms::literal(Sort sort) {
  if (pool_.kind(sort) == SortKind::Arrow) return lambda(sort);
  // Z3 wants the sort of a constructor with parameters.
  if (pool_.kind(sort) == SortKind::Declared && !pool_.args(sort).empty())
    return fmt::format("((as cell {}) {})", name(sort), literal(pool_.args(sort)[0]));
  for (int attempt = 0; attempt < 100; ++attempt)
    if (const Term drawn = constants_.draw(sort))
      return print_term(pool_, drawn, {.share = false, .width = 0});
  CHECK(false, "a sort without literals");
  return {};
}

}  // namespace pg::test
