// What tests say of a state, and what writes make of it.
#pragma once

#include "task.hpp"

namespace gumption {

// Thrown by arithmetic whose result does not fit: an integer of more than 64 bits, a double that became infinite.
struct NumberOverflow {};

std::int64_t integer_value(const Linear& linear, const std::vector<Field>& fields, const Word* state);
double real_value(const Linear& linear, const std::vector<Field>& fields, const Word* state);

bool holds(const Test& test, const std::vector<Field>& fields, const Word* state);
bool all_hold(const std::vector<Test>& tests, const std::vector<Field>& fields, const Word* state);

// Changes `to`, which starts as a copy of `from`, as one write says.
void apply(const Write& write, const std::vector<Field>& fields, const Word* from, Word* to);

// Whether a number is within its bounds.
bool within_bounds(const Field& field, const Word* state);

}  // namespace gumption
