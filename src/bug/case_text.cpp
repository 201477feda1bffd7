#include "bug/case_text.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <xxhash.h>

#include "bug/paths.h"
#include "prove/rules_file.h"

namespace pg {
namespace {

using Json = nlohmann::json;

// Grows when the format changes.
constexpr int kFormat = 1;

const Error kNoProof{{}, "the certificate is none for that kind of bug"};

constexpr auto kFiles = std::to_array<CaseFile>({
    {bug_file::kSeed, [](Case& found) -> std::string& { return found.origin.seed; }},
    {bug_file::kOriginal, [](Case& found) -> std::string& { return found.original; }},
    {bug_file::kReduced, [](Case& found) -> std::string& { return found.smaller; }},
    {bug_file::kOutput, [](Case& found) -> std::string& { return found.output; }},
});

Json to_json(const SolverId& solver) {
  return {{"name", solver.name},
          {"program", solver.program},
          {"version", solver.version},
          {"options", solver.options}};
}

SolverId solver_from(const Json& json) {
  return {.name = json.at("name"),
          .program = json.at("program"),
          .version = json.value("version", ""),
          .options = json.value("options", std::vector<std::string>())};
}

constexpr std::string_view kEqual = "equal";

std::string_view direction_of(const ChainStep& step) {
  if (step.equal) return kEqual;
  return step.direction ? name_of(*step.direction) : "any";
}

Json to_json(const RuleChain& chain) {
  Json steps = Json::array();
  for (const ChainStep& step : chain.steps)
    steps.push_back({{"command", step.command},
                     {"term", step.which},
                     {"path", std::vector<uint32_t>(step.path.begin(), step.path.end())},
                     {"before", step.before},
                     {"after", step.after},
                     {"direction", direction_of(step)},
                     {"rules", step.rules},
                     {"constants", step.constants}});
  Json json = {{"answer", name_of(chain.answer)},
               {"check", chain.check},
               {"steps", std::move(steps)},
               {"core", chain.core}};
  for (const RuleText& rule : chain.own_rules) json["own_rules"].push_back(rule_to_json(rule));
  return json;
}

Result<RuleChain> chain_from(const Json& json) {
  RuleChain chain;
  const std::string answer = json.at("answer");
  if (answer != name_of(Truth::Sat) && answer != name_of(Truth::Unsat))
    return Error{{}, fmt::format("'{}' is no answer", answer)};
  chain.answer = answer == name_of(Truth::Sat) ? Truth::Sat : Truth::Unsat;
  chain.check = json.at("check");
  chain.core = json.value("core", std::vector<size_t>());
  for (const Json& each : json.value("own_rules", Json::array())) {
    RuleText rule = rule_from_json(each);
    if (const std::optional<RuleFault> fault = normalise(rule))
      return Error{{}, fmt::format("a rule of the chain: {}: {}", fault->key, fault->message)};
    chain.own_rules.push_back(std::move(rule));
  }
  for (const Json& each : json.at("steps")) {
    ChainStep& step = chain.steps.emplace_back();
    step.command = each.at("command");
    step.which = each.value("term", size_t{0});
    const auto path = each.at("path").get<std::vector<uint32_t>>();
    step.path.assign(path.begin(), path.end());
    step.before = each.at("before");
    step.after = each.at("after");
    const std::string direction = each.at("direction");
    step.direction = read_direction(direction);
    step.equal = direction == kEqual;
    step.rules = each.at("rules").get<std::vector<std::string>>();
    step.constants = each.at("constants").get<std::vector<std::string>>();
  }
  return chain;
}

// The name of each alternative, and what it holds beside the model.
struct CertificateJson {
  Json operator()(const OtherAnswers&) const { return {{"type", "other-answers"}}; }
  Json operator()(const TrueModel& proof) const {
    return {{"type", "true-model"}, {"owner", proof.owner}};
  }
  Json operator()(const FalseModel& wrong) const {
    return {
        {"type", "false-model"}, {"escapes_strings", wrong.escapes_strings}, {"why", wrong.why}};
  }
  Json operator()(const OwnCheck& check) const {
    return {{"type", "own-check"}, {"message", check.message}};
  }
  Json operator()(const ByRules& rules) const {
    return {{"type", "by-rules"}, {"chain", to_json(rules.chain)}, {"said_by", rules.said_by}};
  }
  Json operator()(const Breakdown& breakdown) const {
    return {{"type", "breakdown"},
            {"message", breakdown.message},
            {"with_model", breakdown.with_model}};
  }
};

}  // namespace

std::span<const CaseFile> case_files() { return kFiles; }

std::string formula_hash(std::string_view formula) {
  return fmt::format("{:016x}", XXH3_64bits(formula.data(), formula.size()));
}

std::string dump_json(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json certificate_json(const Certificate& certificate) {
  return std::visit(CertificateJson(), certificate);
}

Result<Certificate> certificate_from(const Json& json, std::string model) {
  const std::string type = json.at("type");
  if (type == "other-answers") return Certificate(OtherAnswers{});
  if (type == "true-model")
    return Certificate(TrueModel{std::move(model), json.value("owner", "")});
  if (type == "false-model")
    return Certificate(
        FalseModel{std::move(model), json.value("escapes_strings", false), json.value("why", "")});
  if (type == "own-check") return Certificate(OwnCheck{json.at("message")});
  if (type == "breakdown")
    return Certificate(Breakdown{json.at("message"), json.value("with_model", false)});
  if (type != "by-rules") return Error{{}, fmt::format("there is no certificate '{}'", type)};
  const Result<RuleChain> chain = chain_from(json.at("chain"));
  if (!chain) return chain.error();
  return Certificate(ByRules{*chain, json.value("said_by", std::vector<std::string>())});
}

Json about_json(const Case& found) {
  Json witnesses = Json::array();
  for (const Witness& witness : found.witnesses)
    witnesses.push_back({{"solver", to_json(witness.solver)}, {"answer", name_of(witness.answer)}});
  return {{"format", kFormat},
          {"polygraph", POLYGRAPH_VERSION},
          {"kind", name_of(found.kind)},
          {"check", found.check + 1},
          {"fingerprint", found.fingerprint},
          {"formula_hash", formula_hash(found.formula())},
          {"sentence", sentence_of(found)},
          {"solver", to_json(found.liar)},
          {"answer", name_of(found.answer)},
          {"witnesses", std::move(witnesses)},
          {"command", found.command},
          {"standing", found.standing},
          {"reduced", name_of(found.reduced)},
          {"flaky", found.flaky},
          {"strategy", found.origin.strategy},
          {"seed_file", found.origin.seed_file},
          {"recipe", found.origin.recipe},
          {"steps", found.origin.steps}};
}

Result<Case> case_from(const Json& json) {
  if (json.value("format", 0) != kFormat)
    return Error{{}, "it was written by another version of polygraph"};
  Case found;
  const std::string kind = json.at("kind");
  const std::optional<Kind> known = read_kind(kind);
  if (!known) return Error{{}, fmt::format("there is no kind of bug '{}'", kind)};
  found.kind = *known;
  const Json& check = json.at("check");
  if (!check.is_number_unsigned() || check == 0u) return Error{{}, "check-sats count from 1"};
  found.check = check.get<size_t>() - 1;
  found.fingerprint = json.at("fingerprint");
  found.liar = solver_from(json.at("solver"));
  if (found.fingerprint.empty() || found.liar.name.empty())
    return Error{{}, "a bug needs a fingerprint and a solver"};
  if (!is_fingerprint(found.fingerprint))
    return Error{{}, "its fingerprint has a character that none has"};
  const std::optional<AnswerKind> answer = read_answer_kind(json.at("answer").get<std::string>());
  if (!answer) return Error{{}, "the solver's answer is none"};
  found.answer = *answer;
  for (const Json& each : json.value("witnesses", Json::array())) {
    const std::optional<AnswerKind> said = read_answer_kind(each.at("answer").get<std::string>());
    if (!said) return Error{{}, "a witness's answer is none"};
    found.witnesses.push_back({solver_from(each.at("solver")), *said});
  }
  found.command = json.value("command", std::vector<std::string>());
  found.standing = json.value("standing", "");
  const std::optional<Reduced> reduced = read_reduced(json.value("reduced", "no"));
  if (!reduced) return Error{{}, "'reduced' is not no, interrupted, cut short or yes"};
  found.reduced = *reduced;
  found.flaky = json.value("flaky", false);
  found.origin.strategy = json.value("strategy", "");
  found.origin.seed_file = json.value("seed_file", "");
  found.origin.recipe = json.value("recipe", "");
  found.origin.steps = json.value("steps", "");
  return found;
}

std::string case_text(const Case& found) {
  Json json = about_json(found);
  json["certificate"] = certificate_json(found.certificate);
  json[bug_file::kModel] = model_of(found.certificate);
  Case copy = found;
  for (const CaseFile& file : kFiles) json[file.name] = file.text(copy);
  return dump_json(json);
}

Result<Case> read_case_text(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return Error{{}, "not a JSON object"};
  try {
    Result<Case> found = case_from(json);
    if (!found) return found;
    Result<Certificate> certificate =
        certificate_from(json.at("certificate"), json.value(bug_file::kModel, ""));
    if (!certificate) return certificate.error();
    found->certificate = *std::move(certificate);
    if (!is_proof_of(found->certificate, found->kind)) return kNoProof;
    for (const CaseFile& file : kFiles) file.text(*found) = json.value(file.name, "");
    return found;
  } catch (const Json::exception& error) {
    return Error{{}, error.what()};
  }
}

}  // namespace pg
