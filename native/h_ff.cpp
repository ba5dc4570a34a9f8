#include "h_ff.hpp"

#include <cmath>

namespace gumption {

HFf::HFf(const Relaxed& relaxed, std::vector<Rank> ranks)
    : relaxed_(relaxed), ranks_(std::move(ranks)), exploration_(relaxed) {}

Rank HFf::evaluate(const Word* state) {
    const auto often = [&](PropId id, double gain) {
        return std::ceil(applications(relaxed_.propositions()[id], exploration_.deficits[id], gain));
    };
    effort_ += exploration_.run<Combine::ADD>(state, [&](std::uint32_t op, const Effect& effect) {
        return times(often(effect.proposition, effect.gain), ranks_[relaxed_.action(op)]);
    });
    if (exploration_.goal_value(Combine::ADD) == INFINITE) return INFINITE;

    counts_.assign(relaxed_.actions(), 0);
    marked_.assign(relaxed_.propositions().size(), false);
    pending_ = relaxed_.goal();
    while (!pending_.empty()) {
        const PropId id = pending_.back();
        pending_.pop_back();
        if (marked_[id] || exploration_.deficits[id] == 0) continue;
        marked_[id] = true;
        const std::uint32_t op = exploration_.first[id];
        double& count = counts_[relaxed_.action(op)];
        count = std::max(count, often(id, relaxed_.gain(op, id)));
        pending_.insert(pending_.end(), relaxed_.needs(op).begin(), relaxed_.needs(op).end());
    }
    Rank sum = 0;
    for (std::uint32_t action = 0; action < counts_.size(); ++action)
        if (counts_[action] > 0) sum = plus(sum, times(counts_[action], ranks_[action]));
    return sum;
}

}  // namespace gumption
