// One planning from start to end: which searches run, whose turn it is, and when to stop.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "search.hpp"

namespace gumption {

// A task made ready for many plannings at once; nothing in it changes.
struct Domain {
    Task task;
    Successors successors;

    explicit Domain(std::span<const std::int64_t> table) : task(Task::read(table)), successors(task) {}
    Domain(const Domain&) = delete;
    Domain& operator=(const Domain&) = delete;

    // Packs a state, reals given by their bits. Throws std::invalid_argument if a value does not fit its field.
    void pack(std::span<const std::int64_t> values, std::vector<Word>& state) const;
};

// A goal of it, likewise.
struct Goal {
    std::shared_ptr<const Domain> domain;
    std::vector<Test> tests;
    Checks checks;
    Relaxed relaxed;

    Goal(std::shared_ptr<const Domain> of, std::span<const std::int64_t> table)
        : domain(std::move(of)),
          tests(domain->task.read_goal(table)),
          checks(Checks::of(tests, domain->task.fields)),
          relaxed(domain->task, tests) {}
};

struct Limits {
    std::uint64_t expansions;
    std::size_t bytes;
    std::optional<std::chrono::steady_clock::time_point> deadline;
};

struct Result {
    Status status = Status::RUNNING;
    std::int64_t cost = -1;   // units; -1: no plan is known
    std::int64_t bound = 0;   // units
    std::vector<std::uint32_t> actions;
    std::uint64_t expanded = 0, generated = 0, reopened = 0;
    std::size_t bytes = 0;
    HeuristicKind heuristic = HeuristicKind::AUTOMATIC;
};

class Planning {
public:
    // `units`: empty, or what each action costs: see costs.hpp.
    // FF is not admissible, so that no search may run on it alone.
    Planning(std::shared_ptr<const Goal> goal, const std::vector<std::int64_t>& units, HeuristicKind kind, double weight);

    // From this state; a planning may be started again and again.
    void start(const std::vector<Word>& state);

    // Goes on until the answer is known or a limit, which counts from the start, is reached. May be called again; after
    // std::bad_alloc, too: then it begins anew.
    Status run(const Limits& limits);

    Result result();

    std::uint64_t expanded() const;
    std::size_t bytes() const;

    // What the heuristic says of the start. May throw NumberOverflow.
    Rank estimate();

private:
    struct Runner {
        HeuristicKind kind;
        Search search;
        std::unique_ptr<Heuristic> heuristic;
        bool started = false;
        bool done = false;  // the first plan is all that is asked of the greedy one
    };

    void add(HeuristicKind kind, double weight);
    void rewind() noexcept;
    void forget_heuristics() noexcept;
    void begin(Runner& runner);
    Runner* next();
    Status advance(const Limits& limits);
    bool settled(Runner& runner, Status status);

    std::shared_ptr<const Goal> goal_;
    Costs costs_;
    std::vector<Rank> least_;           // of each action, from the start; empty until they are needed
    Incumbent incumbent_;
    std::vector<std::unique_ptr<Runner>> runners_;  // the first one starts alone
    std::vector<Word> start_;
    Status status_ = Status::RUNNING;   // of the answer
    Status stopped_ = Status::RUNNING;  // why run() came back: the answer, or a limit
    Runner* last_ = nullptr;
};

}  // namespace gumption
