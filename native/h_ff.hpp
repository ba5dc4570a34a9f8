// The cost of one relaxed plan (Hoffmann, Nebel: The FF planning system, 2001), its supporters chosen by h_add. Not admissible.
#pragma once

#include "exploration.hpp"
#include "heuristic.hpp"

namespace gumption {

class HFf final : public Heuristic {
public:
    HFf(const Relaxed& relaxed, std::vector<Rank> ranks);
    Rank evaluate(const Word* state) override;

private:
    const Relaxed& relaxed_;
    std::vector<Rank> ranks_;
    Exploration exploration_;
    std::vector<double> counts_;      // of each action in the relaxed plan
    std::vector<bool> marked_;        // propositions that the relaxed plan has
    std::vector<PropId> pending_;
};

}  // namespace gumption
