// The task without what actions destroy: propositions that stay true once they are. Heuristics look at it.
//
// A proposition is one test of an action, a condition or the goal; a comparison of numbers is one that is reached by gaining
// its deficit (Scala, Haslum, Thiébaux: Heuristics for numeric planning via subgoaling, IJCAI 2016).
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "lists.hpp"
#include "successors.hpp"

namespace gumption {

using PropId = std::uint32_t;

struct Proposition {
    bool number = false;  // then the linear expression has to reach zero, or to pass it
    Test test;
    Linear linear;
    bool strict = false;
    bool one_gain = false;  // all that gain it gain the same, and are whole numbers: applications can be counted
};

inline constexpr double AT_ONCE = std::numeric_limits<double>::infinity();

// What a relaxed operator gains for a proposition; AT_ONCE for all that make it true by one application.
struct Effect {
    PropId proposition;
    double gain;
};

// An operator is an action with one of its conditional groups, or with the unconditional ones.
class Relaxed {
public:
    Relaxed(const Task& task, const std::vector<Test>& goal);

    const std::vector<Proposition>& propositions() const { return propositions_; }
    const Mask& mask(PropId proposition) const { return masks_[proposition]; }
    const std::vector<PropId>& goal() const { return goal_; }
    std::uint32_t actions() const { return of_action_.size(); }

    std::uint32_t operators() const { return effects_.size(); }
    std::uint32_t action(std::uint32_t op) const { return action_[op]; }
    std::span<const PropId> needs(std::uint32_t op) const { return needs_[op]; }
    std::span<const Effect> effects(std::uint32_t op) const { return effects_[op]; }
    const std::vector<std::uint32_t>& needing_nothing() const { return needing_nothing_; }

    // Operators that need the proposition, those that have it among their effects, those of an action.
    std::span<const std::uint32_t> needing(PropId proposition) const { return needing_[proposition]; }
    std::span<const std::uint32_t> reaching(PropId proposition) const { return reaching_[proposition]; }
    std::span<const std::uint32_t> of_action(std::uint32_t action) const { return of_action_[action]; }

    // The gain of an operator for a proposition among its effects.
    double gain(std::uint32_t op, PropId proposition) const;

    // 0 if the proposition holds; else by how much a number falls short, or 1.
    double deficit(PropId proposition, const Word* state) const {
        const Mask& mask = masks_[proposition];
        return mask.care != 0 ? !mask.holds(state) : unmasked_deficit(proposition, state);
    }

private:
    class Builder;
    double unmasked_deficit(PropId proposition, const Word* state) const;

    const std::vector<Field>* fields_;
    std::vector<Proposition> propositions_;
    std::vector<Mask> masks_;  // of each proposition; one that cares for nothing where no mask decides
    std::vector<PropId> goal_;
    std::vector<std::uint32_t> action_;
    Lists<PropId> needs_;
    Lists<Effect> effects_;
    Lists<std::uint32_t> needing_, reaching_, of_action_;
    std::vector<std::uint32_t> needing_nothing_;
};

// How often an effect of this gain has to be applied, at least once; counted in whole applications where that is sound.
double applications(const Proposition& proposition, double deficit, double gain);

// What so many applications of one rank cost, rounded down.
Rank times(double applications, Rank rank);

}  // namespace gumption
