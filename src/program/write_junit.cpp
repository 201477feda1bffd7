#include <fmt/format.h>

#include "program/write.h"

namespace pg {

std::vector<OutputFile> write_junit(const TestgenReport& report, std::string_view) {
  std::string cases;
  size_t failures = 0;
  for (const MutantResult& mutant : report.mutants) {
    cases += fmt::format("  <testcase classname=\"{}\" name=\"{} {}:{}:{} {}\"",
                         escape_xml(mutant.fault.function), mutant.fault.id, mutant.fault.op,
                         mutant.fault.place.line, mutant.fault.place.column,
                         escape_xml(mutant.fault.change));
    if (is_killed(mutant.status)) {
      cases += "/>\n";
    } else if (is_equivalent(mutant)) {
      cases +=
          fmt::format("><skipped message=\"{}\"/></testcase>\n", escape_xml(verdict_text(mutant)));
    } else {
      ++failures;
      cases += fmt::format("><failure message=\"{}\">{}</failure></testcase>\n",
                           escape_xml(verdict_text(mutant)),
                           escape_xml(change_text(report, mutant.fault)));
    }
  }
  const std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">\n"
      "{}</testsuite>\n",
      escape_xml(report.interface.function), report.mutants.size(), failures, report.equivalent(),
      cases);
  return {{"mutants.xml", text}};
}

}  // namespace pg
