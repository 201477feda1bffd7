#pragma once

#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "judge/case.h"

namespace pg {

// All of a case in one text (JSON), and back.
std::string case_text(const Case& found);
Result<Case> read_case_text(std::string_view text);

// Texts of a case that are files of its folder.
struct CaseFile {
  const char* name;
  std::string& (*text)(Case& found);
};
std::span<const CaseFile> case_files();

// The same in parts, as a folder has it: texts that are files of their own are left out.
nlohmann::json about_json(const Case& found);
nlohmann::json certificate_json(const Certificate& certificate);
// Throws what the library throws where a type is wrong.
Result<Case> case_from(const nlohmann::json& about);
Result<Certificate> certificate_from(const nlohmann::json& json, std::string model);

// Tells whether a formula is still the one that a folder was written for.
std::string formula_hash(std::string_view formula);

// JSON as we write it, whatever bytes a solver printed.
std::string dump_json(const nlohmann::json& json, int indent = 2);

}  // namespace pg
