#include "cli/fail.h"

#include <cstdio>

#include <nlohmann/json.hpp>

namespace pg {
namespace {

const std::string kProgram = "polygraph";

bool g_json = false;

std::string_view name_of(Error::Kind kind) {
  switch (kind) {
    case Error::Kind::BadInput:
      return "input";
    case Error::Kind::Environment:
      return "environment";
    case Error::Kind::Internal:
      return "internal";
    case Error::Kind::Interrupted:
      return "interrupted";
  }
  return "internal";
}

int exit_code_of(Error::Kind kind) {
  switch (kind) {
    case Error::Kind::BadInput:
      return kExitInput;
    case Error::Kind::Environment:
      return kExitEnvironment;
    case Error::Kind::Internal:
      return kExitInternal;
    case Error::Kind::Interrupted:
      return kExitInterrupted;
  }
  return kExitInternal;
}

void tell_json(const std::string& file, const Error& error, const char* severity) {
  nlohmann::json json = {{"severity", severity}, {"message", error.message}};
  if (error.place.line > 0) {
    json["line"] = error.place.line;
    json["column"] = error.place.column;
  }
  if (file != kProgram) json["file"] = file;
  if (std::string_view(severity) == "error") {
    json["kind"] = name_of(error.kind);
    json["exit_code"] = exit_code_of(error.kind);
  }
  const std::string text = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::fprintf(stderr, "%s\n", text.c_str());
}

}  // namespace

void set_json_errors(bool json) { g_json = json; }

void tell(const std::string& file, const Error& error, const char* severity) {
  if (g_json)
    tell_json(file, error, severity);
  else
    std::fprintf(stderr, "%s\n", format_error(file, error, severity).c_str());
}

int fail(const std::string& file, const Error& error) {
  tell(file, error, "error");
  return exit_code_of(error.kind);
}

int fail(const Error& error) { return fail(kProgram, error); }

void warn(const std::string& message) { tell(kProgram, {{}, message}, "warning"); }

}  // namespace pg
