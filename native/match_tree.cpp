#include "match_tree.hpp"

#include <algorithm>
#include <utility>

namespace gumption {
namespace {

// An action, with what it needs and has not been looked up yet.
struct Open {
    std::uint32_t action;
    std::vector<MatchTree::Need> needs;
};

std::uint32_t most_needed(const std::vector<Open>& actions, std::vector<std::uint32_t>& counts) {
    std::uint32_t best = actions.front().needs.front().field;
    for (const Open& each : actions)
        for (const auto& need : each.needs) ++counts[need.field];
    for (const Open& each : actions)
        for (const auto& need : each.needs)
            if (counts[need.field] > counts[best] || (counts[need.field] == counts[best] && need.field < best)) best = need.field;
    for (const Open& each : actions)
        for (const auto& need : each.needs) counts[need.field] = 0;
    return best;
}

}  // namespace

MatchTree::MatchTree(const std::vector<Field>& fields, const std::vector<std::vector<Need>>& needs) {
    struct Work {
        std::vector<Open> actions;
        std::uint32_t node;
    };
    std::vector<std::uint32_t> counts(fields.size(), 0);
    std::vector<Work> works(1);
    for (std::uint32_t action = 0; action < needs.size(); ++action) works[0].actions.push_back({action, needs[action]});
    nodes_.emplace_back();
    while (!works.empty()) {
        Work work = std::move(works.back());
        works.pop_back();
        Node node;
        node.actions = static_cast<std::uint32_t>(actions_.size());
        std::vector<Open> left;
        const bool few = work.actions.size() <= FEW;
        for (Open& each : work.actions) {
            if (few || each.needs.empty())
                actions_.push_back(each.action);
            else
                left.push_back(std::move(each));
        }
        node.actions_end = static_cast<std::uint32_t>(actions_.size());
        if (!left.empty()) {
            const std::uint32_t field = most_needed(left, counts);
            node.word = fields[field].word;
            node.shift = fields[field].shift;
            node.mask = fields[field].mask;
            node.children = static_cast<std::uint32_t>(children_.size());
            children_.resize(children_.size() + fields[field].mask + 1, NONE);
            std::vector<std::vector<Open>> by_value(fields[field].mask + 1);
            std::vector<Open> others;
            for (Open& each : left) {
                const auto need = std::find_if(each.needs.begin(), each.needs.end(), [&](const Need& n) { return n.field == field; });
                if (need == each.needs.end()) {
                    others.push_back(std::move(each));
                    continue;
                }
                auto& same = by_value[static_cast<std::size_t>(need->value)];
                each.needs.erase(need);
                same.push_back(std::move(each));
            }
            const auto later = [&](std::vector<Open>&& actions) {
                const auto id = static_cast<std::uint32_t>(nodes_.size());
                nodes_.emplace_back();
                works.push_back({std::move(actions), id});
                return id;
            };
            for (std::size_t value = 0; value < by_value.size(); ++value)
                if (!by_value[value].empty()) children_[node.children + value] = later(std::move(by_value[value]));
            if (!others.empty()) node.others = later(std::move(others));
        }
        nodes_[work.node] = node;
    }
}

}  // namespace gumption
