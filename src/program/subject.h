#pragma once

#include <memory>
#include <string>
#include <vector>

#include "program/fault.h"
#include "program/inputs.h"
#include "program/interface.h"
#include "program/module.h"
#include "program/native.h"
#include "program/signature.h"

namespace pg {

struct SubjectOptions {
  std::string file;
  std::string function;                 // empty: the only one
  std::vector<ArrayLength> arrays;      // of pointer parameters
  std::vector<std::string> conditions;  // in C, that inputs satisfy
  std::vector<std::string> operators;   // names of mutation operators
  std::vector<std::string> clang;       // further words for clang
  bool strict = false;                  // undefined behaviour traps
};

// A program with its faults: to be encoded and to be run.
struct Subject {
  LoadedModule code;  // the meta-mutant
  Interface interface;
  std::vector<Fault> faults;
  Constants constants;  // that the program names, of use as inputs
  std::string source;
  std::unique_ptr<Native> native;

  Subject() = default;
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;
};

Result<std::unique_ptr<Subject>> make_subject(const SubjectOptions& options);

}  // namespace pg
