// A planning task as read from its table: fields of a state, tests, writes and actions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <variant>
#include <vector>

#include "layout.hpp"
#include "numbers.hpp"
#include "table.hpp"

namespace gumption {

// constant + sum of weight * field; of integers throughout, or of doubles (given by their bits).
struct Linear {
    struct Term {
        std::uint32_t field;
        std::int64_t weight;
    };
    bool real = false;
    std::int64_t constant = 0;
    std::vector<Term> terms;

    double real_constant() const { return real ? as_double(constant) : static_cast<double>(constant); }
    double real_weight(const Term& term) const {
        return real ? as_double(term.weight) : static_cast<double>(term.weight);
    }
};

// The value of a finite field is one of these, which are in order.
struct Among {
    std::uint32_t field;
    std::vector<std::int64_t> values;

    bool allows(std::int64_t value) const { return std::binary_search(values.begin(), values.end(), value); }
};

// Two finite fields are equal, or differ.
struct Same {
    std::uint32_t field, other;
    bool equal;
};

enum class Relation : std::uint8_t { AT_LEAST, ABOVE, EQUAL, UNEQUAL };

// How a linear expression compares with zero.
struct Compare {
    Relation relation;
    Linear linear;
};

using Test = std::variant<Among, Same, Compare>;

struct Put {
    std::uint32_t field;
    std::int64_t value;
};

struct Copy {
    std::uint32_t field, other;
};

enum class Operation : std::uint8_t { SET, ADD, MULTIPLY };

// What a linear expression makes of a number.
struct Arithmetic {
    std::uint32_t field;
    Operation operation;
    Linear linear;
};

using Write = std::variant<Put, Copy, Arithmetic>;

// Writes that happen if all tests hold in the old state.
struct Group {
    std::vector<Test> tests;
    std::vector<Write> writes;
};

struct Action {
    Linear cost;  // in units
    std::vector<Test> tests;
    std::vector<Group> groups;
};

struct Task {
    std::vector<Field> fields;
    std::uint32_t words = 0;  // of a state
    std::vector<Action> actions;

    static Task read(std::span<const std::int64_t> table);
    std::vector<Test> read_goal(std::span<const std::int64_t> table) const;
};

}  // namespace gumption
