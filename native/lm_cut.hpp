// The landmark cut (Helmert, Domshlak: Landmarks, critical paths and abstractions, ICAPS 2009): admissible, not consistent.
//
// A cut is a set of operators of which every plan has to use some; its cost is counted and taken off, until the goal costs nothing.
// For a proposition about a number an operator counts by the part of the deficit that it gains (Kuroiwa, Shleyfman, Piacentini,
// Castro, Beck: The LM-cut heuristic family for optimal numeric planning, JAIR 2022). The operators of one action share its cost.
#pragma once

#include "exploration.hpp"
#include "goals.hpp"
#include "heuristic.hpp"

namespace gumption {

class LmCut final : public Heuristic {
public:
    LmCut(const Relaxed& relaxed, std::vector<Rank> ranks);
    Rank evaluate(const Word* state) override;

private:
    enum class Zone : std::uint8_t { NONE, BEFORE, GOAL };
    // What the loops over operators look at, side by side in memory.
    struct Operator {
        PropId supporter;  // the dearest of its needs, or NOT_USED
        std::uint32_t action;
        std::uint32_t effects, effects_end;
        std::uint32_t next;  // with the same supporter
    };
    struct Crossing {
        std::uint32_t action;
        double times;  // how often the action alone would have to be applied
    };

    double often(PropId proposition, double gain) const;
    Rank rank_of(PropId proposition, double gain, Rank left) const;
    PropId dearest(std::span<const PropId> propositions) const;
    void support();
    void support(std::uint32_t op, PropId supporter);
    void mark_goal_zone();
    void find_cut();
    Rank pay();
    void lower();

    static constexpr PropId NOT_USED = NO_PROPOSITION - 1;

    const Relaxed& relaxed_;
    Goals goals_;                         // costs little more, and sees what is independent
    const std::vector<Rank> ranks_;
    Exploration exploration_;
    std::vector<Rank> left_;              // of each action's rank what no cut has counted yet
    std::vector<Operator> operators_;
    std::vector<std::uint32_t> supported_;  // of each proposition the first operator that it supports, or NO_OPERATOR
    std::vector<PropId> effects_;         // of all operators, one after the other
    std::vector<double> gains_;           // of these effects; empty if all are reached at once
    std::vector<Zone> zone_;              // of each proposition
    std::vector<Crossing> cut_;
    std::vector<PropId> pending_;
    std::vector<std::pair<Rank, PropId>> heap_;
};

}  // namespace gumption
