#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "support/eval_stub.h"
#include "support/scale.h"
#include "support/small_stack.h"
#include "theory/strings/matcher.h"
#include "theory/strings/regex.h"

namespace pg::test {
namespace {

using Word = std::u32string;

std::vector<Word> all_words(std::u32string_view letters, size_t longest) {
  std::vector<Word> words{U""};
  for (size_t i = 0; i < words.size(); ++i)
    if (words[i].size() < longest)
      for (char32_t letter : letters) words.push_back(words[i] + letter);
  return words;
}

// ---- Regular expressions against a matcher that tries everything.

// An expression as the test sees it; `build` makes the same with the rows.
struct Tree {
  enum Kind {
    None,
    Eps,
    Any,
    All,
    A,
    AB,
    Range,
    Concat,
    Union,
    Inter,
    Diff,
    Not,
    Star,
    Plus,
    Opt,
    Loop
  };
  Kind kind;
  std::vector<Tree> parts;
  size_t least = 0, most = 0;
};

bool naive(const Tree& t, const Word& w);

// Some split of the word into n parts, each in the language.
bool naive_power(const Tree& t, const Word& w, size_t n) {
  if (n == 0) return w.empty();
  for (size_t i = 0; i <= w.size(); ++i)
    if (naive(t, w.substr(0, i)) && naive_power(t, w.substr(i), n - 1)) return true;
  return false;
}
bool naive_star(const Tree& t, const Word& w) {
  if (w.empty()) return true;
  for (size_t i = 1; i <= w.size(); ++i)
    if (naive(t, w.substr(0, i)) && naive_star(t, w.substr(i))) return true;
  return false;
}

bool naive(const Tree& t, const Word& w) {
  switch (t.kind) {
    case Tree::None:
      return false;
    case Tree::Eps:
      return w.empty();
    case Tree::Any:
      return w.size() == 1;
    case Tree::All:
      return true;
    case Tree::A:
      return w == U"a";
    case Tree::AB:
      return w == U"ab";
    case Tree::Range:
      return w == U"b" || w == U"c";
    case Tree::Concat:
      for (size_t i = 0; i <= w.size(); ++i)
        if (naive(t.parts[0], w.substr(0, i)) && naive(t.parts[1], w.substr(i))) return true;
      return false;
    case Tree::Union:
      return naive(t.parts[0], w) || naive(t.parts[1], w);
    case Tree::Inter:
      return naive(t.parts[0], w) && naive(t.parts[1], w);
    case Tree::Diff:
      return naive(t.parts[0], w) && !naive(t.parts[1], w);
    case Tree::Not:
      return !naive(t.parts[0], w);
    case Tree::Star:
      return naive_star(t.parts[0], w);
    case Tree::Plus:
      return naive_power(t.parts[0], w, 1) || (!w.empty() && naive_star(t.parts[0], w)) ||
             (w.empty() && naive(t.parts[0], w));
    case Tree::Opt:
      return w.empty() || naive(t.parts[0], w);
    case Tree::Loop:
      for (size_t n = t.least; n <= t.most; ++n)
        if (naive_power(t.parts[0], w, n)) return true;
      return false;
  }
  return false;
}

Tree random_tree(Rng& rng, int depth) {
  if (depth == 0 || rng.chance(1, 6)) {
    const uint64_t leaf = rng.below(10);
    constexpr Tree::Kind kLeaves[] = {Tree::None, Tree::Eps, Tree::Any, Tree::All, Tree::AB};
    return {leaf < 5 ? kLeaves[leaf] : leaf < 8 ? Tree::A : Tree::Range, {}};
  }
  Tree tree{static_cast<Tree::Kind>(Tree::Concat + rng.below(9)), {}};
  const bool binary = tree.kind <= Tree::Diff;
  tree.parts.push_back(random_tree(rng, depth - 1));
  if (binary) tree.parts.push_back(random_tree(rng, depth - 1));
  tree.least = rng.below(4);
  tree.most = rng.below(4);
  return tree;
}

std::string text_of(const Tree& t) {
  auto part = [&](size_t i) { return " " + text_of(t.parts[i]); };
  switch (t.kind) {
    case Tree::None:
      return "re.none";
    case Tree::Eps:
      return R"((str.to_re ""))";
    case Tree::Any:
      return "re.allchar";
    case Tree::All:
      return "re.all";
    case Tree::A:
      return R"((str.to_re "a"))";
    case Tree::AB:
      return R"((str.to_re "ab"))";
    case Tree::Range:
      return R"((re.range "b" "c"))";
    case Tree::Concat:
      return "(re.++" + part(0) + part(1) + ")";
    case Tree::Union:
      return "(re.union" + part(0) + part(1) + ")";
    case Tree::Inter:
      return "(re.inter" + part(0) + part(1) + ")";
    case Tree::Diff:
      return "(re.diff" + part(0) + part(1) + ")";
    case Tree::Not:
      return "(re.comp" + part(0) + ")";
    case Tree::Star:
      return "(re.*" + part(0) + ")";
    case Tree::Plus:
      return "(re.+" + part(0) + ")";
    case Tree::Opt:
      return "(re.opt" + part(0) + ")";
    case Tree::Loop:
      return "((_ re.loop " + std::to_string(t.least) + " " + std::to_string(t.most) + ")" +
             part(0) + ")";
  }
  return {};
}

// The leftmost, then shortest match at or after a position, by trying all.
std::pair<size_t, size_t> naive_match(const Tree& t, const Word& w, size_t from, size_t shortest) {
  for (size_t i = from; i <= w.size(); ++i)
    for (size_t j = i + shortest; j <= w.size(); ++j)
      if (naive(t, w.substr(i, j - i))) return {i, j};
  return {SIZE_MAX, SIZE_MAX};
}

class RandomRegexes : public ::testing::Test {
 protected:
  Value string(const Word& word) {
    return stub_.values.string(std::vector<uint32_t>(word.begin(), word.end()));
  }
  Value call(Term term, std::initializer_list<Value> args) {
    return stub_.call(term, std::vector<Value>(args));
  }
  static Value integer(long number) { return Value::integer(number); }

