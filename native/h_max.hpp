// The dearest condition of the goal in the relaxed task: admissible (Bonet, Geffner 2001). A number costs at least the cheapest way to
// its first gain, plus its deficit at the best rate of all that gain it (Scala, Haslum, Thiébaux 2016).
#pragma once

#include "exploration.hpp"
#include "heuristic.hpp"

namespace gumption {

class HMax final : public Heuristic {
public:
    HMax(const Relaxed& relaxed, std::vector<Rank> ranks);
    Rank evaluate(const Word* state) override;

private:
    Rank number(PropId proposition) const;

    const Relaxed& relaxed_;
    std::vector<Rank> ranks_;
    Exploration exploration_;
};

}  // namespace gumption
