// Of two paths with equally many actions, which is declared earlier: they are compared from the start, action by action.
//
// The key of a path holds its first actions in one word, the first one in the highest bits, so that most comparisons are one of
// integers. Where keys are equal, the paths are walked back to the node where they part.
#pragma once

#include <bit>

#include "store.hpp"

namespace gumption {

class Paths {
public:
    Paths(std::uint32_t actions) : bits_(static_cast<int>(std::bit_width(actions))), kept_(64 / (bits_ ? bits_ : 1)) {}

    // The key after one more action, which is number `step` (from 1).
    Word key(Word before, std::int64_t step, std::uint32_t action) const {
        return step > kept_ ? before : before | (Word{action} + 1) << (64 - bits_ * step);
    }

    // The part of a key that tells of the first actions only.
    Word prefix(Word key, std::int64_t steps) const {
        if (steps >= kept_) return key;
        return steps == 0 ? 0 : key & ~Word{0} << (64 - bits_ * steps);
    }

    bool whole(std::int64_t steps) const { return steps <= kept_; }

private:
    int bits_;
    std::int64_t kept_;
};

// Whether (parent, action) is a smaller path than (other_parent, other_action); both have the same number of steps.
inline bool parts_smaller(const Store& store, NodeId parent, std::uint32_t action, NodeId other, std::uint32_t other_action) {
    bool smaller = false;
    for (;;) {
        if (action != other_action) smaller = action < other_action;
        if (parent == other || parent == NO_NODE || other == NO_NODE) return smaller;
        action = store.node(parent).action;
        other_action = store.node(other).action;
        parent = store.node(parent).parent;
        other = store.node(other).parent;
    }
}

// Whether the path to `a` is a smaller one than that to `b`, of any length; a beginning is smaller than what it begins.
inline bool path_smaller(const Store& store, NodeId a, NodeId b) {
    const std::int64_t steps = steps_of(store.node(a).g), others = steps_of(store.node(b).g);
    for (std::int64_t more = steps - others; more > 0; --more) a = store.node(a).parent;
    for (std::int64_t more = others - steps; more > 0; --more) b = store.node(b).parent;
    if (a == b) return steps < others;
    return parts_smaller(store, store.node(a).parent, store.node(a).action, store.node(b).parent, store.node(b).action);
}

}  // namespace gumption