  void check_replacements(const Tree& tree, Value re, const Word& word) {
    const auto [begin, end] = naive_match(tree, word, 0, 0);
    const Word by = U"-";
    EXPECT_EQ(call(replace_, {string(word), re, string(by)}),
              string(begin == SIZE_MAX ? word : word.substr(0, begin) + by + word.substr(end)));
    Word all;
    size_t done = 0;
    for (auto [i, j] = naive_match(tree, word, 0, 1); i != SIZE_MAX;
         std::tie(i, j) = naive_match(tree, word, done, 1)) {
      all += word.substr(done, i - done) + by;
      done = j;
    }
    all += word.substr(done);
    EXPECT_EQ(call(replace_all_, {string(word), re, string(by)}), string(all));
    for (size_t from = 0; from <= word.size() + 1; ++from) {
      const size_t index = naive_match(tree, word, from, 0).first;
      EXPECT_EQ(call(indexof_, {string(word), re, integer(static_cast<long>(from))}),
                integer(index == SIZE_MAX ? -1 : static_cast<long>(index)));
    }
  }

  EvalStub stub_;
  Term in_re_ = stub_.parse(R"((str.in_re "" re.all))");
  Term reverse_ = stub_.parse("(re.reverse re.all)");
  Term replace_ = stub_.parse(R"((str.replace_re "" re.all ""))");
  Term replace_all_ = stub_.parse(R"((str.replace_re_all "" re.all ""))");
  Term indexof_ = stub_.parse(R"((str.indexof_re "" re.all 0))");
};

TEST_F(RandomRegexes, AgreeWithTryingEverything) {
  const std::vector<Word> words = all_words(U"ab", 5);
  Rng rng(20240607);
  size_t members = 0;
  for (size_t i = 0; i < test::scaled(1500); ++i) {
    const Tree tree = random_tree(rng, 4);
    const std::string text = text_of(tree);
    const Value re = stub_.eval(text);
    const Value reversed = call(reverse_, {re});
    for (const Word& word : words) {
      const bool expected = naive(tree, word);
      members += expected ? 1 : 0;
      ASSERT_EQ(call(in_re_, {string(word), re}), Value::boolean(expected)) << text;
      ASSERT_EQ(call(in_re_, {string({word.rbegin(), word.rend()}), reversed}),
                Value::boolean(expected))
          << text;
    }
    if (i % 10 == 0)
      for (const Word& word : words) check_replacements(tree, re, word);
    ASSERT_FALSE(HasFailure()) << text;
  }
  EXPECT_GT(members, test::scaled(10'000));
}

// Equal handles must mean equal languages; how often they do is what the normal form is worth.
TEST_F(RandomRegexes, EqualValuesAreEqualLanguages) {
  const std::vector<Word> words = all_words(U"abc", 4);
  Rng rng(7);
  std::map<Value, std::vector<bool>> languages;
  for (int i = 0; i < 3000; ++i) {
    const Tree tree = random_tree(rng, 2);
    std::vector<bool> language;
    for (const Word& word : words) language.push_back(naive(tree, word));
    const auto [it, fresh] = languages.try_emplace(stub_.eval(text_of(tree)), language);
    ASSERT_EQ(it->second, language) << text_of(tree);
  }
  EXPECT_LT(languages.size(), 2000u);
}

TEST(Regexes, NormalForm) {
  EvalStub stub;
  const std::pair<std::string_view, std::string_view> equal[] = {
      {"(re.union re.allchar re.none re.allchar)", "re.allchar"},
      {R"((re.union (str.to_re "b") (re.union (str.to_re "a") (str.to_re "c"))))",
       R"((re.range "a" "c"))"},
      {"(re.union re.all re.allchar)", "re.all"},
      {"(re.* re.allchar)", "re.all"},
      {"(re.comp re.none)", "re.all"},
      {"(re.comp (re.comp re.allchar))", "re.allchar"},
      {R"((re.inter (re.range "a" "k") (re.range "h" "z")))", R"((re.range "h" "k"))"},
      {R"((re.* (re.* (str.to_re "ab"))))", R"((re.* (str.to_re "ab")))"},
      {R"((re.++ (str.to_re "ab") (re.* (str.to_re "ab"))))", R"((re.+ (str.to_re "ab")))"},
      {R"((re.union (str.to_re "") (str.to_re "ab")))", R"((re.opt (str.to_re "ab")))"},
      {R"((re.opt (re.+ (str.to_re "ab"))))", R"((re.* (str.to_re "ab")))"},
      {R"(((_ re.loop 2 3) ((_ re.^ 5) (str.to_re "ab"))))",
       R"(((_ re.loop 2 3) ((_ re.^ 5) (str.to_re "ab"))))"},
      {R"(((_ re.^ 3) ((_ re.^ 5) (str.to_re "ab"))))", R"(((_ re.^ 15) (str.to_re "ab")))"},
      {R"((re.union (re.opt (str.to_re "ab")) ((_ re.loop 2 4) (str.to_re "ab"))))",
       R"(((_ re.loop 0 4) (str.to_re "ab")))"},
      {R"((re.diff (str.to_re "ab") (str.to_re "ab")))", "re.none"},
      {R"((re.union (str.to_re "ab") (re.comp (str.to_re "ab"))))", "re.all"},
  };
  for (const auto& [a, b] : equal) EXPECT_EQ(stub.eval(a), stub.eval(b)) << a;
}

// ---- Hostile expressions.

class HostileRegexes : public ::testing::Test {
 protected:
  Value word(std::string_view text) {
    return values_.string(std::vector<uint32_t>(text.begin(), text.end()));
  }
  Value letter(char c) { return build_.text(word(std::string(1, c))); }
  Value star(Value re) { return build_.loop(re, 0, regex::kUnbounded); }
  std::optional<bool> member(std::string_view text, Value re) {
    return regex::is_member(values_, word(text), re);
  }
  static std::string repeat(std::string_view text, size_t times) {
    std::string result;
    for (size_t i = 0; i < times; ++i) result += text;
    return result;
  }

  ValuePool values_;
  regex::Builder build_{values_};
};

TEST_F(HostileRegexes, Stars) {
  const Value a = letter('a');
  const Value b = letter('b');
  // (a*a*a*)*b, ((a|a)*)*, (a|aa)*b, (a*b*)* nested.
  const Value many = star(build_.concat(star(a), build_.concat(star(b), star(a))));
  EXPECT_EQ(member(repeat("ab", 20'000) + "c", many), false);
  EXPECT_EQ(member(repeat("ab", 20'000), many), true);
  const Value two = star(build_.unite({a, build_.text(word("aa"))}));
  EXPECT_EQ(member(repeat("a", 50'000) + "b", build_.concat(two, two)), false);
  EXPECT_EQ(member(repeat("a", 50'000), build_.concat(two, two)), true);
  Value nested = a;
  for (int i = 0; i < 200; ++i) nested = star(build_.concat(star(nested), star(b)));
  EXPECT_EQ(member(repeat("ab", 1000), nested), true);
  EXPECT_EQ(member(repeat("ab", 1000) + "c", nested), false);
}

TEST_F(HostileRegexes, PlacesFromTheEnd) {
  // The automaton of (a|b)*a(a|b)^200 has 2^200 states.
  const Value ab = build_.unite({letter('a'), letter('b')});
  const Value re = build_.concat(star(ab), build_.concat(letter('a'), build_.loop(ab, 200, 200)));
  const std::string tail = repeat("ba", 100);
  EXPECT_EQ(member(repeat("aab", 300) + "a" + tail, re), true);
  EXPECT_EQ(member(repeat("aab", 300) + "b" + tail, re), false);
  EXPECT_EQ(member(repeat("aab", 300) + "b" + tail, build_.complement(re)), true);
}

TEST_F(HostileRegexes, Loops) {
  const Value a = letter('a');
  const Value ab = build_.text(word("ab"));
  EXPECT_EQ(member(repeat("a", 1000), build_.loop(a, 0, 1'000'000)), true);
  EXPECT_EQ(member(repeat("a", 100'000), build_.loop(a, 100'000, 100'000)), true);
  EXPECT_EQ(member(repeat("a", 99'999), build_.loop(a, 100'000, 100'000)), false);
  EXPECT_EQ(member(repeat("ab", 1000), build_.loop(build_.unite({a, ab}), 999, 4'000'000'000)),
            true);
  EXPECT_EQ(member("", build_.loop(build_.loop(a, 2, 3), 1u << 31, uint64_t{1} << 61)), false);
  // (a{3,5}){7,9} leaves no gap, (a{7}){3,4} does.
  EXPECT_EQ(member(repeat("a", 36), build_.loop(build_.loop(a, 3, 5), 7, 9)), true);
  EXPECT_EQ(member(repeat("a", 27), build_.loop(build_.loop(a, 7, 7), 3, 4)), false);
  EXPECT_EQ(member(repeat("a", 28), build_.loop(build_.loop(a, 7, 7), 3, 4)), true);
  const Value counted =
      build_.loop(build_.concat(build_.loop(a, 0, 500), build_.loop(letter('c'), 0, 1)), 0, 500);
  EXPECT_EQ(member(repeat("a", 600) + "b", counted), false);
}

TEST_F(HostileRegexes, Complements) {
  Value tower = letter('a');
  for (int i = 0; i < 2000; ++i)
    tower = build_.complement(
        build_.concat(build_.complement(build_.concat(tower, letter('b'))), letter('a')));
  EXPECT_TRUE(member("ababab", tower).has_value());
  Value meet = build_.all();
  for (char c = 'a'; c <= 'p'; ++c)
    meet = build_.intersect(
        {meet, build_.concat(build_.all(), build_.concat(letter(c), build_.all()))});
  EXPECT_EQ(member("ponmlkjihgfedcba", meet), true);
  EXPECT_EQ(member("ponmlkjihgfedcb", meet), false);
  EXPECT_EQ(member("ponmlkjihgfedcb", build_.complement(meet)), true);
}

// 100,000 deep to either side, on a small stack.
TEST_F(HostileRegexes, Deep) {
  on_small_stack([&] {
    constexpr int kDepth = 100'000;
    Value left = letter('a');
    Value right = letter('a');
    Value mixed = letter('a');
    Value unions = build_.text(word("xy"));
    Value stars = letter('a');
    for (int i = 0; i < kDepth; ++i) {
      const Value next = letter(i % 2 == 0 ? 'b' : 'a');
      left = build_.concat(left, next);
      right = build_.concat(next, right);
      mixed =
          i % 3 == 0 ? build_.complement(build_.concat(mixed, next)) : build_.concat(next, mixed);
      const std::vector<uint32_t> text{'x', static_cast<uint32_t>(i)};
      unions = build_.unite({unions, build_.text(values_.string(text))});
      stars = star(build_.concat(stars, letter('b')));
    }
    EXPECT_EQ(member("a" + repeat("ba", kDepth / 2), left), true);
    EXPECT_EQ(member("a" + repeat("ba", kDepth / 2) + "a", left), false);
    EXPECT_EQ(member(repeat("ab", kDepth / 2) + "a", right), true);
    EXPECT_TRUE(member("abab", mixed).has_value());
    EXPECT_EQ(member("x~", unions), true);
    EXPECT_EQ(member("yx", unions), false);
    EXPECT_EQ(member("bbb", stars), true);
    EXPECT_EQ(member("abb", stars), false);
  });
}

TEST_F(HostileRegexes, SearchIsLinear) {
  EvalStub stub;
  stub.declare("(declare-const s String)");
  stub.define("s", stub.values.string(std::vector<uint32_t>(100'000, 'a')));
  EXPECT_EQ(stub.show(R"((str.indexof_re s (re.++ re.all (str.to_re "b")) 0))"), "-1");
  EXPECT_EQ(stub.show(R"((str.len (str.replace_re_all s (re.+ (str.to_re "aaa")) "b")))"), "33334");
  EXPECT_EQ(
      stub.show(R"((str.len (str.replace_re_all s (re.* (re.++ re.all (str.to_re "b"))) "b")))"),
      "100000");
}

TEST_F(HostileRegexes, TooLargeIsSaid) {
  // Each state has a place for each pair of counts.
  const Value a = letter('a');
  Value re = build_.loop(build_.unite({a, build_.text(word("aab")), letter('c')}), 0, 100'000);
  for (int i = 0; i < 3; ++i)
    re = build_.loop(build_.concat(re, build_.loop(build_.text(word("ab")), 0, 1)), 0, 100'000);
  EXPECT_EQ(member(repeat("a", 5000) + "b", re), std::nullopt);
}

}  // namespace
}  // namespace pg::test
