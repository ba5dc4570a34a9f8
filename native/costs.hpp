// What actions cost in one planning.
#pragma once

#include <cstdint>
#include <vector>

#include "successors.hpp"

namespace gumption {

// In place of a cost in units.
inline constexpr std::int64_t NOT_USABLE = -1, AS_IN_TABLE = -2;

class Costs {
public:
    // `units`: empty, or one for each action.
    Costs(const Task& task, const std::vector<std::int64_t>& units);

    // INFINITE if the action is not to be used, BY_STATE if the state decides.
    Rank fixed(std::uint32_t action) const { return fixed_[action]; }
    static constexpr Rank BY_STATE = -1;
    bool any_by_state() const { return any_by_state_; }

    // The least rank of each action in all states that can be reached from `start`.
    std::vector<Rank> least(const Word* start) const;

private:
    const Task* task_;
    std::vector<Rank> fixed_;
    bool any_by_state_ = false;
};

}  // namespace gumption
