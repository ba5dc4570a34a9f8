// The sum over unmet conditions of the goal of what each costs at least. The cost of an action is shared out evenly among the
// conditions that it may bring about, so that the sum is never too much (cost partitioning: Katz, Domshlak 2010).
#pragma once

#include "heuristic.hpp"

namespace gumption {

class Goals final : public Heuristic {
public:
    Goals(const Relaxed& relaxed, const std::vector<Rank>& ranks);
    Rank evaluate(const Word* state) override;

private:
    struct Share {
        PropId proposition;
        Mask mask;              // decides, if it cares for anything
        Rank at_once;           // least share of an action that brings it about by one application
        double a_unit;          // least share for a unit of the deficit
        Rank an_application;    // least share, where applications are counted
        double gain;            // of an application, where they are counted; else 0
    };

    Rank share(const Share& share, double deficit) const;

    const Relaxed& relaxed_;
    std::vector<Share> shares_;
};

}  // namespace gumption
