#pragma once

#include <string>

namespace pg::test {

// Where this clone and its build are. Only paths.cpp knows, so that all other objects are the same
// in every clone, and ccache has them.
const std::string& source_folder();
const std::string& polygraph_binary();
const std::string& fake_solver();

}  // namespace pg::test
