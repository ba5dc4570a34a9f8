// Plans of the core, and those of a search so plain that one sees that it is right.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "planning.hpp"
#include "tables.hpp"

namespace gumption::test {

using Path = std::vector<std::uint32_t>;

inline constexpr HeuristicKind ADMISSIBLE[] = {HeuristicKind::AUTOMATIC, HeuristicKind::BLIND, HeuristicKind::GOALS,
                                               HeuristicKind::H_MAX, HeuristicKind::LM_CUT};

inline std::shared_ptr<const Goal> goal_of(const Numbers& task, const Numbers& goal) {
    return std::make_shared<const Goal>(std::make_shared<const Domain>(task), goal);
}

inline Result plan(const std::shared_ptr<const Goal>& goal, const Numbers& values, HeuristicKind kind,
                   std::uint64_t expansions = 100'000, double weight = 1, const Numbers& units = {}) {
    std::vector<Word> state;
    goal->domain->pack(values, state);
    Planning planning(goal, units, kind, weight);
    planning.start(state);
    planning.run({expansions, std::size_t{64} << 20, std::nullopt});
    return planning.result();
}

inline Result plan(const Numbers& task, const Numbers& goal, const Numbers& values, HeuristicKind kind = HeuristicKind::AUTOMATIC) {
    return plan(goal_of(task, goal), values, kind);
}

struct Answer {
    std::int64_t cost;
    Path actions;

    bool operator==(const Answer&) const = default;
};

// Dijkstra's algorithm over (cost, number of actions, path), by the task as it was read. Nothing if there is no plan;
// throws std::length_error if more states are met than allowed, NumberOverflow as the planner does.
inline std::optional<Answer> least_plan(const Goal& goal, const Numbers& values, std::size_t states) {
    const Task& task = goal.domain->task;
    struct Open {
        std::int64_t cost;
        Path path;
        std::vector<Word> state;

        bool operator<(const Open& other) const {
            if (cost != other.cost) return cost < other.cost;
            if (path.size() != other.path.size()) return path.size() < other.path.size();
            return path != other.path ? path < other.path : state < other.state;
        }
    };
    std::set<Open> open;
    std::set<std::vector<Word>> closed;
    std::vector<Word> start;
    goal.domain->pack(values, start);
    open.insert({0, {}, start});
    while (!open.empty()) {
        const Open node = open.extract(open.begin()).value();
        if (!closed.insert(node.state).second) continue;
        if (all_hold(goal.tests, task.fields, node.state.data())) return Answer{node.cost, node.path};
        if (closed.size() > states) throw std::length_error("too many states");
        for (std::uint32_t a = 0; a < task.actions.size(); ++a) {
            const Action& action = task.actions[a];
            if (!all_hold(action.tests, task.fields, node.state.data())) continue;
            Open next = node;
            for (const Group& group : action.groups) {
                if (!all_hold(group.tests, task.fields, node.state.data())) continue;
                for (const Write& write : group.writes) apply(write, task.fields, node.state.data(), next.state.data());
            }
            bool inside = true;
            for (const Field& field : task.fields)
                inside = inside && (field.kind == Kind::FINITE || within_bounds(field, next.state.data()));
            if (!inside) continue;
            next.cost += integer_value(action.cost, task.fields, node.state.data());
            next.path.push_back(a);
            open.insert(std::move(next));
        }
    }
    return std::nullopt;
}

}  // namespace gumption::test
