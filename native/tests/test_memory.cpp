// What happens when memory runs out: each allocation in turn is refused.
#include <cstdlib>
#include <new>

#include "check.hpp"
#include "dice.hpp"
#include "plans.hpp"

using namespace gumption;
using namespace gumption::test;

namespace {

std::int64_t left = -1;  // allocations until one is refused; below zero: none is

}  // namespace

void* operator new(std::size_t size) {
    if (left == 0 || (left > 0 && --left == 0)) throw std::bad_alloc();
    if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

// Plans with the allocation of this number refused, then goes on; whether one was refused.
bool refused_once(const std::shared_ptr<const Goal>& goal, const Numbers& start, HeuristicKind kind, std::int64_t number, Result& result) {
    std::vector<Word> state;
    goal->domain->pack(start, state);
    Planning planning(goal, {}, kind, 1);
    planning.start(state);
    const Limits limits{2'000, std::size_t{64} << 20, std::nullopt};
    bool refused = false;
    left = number;
    try {
        planning.run(limits);
    } catch (const std::bad_alloc&) {
        refused = true;
    }
    left = -1;
    planning.run(limits);
    result = planning.result();
    return refused;
}

}  // namespace

TEST("a planning that ran out of memory and is run again gives the same answer") {
    Dice dice(20'261'130);
    for (int round = 0; round < 60; ++round) {
        const RandomTask random(dice);
        const auto goal = goal_of(random.task, random.goal);
        for (const HeuristicKind kind : {HeuristicKind::AUTOMATIC, HeuristicKind::LM_CUT}) {
            const Result expected = plan(goal, random.start, kind, 2'000);
            Result result;
            for (std::int64_t number = 1; refused_once(goal, random.start, kind, number, result); ++number)
                CHECK(result.status == expected.status && result.cost == expected.cost && result.bound == expected.bound &&
                      result.actions == expected.actions && result.expanded == expected.expanded);
        }
    }
}
