#pragma once

#include <string_view>

namespace pg {

// What a logic's name says. An unknown name, ALL or none allows everything.
struct Logic {
  bool quantifiers = true;
  bool arrays = true;
  bool functions = true;
  bool bit_vectors = true;
  bool floats = true;
  bool datatypes = true;
  bool strings = true;
  bool ints = true;
  bool only_lengths = false;  // integers, but no arithmetic on them: QF_S
  bool reals = true;
  bool nonlinear = true;
  bool differences = false;  // atoms compare two variables, or their difference with a constant
  bool transcendental = true;
  bool higher_order = true;
  bool others = true;  // sets, bags, sequences, separation logic, finite fields

  // Numerals are reals where there are reals and no integers (theory Reals).
  bool numerals_are_real() const { return reals && !ints; }
};

Logic read_logic(std::string_view name);

}  // namespace pg
