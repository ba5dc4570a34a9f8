// Estimates of what is still to be paid from a state to the goal, as ranks.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "relaxed.hpp"

namespace gumption {

enum class HeuristicKind : std::uint8_t { AUTOMATIC, BLIND, GOALS, H_MAX, LM_CUT, FF };

class Heuristic {
public:
    virtual ~Heuristic() = default;

    // INFINITE if the goal cannot be reached even in the relaxed task. May throw NumberOverflow.
    virtual Rank evaluate(const Word* state) = 0;

    // How much work was done so far, in steps of about a nanosecond; equal runs give equal numbers.
    std::uint64_t effort() const { return effort_; }

    static std::unique_ptr<Heuristic> make(HeuristicKind kind, const Relaxed& relaxed, std::vector<Rank> ranks);

protected:
    std::uint64_t effort_ = 0;
};

}  // namespace gumption
