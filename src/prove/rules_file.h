#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "mutate/own_rules.h"
#include "prove/prove.h"

namespace pg {

// A file of rules:
//   [[rule]]
//   name = "less-or-far"
//   terms = "x y: Int"
//   constants = "c: Int"
//   stronger = "(< x y)"
//   weaker = "(< x (+ y c))"
//   where = "(>= c 0)"
// and, if one wants, `equivalent = true` and a `note` for people.
Result<std::shared_ptr<const OwnRules>> read_rules(std::string_view text);

// Why a rule of a user has no meaning at the sorts at which it would be proved, or none that a
// proof there stands for all; empty if it has.
std::string fault_of_sorts(const Rule& rule);

// The columns of a rule; what is missing is empty. Throws what the library throws where a column
// is no text.
nlohmann::json rule_to_json(const RuleText& text);
RuleText rule_from_json(const nlohmann::json& json);

// What was proved of a file of rules; it stands beside the file.
std::string record_path(const std::string& file);
std::string record_text(const OwnRules& rules, std::span<const RuleProof> proofs,
                        std::span<const Solver> solvers);
// The rules that a record says are proved; none if it is of another version, or no record.
std::vector<RuleText> read_record(std::string_view text);

// Reads a file of rules all of which its record has.
Result<std::shared_ptr<const OwnRules>> load_proved_rules(const std::string& file);

}  // namespace pg
