// What the writes of a group do to a proposition.
#pragma once

#include <cstdint>
#include <vector>

#include "relaxed.hpp"

namespace gumption {

// The fields whose writes matter to a test; a field may be named twice.
std::vector<std::uint32_t> fields_of(const Test& test);

class Gains {
public:
    explicit Gains(const Proposition& proposition) : proposition_(proposition), fields_(fields_of(proposition.test)) {}

    // A gain, of any sign; AT_ONCE if the writes may make the proposition true by one application.
    double of(const std::vector<Write>& writes) const;

private:
    double of(const Write& write) const;
    double of(const Arithmetic& write) const;
    bool touches(std::uint32_t field) const;

    const Proposition& proposition_;
    std::vector<std::uint32_t> fields_;
};

}  // namespace gumption
