// A* over whole states (Hart, Nilsson, Raphael 1968), which reopens states and finds the least plan of all: the cheapest, of those the
// shortest, of those the one whose actions are declared first. So the answer does not depend on the heuristic.
//
// Why it is the least: each beginning of the least plan is the least path to its state, and A* keeps the least path it knows of each
// state. It ends when no open state can begin a smaller plan than the one found, so none of the beginnings is left open. Once the
// cost is known, the open states are tried in the order of declaration, so that the first plan found then is the least.
#pragma once

#include <cstdint>
#include <vector>

#include "costs.hpp"
#include "heuristic.hpp"
#include "path.hpp"
#include "queue.hpp"
#include "store.hpp"
#include "successors.hpp"

namespace gumption {

enum class Status : std::uint8_t {
    RUNNING,
    FOUND,
    EXHAUSTED,
    UNREACHABLE,
    EXPANSIONS_SPENT,
    BYTES_SPENT,
    DEADLINE,
    OVERFLOWED,
    NEGATIVE_COST,
};

// The best plan known, which several searches for one goal share.
struct Incumbent {
    Rank rank = INFINITE;
    Word key = 0;
    std::vector<std::uint32_t> actions;

    bool known() const { return rank != INFINITE; }
};

struct Problem {
    const Task& task;
    const Successors& successors;
    const Checks& goal;
    const Costs& costs;
};

class Search {
public:
    // With `weight` above 1 the plan may cost so many times more than the cheapest, and is found sooner.
    Search(const Problem& problem, Incumbent& incumbent, double weight)
        : problem_(problem), incumbent_(incumbent), weight_(weight), paths_(problem.successors.actions()) {}

    void start(const Word* state, Heuristic& heuristic);

    // Expands until something is known, or so many states have been expanded in all.
    Status run(std::uint64_t expansions);

    // No plan has a lower rank.
    Rank bound();

    // The path to the state that looked nearest to the goal; after OVERFLOWED and NEGATIVE_COST, the path with that action.
    std::vector<std::uint32_t> partial() const;

    std::size_t bytes() const { return store_.bytes() + queue_.bytes(); }
    std::uint64_t expanded() const { return expanded_; }
    std::uint64_t generated() const { return generated_; }
    std::uint64_t reopened() const { return reopened_; }

    // Steps of about a nanosecond, counted rather than measured.
    std::uint64_t effort() const;

private:
    struct Way {
        NodeId from = NO_NODE;
        std::uint32_t action = 0;
        Status why = Status::OVERFLOWED;
    };

    // A state that an action leads to, before it is looked up.
    struct Successor {
        std::uint32_t action;
        Rank rank;
        Word hash;
    };

    bool stale(const Entry& entry) const;
    Status best_first(std::uint64_t expansions);
    Status first_declared(std::uint64_t expansions);
    void begin_ties();
    bool declared_later(NodeId a, NodeId b) const;
    void take(NodeId id);
    bool hopeless(Rank f, Word key, NodeId parent, std::uint32_t action, std::int64_t steps) const;
    void accept(NodeId goal);
    void expand(NodeId id);
    void leave_out(const Way& way);
    void generate(NodeId id, std::uint32_t action);
    void enter(NodeId parent, const Successor& successor, const Word* state);
    void improve(NodeId id, NodeId parent, std::uint32_t action, Rank g, Word key);
    void push(NodeId id);
    std::vector<std::uint32_t> path_to(NodeId id) const;

    Problem problem_;
    Incumbent& incumbent_;
    double weight_;
    Paths paths_;
    Heuristic* heuristic_ = nullptr;
    Store store_;
    Queue queue_;
    bool tied_ = false;            // the cost is known; what is left is which of the plans of this cost is the least
    std::vector<NodeId> ties_;     // then the open list: a heap, the path declared first on top
    std::vector<Word> from_;
    std::vector<std::uint32_t> pending_;   // of the match tree
    std::vector<Successor> successors_;   // of the state being expanded
    std::vector<Word> successor_states_;  // their words
    NodeId nearest_ = 0;
    std::uint64_t expanded_ = 0, generated_ = 0, reopened_ = 0;
    Way left_out_;  // the first step that cannot be counted
    Way failed_;    // the same, if there is no plan without it
};

}  // namespace gumption
