#include "h_max.hpp"

#include <cmath>

namespace gumption {

HMax::HMax(const Relaxed& relaxed, std::vector<Rank> ranks)
    : relaxed_(relaxed), ranks_(std::move(ranks)), exploration_(relaxed) {}

// What the deficit costs at the best rate, whichever actions gain it.
Rank HMax::number(PropId id) const {
    const Proposition& proposition = relaxed_.propositions()[id];
    Rank least = INFINITE;
    for (const std::uint32_t op : relaxed_.reaching(id)) {
        const double often = applications(proposition, exploration_.deficits[id], relaxed_.gain(op, id));
        least = std::min(least, times(often, ranks_[relaxed_.action(op)]));
    }
    return least;
}

Rank HMax::evaluate(const Word* state) {
    effort_ += exploration_.run<Combine::MAX>(state, [&](std::uint32_t op, const Effect& effect) {
        const Rank rank = ranks_[relaxed_.action(op)];
        if (rank == INFINITE || effect.gain == AT_ONCE) return rank;
        return number(effect.proposition);
    });
    return exploration_.goal_value(Combine::MAX);
}

}  // namespace gumption
