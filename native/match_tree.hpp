// Finds the actions whose required values a state has, without looking at each of them: at every node one field is looked up, and the
// search goes on among the actions that need just this value and among those that do not care (as in the Fast Downward
// planning system: Helmert, JAIR 26, 2006).
#pragma once

#include <cstdint>
#include <vector>

#include "layout.hpp"

namespace gumption {

class MatchTree {
public:
    struct Need {
        std::uint32_t field;
        std::int64_t value;
    };

    MatchTree() = default;

    // What each action needs; a field at most once.
    MatchTree(const std::vector<Field>& fields, const std::vector<std::vector<Need>>& needs);

    // Calls visit(action) for each action all of whose needs are met, and for some others: the needs of a few actions are as
    // soon checked one by one, which is left to the caller.
    template <class Visit>
    void match(const Word* state, std::vector<std::uint32_t>& pending, Visit&& visit) const {
        pending.clear();
        for (std::uint32_t at = nodes_.empty() ? NONE : 0;;) {
            if (at == NONE) {
                if (pending.empty()) return;
                at = pending.back();
                pending.pop_back();
            }
            const Node& node = nodes_[at];
            for (std::uint32_t i = node.actions; i < node.actions_end; ++i) visit(actions_[i]);
            if (node.mask != 0) {
                const std::uint32_t child = children_[node.children + ((state[node.word] >> node.shift) & node.mask)];
                if (child != NONE) pending.push_back(child);
            }
            at = node.others;
        }
    }

private:
    static constexpr std::uint32_t NONE = ~std::uint32_t{0};
    static constexpr std::size_t FEW = 8;
    struct Node {
        std::uint32_t actions = 0, actions_end = 0;  // to be visited
        std::uint32_t word = 0, shift = 0;
        Word mask = 0;                               // 0: no field is looked up here
        std::uint32_t children = 0;                  // one for each value of the field
        std::uint32_t others = NONE;                 // actions that do not care
    };

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> children_, actions_;
};

}  // namespace gumption
