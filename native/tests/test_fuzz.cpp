// Numbers of any kind in place of a task, a goal and a start: they are refused, or planned for within the limits, and what
// comes out is a plan. The sanitizers see to the rest.
#include "check.hpp"
#include "dice.hpp"
#include "plans.hpp"

using namespace gumption;
using namespace gumption::test;

namespace {

struct Counts {
    int refused = 0, planned = 0, found = 0, overflowed = 0;
};

// Carries the plan out by the task as it was read.
bool valid(const Goal& goal, const Numbers& values, const Path& actions) {
    const Task& task = goal.domain->task;
    std::vector<Word> state, next;
    goal.domain->pack(values, state);
    for (const std::uint32_t a : actions) {
        const Action& action = task.actions.at(a);
        if (!all_hold(action.tests, task.fields, state.data())) return false;
        next = state;
        for (const Group& group : action.groups)
            if (all_hold(group.tests, task.fields, state.data()))
                for (const Write& write : group.writes) apply(write, task.fields, state.data(), next.data());
        state = next;
    }
    return all_hold(goal.tests, task.fields, state.data());
}

void try_all(Dice& dice, const Numbers& task, const Numbers& tests, const Numbers& start, Counts& counts) {
    try {
        const auto goal = goal_of(task, tests);
        Numbers units;
        if (dice.chance(20))
            for (std::size_t a = 0; a < goal->domain->task.actions.size(); ++a) units.push_back(dice.roll(AS_IN_TABLE, 5));
        for (const HeuristicKind kind : ADMISSIBLE) {
            const double weight = dice.chance(20) ? 1.5 : 1;
            const auto expansions = static_cast<std::uint64_t>(dice.roll(0, 300));
            const Result result = plan(goal, start, kind, expansions, weight, units);
            ++counts.planned;
            CHECK(result.status != Status::RUNNING && result.expanded <= expansions + 1);
            CHECK(result.cost >= -1 && result.bound >= 0 && (result.cost < 0 || result.bound <= result.cost));
            if (result.status == Status::FOUND || result.cost >= 0) {
                ++counts.found;
                CHECK(valid(*goal, start, result.actions));
            }
            counts.overflowed += result.status == Status::OVERFLOWED;
        }
    } catch (const std::invalid_argument&) {  // TableError is one of them
        ++counts.refused;
    }
}

}  // namespace

TEST("odd tasks are planned for, or end in an overflow") {
    Dice dice(2);
    Counts counts;
    for (int round = 0; round < 3'000; ++round) {
        WildTask wild(dice);
        try_all(dice, wild.task, wild.goal, wild.start, counts);
    }
    CHECK(counts.refused < 100 && counts.found > 1'000 && counts.overflowed > 100);
}

TEST("damaged tables are refused, or are tables") {
    Dice dice(3);
    Counts counts;
    for (int round = 0; round < 6'000; ++round) {
        WildTask wild(dice);
        const Numbers task = dice.chance(70) ? damaged(dice, wild.task) : wild.task;
        const Numbers goal = dice.chance(30) ? damaged(dice, wild.goal) : wild.goal;
        const Numbers start = dice.chance(20) ? damaged(dice, wild.start) : wild.start;
        try_all(dice, task, goal, start, counts);
    }
    CHECK(counts.refused > 2'000 && counts.planned > 2'000);
}

TEST("noise is refused") {
    Dice dice(4);
    for (int round = 0; round < 20'000; ++round) {
        Numbers table{1};
        for (std::int64_t n = dice.roll(0, 40); n > 0; --n)
            table.push_back(dice.chance(80) ? dice.roll(0, 3) : static_cast<std::int64_t>(dice.bits()));
        try {
            const Domain domain(table);
            static_cast<void>(domain.task.read_goal(table));
        } catch (const TableError&) {
        }
    }
}

TEST("what the heuristics say of odd tasks is admissible for the least plan") {
    Dice dice(5);
    for (int round = 0; round < 300; ++round) {
        RandomTask random(dice);
        const auto goal = goal_of(random.task, random.goal);
        const std::optional<Answer> least = least_plan(*goal, random.start, 100'000);
        std::vector<Word> state;
        goal->domain->pack(random.start, state);
        for (const HeuristicKind kind : ADMISSIBLE) {
            Planning planning(goal, {}, kind, 1);
            planning.start(state);
            const Rank rank = planning.estimate();
            CHECK(!least || units_of(rank) <= least->cost);
        }
    }
}
