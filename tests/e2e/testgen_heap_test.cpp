// Memory that malloc and free make.
#include <gtest/gtest.h>

#include "program/testgen.h"
#include "program/write.h"
#include "support/testgen.h"

namespace pg {
namespace {

class HeapTest : public test::TestgenTest {
 protected:
  void test(const std::string& body, std::vector<std::string> arrays = {}) {
    const auto result = run("#include <stdlib.h>\n#include <string.h>\n" + body, std::move(arrays));
    const auto* failure = std::get_if<TestgenFailure>(&result);
    ASSERT_FALSE(failure) << failure->error.message;
    report_ = std::get<TestgenReport>(result);
    // With the machine's memory the original passes as well.
    const auto wrong = write_report(report_, options_, {"driver"}, directory_.path().string());
    EXPECT_FALSE(wrong) << wrong->error.message;
  }

  std::string verdict(const std::string& change) const {
    for (const MutantResult& mutant : report_.mutants)
      if (mutant.fault.change == change) return verdict_text(mutant);
    return "no such mutant";
  }

  TestgenReport report_;
};

constexpr const char* kThereIsMemory = "equivalent if there is always memory to allocate";

TEST_F(HeapTest, ArraysHaveTheirLength) {
  test(
      "int f(unsigned n) { if (n < 1 || n > 3) return -1;\n"
      "  int *a = malloc(n * sizeof *a), s = 0;\n"
      "  for (unsigned i = 0; i < n; i++) a[i] = i * i;\n"
      "  for (unsigned i = 0; i < n; i++) s += a[i];\n  free(a); return s < 3 ? s : 3; }\n");
  EXPECT_EQ(report_.count(MutantStatus::Unknown), 0u);
  EXPECT_EQ(report_.count(MutantStatus::BoundExceeded), 0u);
  // i <= n leaves the memory.
  EXPECT_GE(report_.count(MutantStatus::KilledBySanitizer), 1u);
}

TEST_F(HeapTest, ListsAreMadeOfNodes) {
  test(
      "struct node { int value; struct node *next; };\n"
      "static struct node *push(struct node *list, int value) {\n"
      "  struct node *n = malloc(sizeof *n); n->value = value; n->next = list; return n; }\n"
      "int f(int x, int y) { struct node *list = push(push(NULL, x), y); int sum = 0;\n"
      "  while (list) { struct node *next = list->next; if (list->value < 3) sum ^= list->value;\n"
      "    free(list); list = next; }\n  return sum; }\n");
  EXPECT_EQ(verdict("< becomes <="), "killed");
  EXPECT_EQ(report_.killed(), report_.mutants.size());
}

TEST_F(HeapTest, NoTestUsesWhatIsGone) {
  test(
      "int f(int x, int y) { int *p = malloc(sizeof *p); *p = y; if (x < 9) free(p);\n"
      "  if (x > 3) y = *p; if (x >= 9) free(p); return y < 3; }\n");
  for (const pg::Test& each : report_.tests) {
    const auto x = static_cast<int32_t>(each.input[0]);
    EXPECT_TRUE(x <= 3 || x >= 9) << x;
  }
  test(
      "int f(int x) { char *p = malloc(2); p[0] = 'a'; if (x < 3) p[1] = 0; p = realloc(p, 3);\n"
      "  p[2] = 0; const int r = strlen(p); free(p + (x > 7)); return r; }\n");
  // The second character has no value from 3 on.
  for (const pg::Test& each : report_.tests) EXPECT_LT(static_cast<int32_t>(each.input[0]), 3);
}

TEST_F(HeapTest, MutantsMayNotFreeTwice) {
  test(
      "int f(int x) { int *p = calloc(2, sizeof *p); if (x < 3) free(p); if (x >= 3) free(p);\n"
      "  return x; }\n");
  EXPECT_EQ(verdict("< becomes <="), "killed by trap (seen with sanitizers)");
  // What is never freed is not seen.
  EXPECT_EQ(verdict(">= becomes >"), kThereIsMemory);
}

TEST_F(HeapTest, ProofsSayThatThereIsMemory) {
  test(
      "int f(int x) { int *p = malloc(sizeof *p); if (!p) return 7; *p = x < 3 ? x : 3;\n"
      "  x = *p; free(p); return x; }\n");
  EXPECT_EQ(verdict("< becomes <="), kThereIsMemory);
}

TEST_F(HeapTest, StructuresMayHaveNoBytes) {
  test(
      "struct none { int all[0]; };\n"
      "int f(int x) { struct none *p = malloc(8), *q = p + x; q->all[1] = 5; free(p);\n"
      "  return x < 3; }\n");
  EXPECT_EQ(verdict("< becomes <="), "killed");
}

}  // namespace
}  // namespace pg
