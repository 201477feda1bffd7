// Our bodies of functions of C's library.
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/library_source.h"
#include "program/testgen.h"
#include "program/write.h"
#include "support/testgen.h"

namespace pg {
namespace {

using ::testing::HasSubstr;

// Compares ours, whose names begin with our_, with those of the machine.
constexpr const char* kComparison = R"(
#include <ctype.h>
#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf trapped;
void polygraph_trap(unsigned kind) { longjmp(trapped, kind); }
void polygraph_access(const void *b, const void *p, size_t n, size_t a, _Bool s) {}
void polygraph_disjoint(const void *a, const void *b, size_t n, _Bool s) {}
void polygraph_used(_Bool condition, _Bool strict) {}

static int failures;
#define SAME(name, a, b) do { if ((a) != (b)) { if (failures++ < 10) \
  printf("%s: line %d, '%s' and '%s', %d\n", #name, __LINE__, left, right, count); } } while (0)
#define SIGN(x) (((x) > 0) - ((x) < 0))
static char left[64], right[64], copy[64], other[64];
static int count;
static unsigned long state = 1;
static unsigned draw(unsigned below) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (state >> 33) % below;
}

#define CHARACTER(name) int our_##name(int); \
  static void check_##name(void) { for (count = -1; count < 256; ++count) \
    SAME(name, !our_##name(count), !(name)(count)); }
CHARACTER(isalnum) CHARACTER(isalpha) CHARACTER(isblank) CHARACTER(iscntrl) CHARACTER(isdigit)
CHARACTER(isgraph) CHARACTER(islower) CHARACTER(isprint) CHARACTER(ispunct) CHARACTER(isspace)
CHARACTER(isupper) CHARACTER(isxdigit)
int our_tolower(int), our_toupper(int), our_ctype_lower(long), our_ctype_upper(long);
unsigned short our_ctype_class(long), our_ctype_digits(long);
static void check_characters(void) {
  check_isalnum(); check_isalpha(); check_isblank(); check_iscntrl(); check_isdigit();
  check_isgraph(); check_islower(); check_isprint(); check_ispunct(); check_isspace();
  check_isupper(); check_isxdigit();
  for (count = -1; count < 256; ++count) {
    SAME(tolower, our_tolower(count), tolower(count));
    SAME(toupper, our_toupper(count), toupper(count));
    SAME(ctype_class, our_ctype_class(count), (*__ctype_b_loc())[count]);
    SAME(ctype_digits, our_ctype_digits(count), (*__ctype_b_loc())[count] & 0x1800);
    SAME(ctype_lower, our_ctype_lower(count), (*__ctype_tolower_loc())[count]);
    SAME(ctype_upper, our_ctype_upper(count), (*__ctype_toupper_loc())[count]);
  }
}

size_t our_strlen(const char *), our_strnlen(const char *, size_t), our_strspn(const char *, const char *),
    our_strcspn(const char *, const char *);
int our_strcmp(const char *, const char *), our_strncmp(const char *, const char *, size_t),
    our_memcmp(const void *, const void *, size_t);
char *our_strchr(const char *, int), *our_strrchr(const char *, int), *our_strstr(const char *, const char *),
    *our_strpbrk(const char *, const char *), *our_strcpy(char *, const char *), *our_strcat(char *, const char *),
    *our_strncpy(char *, const char *, size_t), *our_strncat(char *, const char *, size_t);
void *our_memchr(const void *, int, size_t), *our_memcpy(void *, const void *, size_t),
    *our_memmove(void *, const void *, size_t), *our_memset(void *, int, size_t);

#define WRITES(name, ...) do { memcpy(copy, left, 64); memcpy(other, left, 64); char *to = copy; \
  SAME(name, (char *)our_##name(__VA_ARGS__), copy); to = other; (name)(__VA_ARGS__); \
  SAME(name, memcmp(copy, other, 64), 0); } while (0)
static void check_pair(void) {
  SAME(strlen, our_strlen(left), strlen(left));
  SAME(strnlen, our_strnlen(left, count), strnlen(left, count));
  SAME(strspn, our_strspn(left, right), strspn(left, right));
  SAME(strcspn, our_strcspn(left, right), strcspn(left, right));
  SAME(strcmp, our_strcmp(left, right), SIGN(strcmp(left, right)));
  SAME(strncmp, our_strncmp(left, right, count), SIGN(strncmp(left, right, count)));
  SAME(memcmp, our_memcmp(left, right, count), SIGN(memcmp(left, right, count)));
  SAME(strchr, our_strchr(left, *right), strchr(left, *right));
  SAME(strrchr, our_strrchr(left, *right), strrchr(left, *right));
  SAME(memchr, our_memchr(left, *right, count), memchr(left, *right, count));
  SAME(strstr, our_strstr(left, right), strstr(left, right));
  SAME(strpbrk, our_strpbrk(left, right), strpbrk(left, right));
  WRITES(strcpy, to, right);
  WRITES(strcat, to, right);
  WRITES(strncpy, to, right, count);
  WRITES(strncat, to, right, count);
  WRITES(memcpy, to, right, count);
  WRITES(memmove, to, to + 1, count);
  WRITES(memset, to, *right, count);
}
static void check_strings(void) {
  static const char letters[] = {0, 'a', 'b', (char)0x80};
  for (unsigned number = 0; number < 1 << 16; ++number) {
    for (unsigned i = 0; i < 4; ++i) {
      left[i] = letters[number >> 2 * i & 3];
      right[i] = letters[number >> (8 + 2 * i) & 3];
    }
    count = draw(6);
    check_pair();
  }
}

#define PARSER(type, name) type our_##name(const char *, char **, int)
#define PARSE(name) do { char *end, *our_end; \
  errno = our_errno = 0; \
  SAME(name, our_##name(left, &our_end, count), (name)(left, &end, count)); \
  SAME(name, our_end, end); SAME(name, our_errno, errno); } while (0)
extern int our_errno;
int *our___errno_location(void);
PARSER(long, strtol); PARSER(unsigned long, strtoul); PARSER(long long, strtoll);
PARSER(unsigned long long, strtoull);
int our_atoi(const char *);
long our_atol(const char *);
long long our_atoll(const char *);
static void check_numbers(void) {
  static const char letters[] = " \t-+0xX12789afgzZ";
  static const char *const signs[] = {"", "-", " +"};
  static const char *const bounds[] = {"9223372036854775807", "9223372036854775808",
    "9223372036854775809", "18446744073709551615", "18446744073709551616", "2147483648"};
  SAME(__errno_location, our___errno_location(), &our_errno);
  for (unsigned number = 0; number < 300000; ++number) {
    const unsigned length = draw(4) ? draw(8) : draw(24);
    memset(left, 0, 64);
    for (unsigned i = 0; i < length; ++i)
      left[i] = draw(3) ? letters[draw(sizeof letters - 1)] : '0' + draw(10);
    if (number % 8 == 0) snprintf(left, 64, "%s%s", signs[draw(3)], bounds[draw(6)]);
    count = draw(3) ? draw(2) ? 0 : 10 : 2 + draw(35);
    PARSE(strtol); PARSE(strtoul); PARSE(strtoll); PARSE(strtoull);
    count = 10;
    errno = 0;
    const long value = strtol(left, 0, 10);
    if (errno) continue;
    SAME(atol, our_atol(left), value);
    SAME(atoll, our_atoll(left), value);
    if (value == (int)value) SAME(atoi, our_atoi(left), value);
    else if (!setjmp(trapped)) SAME(atoi, our_atoi(left), value + 1);
  }
}

typedef int relation(const void *, const void *);
void our_qsort(void *, size_t, size_t, relation *);
void *our_bsearch(const void *, const void *, size_t, size_t, relation *);
static int by_number(const void *a, const void *b) {
  const int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
struct wide { int key; char text[9]; };
int our_abs(int); long our_labs(long); long long our_llabs(long long);
div_t our_div(int, int); ldiv_t our_ldiv(long, long); lldiv_t our_lldiv(long long, long long);
static void check_rest(void) {
  for (unsigned number = 0; number < 2000; ++number) {
    int a[9], b[9], key = draw(20);
    struct wide c[9], d[9];
    memset(c, 0, sizeof c);
    count = draw(10);
    for (int i = 0; i < count; ++i) {
      a[i] = b[i] = draw(20);
      c[i].key = draw(5);
      memset(c[i].text, c[i].key, 9);
    }
    memcpy(d, c, sizeof c);
    our_qsort(a, count, sizeof *a, by_number);
    qsort(b, count, sizeof *b, by_number);
    SAME(qsort, memcmp(a, b, count * sizeof *a), 0);
    our_qsort(c, count, sizeof *c, by_number);
    qsort(d, count, sizeof *d, by_number);
    SAME(qsort, memcmp(c, d, count * sizeof *c), 0);
    const int *mine = our_bsearch(&key, a, count, sizeof *a, by_number);
    const int *theirs = bsearch(&key, a, count, sizeof *a, by_number);
    SAME(bsearch, mine ? *mine : -1, theirs ? *theirs : -1);
    const int x = draw(200) - 100, y = draw(20) + 1;
    SAME(abs, our_abs(x), abs(x));
    SAME(labs, our_labs(x), labs(x));
    SAME(llabs, our_llabs(x), llabs(x));
    SAME(div, our_div(x, y).quot * 1000 + our_div(x, y).rem, div(x, y).quot * 1000 + div(x, y).rem);
    SAME(ldiv, our_ldiv(x, -y).quot * 1000 + our_ldiv(x, -y).rem, ldiv(x, -y).quot * 1000 + ldiv(x, -y).rem);
    SAME(lldiv, our_lldiv(x, y).quot * 1000 + our_lldiv(x, y).rem, lldiv(x, y).quot * 1000 + lldiv(x, y).rem);
  }
}

void *our_malloc(size_t), *our_calloc(size_t, size_t), *our_realloc(void *, size_t);
void our_free(void *);
char *our_strdup(const char *), *our_strndup(const char *, size_t);
void *polygraph_allocate(size_t bytes) {
  size_t *memory = malloc(bytes + 16);
  *memory = bytes;
  return memory + 2;
}
size_t polygraph_allocated(const void *memory) { return ((const size_t *)memory)[-2]; }
void polygraph_release(void *memory) { free((size_t *)memory - 2); }
static void check_memory(void) {
  char *a = our_malloc(5), *b = our_calloc(3, 3), *c = our_strdup("abc"), *d = our_strndup("abc", 2);
  memset(a, 7, 5);
  a = our_realloc(our_realloc(a, 9), 4);
  for (count = 0; count < 4; ++count) SAME(realloc, a[count], 7);
  for (count = 0; count < 9; ++count) SAME(calloc, b[count], 0);
  SAME(calloc, our_calloc(-1ul / 2, 3), 0);
  SAME(strdup, strcmp(c, "abc"), 0);
  SAME(strndup, strcmp(d, "ab"), 0);
  our_free(0); our_free(a); our_free(b); our_free(c); our_free(d);
}

int main(void) {
  check_memory();
  check_characters();
  check_strings();
  check_numbers();
  check_rest();
  return failures != 0;
}
)";

TEST(Library, BodiesAgreeWithTheMachine) {
  const test::TemporaryDirectory directory;
  directory.write("library.c", library_source());
  directory.write("compare.c", kComparison);
  std::vector<std::string> words{"/usr/bin/env",   "clang-19",         "-O1", "-w",
                                 "-ffreestanding", "-fno-builtin",     "-c",  "-o",
                                 "library.o",      "-Derrno=our_errno"};
  for (const std::string_view name : library_bodies()) {
    EXPECT_THAT(kComparison, HasSubstr(std::string(name))) << "is not compared";
    words.push_back(fmt::format("-D{0}=our_{0}", name));
  }
  words.push_back("library.c");
  const test::RunResult compiled = test::run(directory, words);
  ASSERT_EQ(compiled.exit_code, 0) << compiled.err;
  const test::RunResult linked = test::run(
      directory, {"/usr/bin/env", "gcc", "-O1", "-w", "-o", "compare", "compare.c", "library.o"});
  ASSERT_EQ(linked.exit_code, 0) << linked.err;
  const test::RunResult compared = test::run(directory, {"./compare"});
  EXPECT_EQ(compared.exit_code, 0) << compared.out;
}

class LibraryTest : public test::TestgenTest {
 protected:
  // What becomes of the mutant that makes `x <= 3` of `x < 3`.
  std::string verdict(const std::string& program, std::vector<std::string> arrays = {}) {
    const auto result = run(program, std::move(arrays));
    if (const auto* failure = std::get_if<TestgenFailure>(&result)) return failure->error.message;
    report_ = std::get<TestgenReport>(result);
    for (const MutantResult& mutant : report_.mutants)
      if (mutant.fault.change == "< becomes <=") return verdict_text(mutant);
    return "no such mutant";
  }

  // The suite is linked with the machine's library; write_report runs it.
  void expect_suite() {
    const auto failure = write_report(report_, options_, {"driver"}, directory_.path().string());
    EXPECT_FALSE(failure) << failure->error.message;
    EXPECT_TRUE(std::filesystem::exists(directory_.path() / "suite.c"));
  }

  TestgenReport report_;
};

constexpr const char* kProved = "proved equivalent";

TEST_F(LibraryTest, StringsEnd) {
  EXPECT_EQ(verdict("#include <string.h>\n"
                    "int f(const char *s) { return strlen(s) < 3 ? 1 : 2; }\n",
                    {"s:5"}),
            "killed");
  ASSERT_FALSE(report_.tests.empty());
  for (const pg::Test& test : report_.tests) EXPECT_THAT(test.input, testing::Contains(0u));
  expect_suite();
}

TEST_F(LibraryTest, OnlyTheSignOfAComparisonCounts) {
  const std::string head = "#include <string.h>\nint f(const char *s, int x) { ";
  EXPECT_EQ(verdict(head + "return strcmp(s, \"b\") < 0 ? x < 3 : x < 3 ? x : 3; }\n", {"s:2"}),
            "killed");
  EXPECT_EQ(verdict(head + "return !strcmp(s, \"b\") ? x : x < 3 ? x : 3; }\n", {"s:2"}), kProved);
  EXPECT_EQ(verdict(head + "return memcmp(s, \"b\", 2) >= 0 ? x : x < 3 ? x : 3; }\n", {"s:2"}),
            kProved);
  // Where it says more, there is no test, and no proof.
  EXPECT_THAT(verdict(head + "return strcmp(s, \"b\") == 1 ? x < 3 : 7; }\n", {"s:2"}),
              HasSubstr("several right results"));
  for (const pg::Test& test : report_.tests) EXPECT_LE(test.input[0], 'b');
  EXPECT_EQ(verdict(head + "int r = memcmp(s, \"b\", 2); return r + (x < 3); }\n", {"s:2"}),
            "killed");
  for (const pg::Test& test : report_.tests) EXPECT_EQ(test.input[0], 'b');
}

TEST_F(LibraryTest, CharactersAreThoseOfTheLocale) {
  const std::string head = "#include <ctype.h>\nint f(int c, int x) { ";
  const char* by_locale = "equivalent if the locale is that of C";
  EXPECT_EQ(verdict(head + "return isdigit(c) ? x : x < 3 ? x : 3; }\n"), kProved);
  EXPECT_EQ(verdict(head + "return (isxdigit)(c) ? x : x < 3 ? x : 3; }\n"), kProved);
  EXPECT_EQ(verdict(head + "return isalpha(c) ? x : x < 3 ? x : 3; }\n"), by_locale);
  EXPECT_EQ(verdict(head + "return toupper(c) == 'A' ? x : x < 3 ? x : 3; }\n"), by_locale);
  // C17 7.4p1: of other numbers nothing may be asked.
  EXPECT_EQ(verdict(head + "int r = isspace(c); return c < 32 ? 0 : r; }\n"), "killed");
  for (const pg::Test& test : report_.tests) {
    const auto c = static_cast<int32_t>(test.input[0]);
    EXPECT_TRUE(c >= -1 && c <= 255) << c;
  }
  expect_suite();
}

TEST_F(LibraryTest, ErrorsAreNumbered) {
  EXPECT_EQ(verdict("#include <errno.h>\n"
                    "int f(int x) { if (x > 9) errno = x; return x < 3 ? x : 3; }\n"),
            kProved);
  options_.operators = {"ROR", "IVI"};
  EXPECT_EQ(verdict("#include <errno.h>\nint f(int x) { if (x < 3) errno = 1; return 0; }\n"),
            "killed");
  expect_suite();
  EXPECT_EQ(verdict("#include <errno.h>\n"
                    "int f(int x) { return errno < 3 ? x : 3; }\n"),
            "equivalent if 'errno' starts with its initial value");
  EXPECT_EQ(verdict("#include <errno.h>\n#include <stdlib.h>\n"
                    "int f(const char *s) { char *end; const long n = strtol(s, &end, 16);\n"
                    "  return n < 3 && *end == 0 ? 1 : 2; }\n",
                    {"s:3"}),
            "killed");
  expect_suite();
}

// Which of equal elements comes first is open.
TEST_F(LibraryTest, SortingTakesAnOrder) {
  const char* sorted =
      "#include <stdlib.h>\nstruct p { char key, value; };\n"
      "static int by_key(const void *a, const void *b) {\n"
      "  return *(const char *)a < *(const char *)b ? -1 : *(const char *)a > *(const char *)b; }\n"
      "int f(struct p *a, int x) { qsort(a, 2, sizeof *a, by_key); return a[0].value < x; }\n";
  EXPECT_EQ(verdict(sorted, {"a:2"}), "killed");
  for (const MutantResult& mutant : report_.mutants)
    if (mutant.fault.function == "by_key" && mutant.fault.change == "< becomes <=") {
      EXPECT_EQ(mutant.status, MutantStatus::KilledBySanitizer);
    }
  for (const pg::Test& test : report_.tests)
    EXPECT_TRUE(test.input[0] != test.input[2] || test.input[1] == test.input[3]);
  expect_suite();
}

TEST_F(LibraryTest, CopiesDoNotOverlap) {
  EXPECT_EQ(verdict("#include <string.h>\n"
                    "int f(unsigned char i, int x) { char s[6] = \"ab\"; if (i > 3) return 0;\n"
                    "  strcpy(s + i, s); return x < 3; }\n"),
            "killed");
  for (const pg::Test& test : report_.tests) EXPECT_GE(test.input[0], 3u);
}

// A program may have functions of its own by these names.
TEST_F(LibraryTest, OnlyWhatTheLibraryHas) {
  EXPECT_EQ(
      verdict("static int abs_(int x) { return x; }\nint strlen(const char *s) { return *s; }\n"
              "int f(const char *s) { return strlen(s) < 3 ? 3 : abs_(3); }\n",
              {"s:1"}),
      kProved);
  options_.clang = {"-ffreestanding"};
  EXPECT_THAT(verdict("unsigned long strlen(const char *);\n"
                      "int f(const char *s, int x) { return strlen(s) ? x : x < 3 ? x : 3; }\n",
                      {"s:1"}),
              HasSubstr("'strlen' ignores the pointers that it is given"));
}

}  // namespace
}  // namespace pg
