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

// What is wrong with an input, and where.
struct Error {
  Place place;
  std::string message;
};

// FILE:LINE:COL: error: message; FILE: error: message where there is no line.
std::string format_error(const std::string& file, const Error& error,
                         const char* severity = "error");

// A value, or what is wrong with the input that should have given it.
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
