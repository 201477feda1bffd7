#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include "base/check.h"

namespace pg {

// A place in an input text; line and column count from 1, columns in bytes. Line 0: the whole file.
struct Place {
  uint32_t line = 0;
  uint32_t column = 0;
  bool operator==(const Place&) const = default;
};

// What is wrong, and where in an input.
struct Error {
  // Whose fault it is; exit codes come from this.
  enum class Kind : uint8_t {
    BadInput,     // what the user gave
    Environment,  // the machine: a missing program, a full disk
    Internal,     // our own bug
    Interrupted,  // the user stopped it
  };

  Place place;
  std::string message;
  Kind kind = Kind::BadInput;
};

inline Error environment_error(std::string message) {
  return {{}, std::move(message), Error::Kind::Environment};
}

// FILE:LINE:COL: error: message; FILE: error: message where there is no line.
std::string format_error(const std::string& file, const Error& error,
                         const char* severity = "error");

// A value, or why there is none.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : data_(std::move(value)) {}
  Result(Error error) : data_(std::move(error)) {}

  explicit operator bool() const { return std::holds_alternative<T>(data_); }
  T& operator*() {
    CHECK(*this, "value of a failed result");
    return std::get<T>(data_);
  }
  const T& operator*() const {
    CHECK(*this, "value of a failed result");
    return std::get<T>(data_);
  }
  T* operator->() { return &**this; }
  const T* operator->() const { return &**this; }
  const Error& error() const {
    CHECK(!*this, "error of a good result");
    return std::get<Error>(data_);
  }

 private:
  std::variant<T, Error> data_;
};

}  // namespace pg
