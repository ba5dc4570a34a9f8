#include "goals.hpp"

#include <algorithm>
#include <cmath>

namespace gumption {

Goals::Goals(const Relaxed& relaxed, const std::vector<Rank>& ranks) : relaxed_(relaxed) {
    std::vector<std::int64_t> sharers(relaxed.actions(), 0);
    for (const PropId goal : relaxed.goal()) {
        std::vector<bool> counted(relaxed.actions(), false);
        for (const std::uint32_t op : relaxed.reaching(goal)) {
            const std::uint32_t action = relaxed.action(op);
            if (!counted[action]) ++sharers[action];
            counted[action] = true;
        }
    }
    for (const PropId goal : relaxed.goal()) {
        const Proposition& proposition = relaxed.propositions()[goal];
        Share share{goal, relaxed.mask(goal), INFINITE, AT_ONCE, INFINITE, 0};
        for (const std::uint32_t op : relaxed.reaching(goal)) {
            const std::uint32_t action = relaxed.action(op);
            if (ranks[action] == INFINITE) continue;
            const Rank part = ranks[action] / sharers[action];
            const double gain = relaxed.gain(op, goal);
            if (!proposition.number || gain == AT_ONCE) {
                share.at_once = std::min(share.at_once, part);
                continue;
            }
            share.an_application = std::min(share.an_application, part);
            share.a_unit = std::min(share.a_unit, static_cast<double>(part) / gain);
            if (proposition.one_gain) share.gain = gain;
        }
        shares_.push_back(share);
    }
}

Rank Goals::share(const Share& share, double deficit) const {
    if (share.an_application == INFINITE) return share.at_once;
    const Rank repeated = share.gain > 0 ? times(std::ceil(deficit / share.gain), share.an_application)
                                         : times(deficit * share.a_unit, 1);
    return std::min(share.at_once, std::max(repeated, share.an_application));
}

Rank Goals::evaluate(const Word* state) {
    Rank sum = 0;
    for (const Share& each : shares_) {
        if (each.mask.care != 0) {
            if (!each.mask.holds(state)) sum = plus(sum, each.at_once);
            continue;
        }
        const double deficit = relaxed_.deficit(each.proposition, state);
        if (deficit > 0) sum = plus(sum, share(each, deficit));
    }
    effort_ += 2 + 2 * shares_.size();
    return sum;
}

}  // namespace gumption
