#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ask/query.h"
#include "smtlib/parser.h"
#include "solve/session.h"
#include "solve/solver.h"
#include "support/machine.h"

namespace pg {
namespace {

// A release of which the threads look at a text some time after they are given it, as those of the
// real ones do: whoever has put it on a stack has put something else there by then.
constexpr const char* kPackage = R"js(
const memory = new Uint8Array(1 << 16);
let used = 8;
const read = at => Buffer.from(memory.subarray(at, memory.indexOf(0, at))).toString();
const answer = text => text.includes('(check-sat)') ? (text.includes('(assert p)') ? 'sat' : 'unsat') : '';
const ignore = () => 0;
exports.init = async () => ({
  Z3: {
    global_param_set: ignore, mk_config: ignore, del_config: ignore, mk_context: ignore, del_context: ignore,
    get_full_version: ignore,
    eval_smtlib2_string: async () => '(error "line 1 column 0: invalid command")',
  },
  em: {
    HEAPU8: memory,
    _malloc: size => (used += size) - size,
    _free: at => memory.fill(0, at),
    _async_Z3_eval_smtlib2_string: (context, at) =>
      new Promise(done => setImmediate(() => done(answer(read(at))))),
    async_call: (call, ...values) => call(...values),
  },
});
)js";

TEST(NpmZ3, TextsStayWhileAnotherThreadReadsThem) {
  const std::string node = find_program("node");
  ASSERT_FALSE(node.empty());
  const test::Machine machine;
  machine.install_release("9.8.7");
  machine.install_script("node", fmt::format("exec {} \"$@\"", node));
  std::ofstream(machine.path("polygraph/z3-solver/9.8.7/node_modules/z3-solver/index.js"))
      << kPackage;
  const Result<Solver> solver = find_solver("z3@9.8.7");
  ASSERT_TRUE(solver) << solver.error().message;
  Session session(*solver, {.seconds = 60});
  for (const auto& [assertion, expected] :
       {std::pair("(assert p)", AnswerKind::Sat), {"(assert (not p))", AnswerKind::Unsat}}) {
    Pool pool;
    const ParsedScript parsed =
        parse_script(pool, fmt::format("(declare-const p Bool)\n{}\n(check-sat)\n", assertion));
    const std::vector<Answer> answers = session.ask(make_query(pool, parsed.script, false));
    ASSERT_EQ(answers.size(), 1u);
    EXPECT_EQ(answers[0].kind, expected) << answers[0].output << answers[0].error_output;
  }
}

}  // namespace
}  // namespace pg
