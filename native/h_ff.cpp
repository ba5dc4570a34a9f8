#include "h_ff.hpp"

#include <cmath>

namespace gumption {

HFf::HFf(const Relaxed& relaxed, std::vector<Rank> ranks)
    : relaxed_(relaxed), ranks_(std::move(ranks)), exploration_(relaxed) {}

Rank HFf::evaluate(const Word* state) {
    const auto before = exploration_.work();
    const auto often = [&](const Effect& effect) {
        const Proposition& proposition = relaxed_.propositions()[effect.proposition];
        return std::ceil(applications(proposition, exploration_.deficits[effect.proposition], effect.gain));
    };
    exploration_.run<Combine::ADD>(state, [&](std::uint32_t op, const Effect& effect) {
        const Rank rank = ranks_[relaxed_.operators()[op].action];
        return rank == INFINITE ? rank : times(often(effect), rank);
    });
    effort_ += 3 * (exploration_.work() - before);
    if (exploration_.goal_value(Combine::ADD) == INFINITE) return INFINITE;

    counts_.assign(relaxed_.actions(), 0);
    marked_.assign(relaxed_.propositions().size(), false);
    pending_ = relaxed_.goal();
    while (!pending_.empty()) {
        const PropId id = pending_.back();
        pending_.pop_back();
        if (marked_[id] || exploration_.deficits[id] == 0) continue;
        marked_[id] = true;
        const Operator& op = relaxed_.operators()[exploration_.first[id]];
        for (const Effect& effect : op.effects)
            if (effect.proposition == id) counts_[op.action] = std::max(counts_[op.action], often(effect));
        pending_.insert(pending_.end(), op.needs.begin(), op.needs.end());
    }
    Rank sum = 0;
    for (std::uint32_t action = 0; action < counts_.size(); ++action)
        if (counts_[action] > 0) sum = plus(sum, times(counts_[action], ranks_[action]));
    return sum;
}

}  // namespace gumption
