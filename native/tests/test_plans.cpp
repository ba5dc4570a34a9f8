// The least plan of small tasks, by every heuristic.
#include "check.hpp"
#include "dice.hpp"
#include "plans.hpp"

using namespace gumption;
using namespace gumption::test;

namespace {

// An axe can be had for 2; with it wood costs 4, without it 8.
const Numbers WOOD = task({choice(2), integer()}, {
                                                       action(2, {}, {put(0, 1)}),
                                                       action(4, {is(0, 1)}, {add(1, 1)}),
                                                       action(8, {}, {add(1, 1)}),
                                                   });

// Independent switches, each turned on at cost 1.
Numbers switches(std::int64_t count) {
    Numbers table{1, count};
    for (std::int64_t n = 0; n < count; ++n) table = joined({table, choice(2)});
    table.push_back(count);
    for (std::int64_t n = 0; n < count; ++n) table = joined({table, action(1, {is(n, 0)}, {put(n, 1)})});
    return table;
}

Numbers all_on(std::int64_t count) {
    Numbers goal{count};
    for (std::int64_t n = 0; n < count; ++n) goal = joined({goal, is(n, 1)});
    return goal;
}

}  // namespace

TEST("the cheapest plan is found by every heuristic") {
    for (const HeuristicKind kind : ADMISSIBLE) {
        const Result three = plan(WOOD, counted({at_least(1, 3)}), {0, 0}, kind);
        CHECK(three.status == Status::FOUND && three.cost == 14 && three.bound == 14);
        CHECK(three.actions == Path{0, 1, 1, 1});
        const Result one = plan(WOOD, counted({at_least(1, 1)}), {0, 0}, kind);
        CHECK(one.cost == 6 && one.actions == Path{0, 1});
    }
}

TEST("a loss beyond all doubles does not hide what is gained with it") {
    const Numbers far = task({real(), real()}, {action(1, {}, {assign(0, real_term(1.9e8, 0, 1)), assign(1, real_constant(1e8))})});
    const Numbers wanted = counted({compare(0, {1, as_bits(0.0), 2, 0, as_bits(-1e300), 1, as_bits(1e300)})});
    for (const HeuristicKind kind : ADMISSIBLE) {
        const Result result = plan(far, wanted, {as_bits(-0.9e8), as_bits(-1e8)}, kind);
        CHECK(result.status == Status::FOUND && result.cost == 1);
    }
}

TEST("a goal that holds has the empty plan") {
    for (const HeuristicKind kind : ADMISSIBLE) {
        const Result result = plan(WOOD, counted({at_least(1, 3)}), {0, 3}, kind);
        CHECK(result.status == Status::FOUND && result.cost == 0 && result.actions.empty());
        CHECK(plan(WOOD, counted({}), {0, 0}, kind).cost == 0);
    }
}

TEST("no plan is unreachable or exhausted, and says so at once or after a search") {
    const Numbers impossible = counted({compare(0, term(-1, 1, -1))});
    for (const HeuristicKind kind : {HeuristicKind::GOALS, HeuristicKind::H_MAX, HeuristicKind::LM_CUT})
        CHECK(plan(WOOD, impossible, {0, 0}, kind).status == Status::UNREACHABLE);
    // Two things that exclude each other; relaxed, both can be had.
    const Numbers either = task({choice(2), choice(2)}, {action(1, {is(1, 0)}, {put(0, 1)}), action(1, {is(0, 0)}, {put(1, 1)})});
    for (const HeuristicKind kind : ADMISSIBLE) {
        const Result result = plan(either, counted({is(0, 1), is(1, 1)}), {0, 0}, kind);
        CHECK(result.status == Status::EXHAUSTED && result.cost == -1);
    }
}

TEST("twelve switches are turned on in the order of their declaration") {
    for (const HeuristicKind kind : ADMISSIBLE) {
        const Result result = plan(switches(12), all_on(12), Numbers(12), kind);
        CHECK(result.cost == 12 && result.actions == Path{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    }
}

TEST("a plan longer than the key of its path is the least one too") {
    for (const HeuristicKind kind : {HeuristicKind::AUTOMATIC, HeuristicKind::BLIND, HeuristicKind::GOALS}) {
        const Numbers twice = task({integer(0, 200), choice(2)},
                                   {action(1, {}, {add(0, 1)}), action(1, {}, {add(0, 1), put(1, 1)})});
        const Result result = plan(twice, counted({at_least(0, 150), is(1, 1)}), {0, 0}, kind);
        Path least(149, 0);
        least.push_back(1);
        CHECK(result.cost == 150 && result.actions == least);
    }
}

TEST("ties are decided by actions beyond the key of a path as well") {
    Numbers table = joined({{1}, counted({choice(2), integer(0, 30), integer(0, 30)}), {62}});
    for (int n = 0; n < 60; ++n) table = joined({table, action(1, {is(0, 1)}, {put(0, 0)})});  // makes keys short
    table = joined({table, action(1, {}, {add(1, 1)}), action(1, {}, {add(2, 1)})});
    Path least(30, 60);
    least.insert(least.end(), 30, 61);
    for (const HeuristicKind kind : ADMISSIBLE)
        CHECK(plan(table, counted({at_least(1, 30), at_least(2, 30)}), {0, 0, 0}, kind).actions == least);
}

TEST("budgets stop a planning, and it goes on from there") {
    for (const HeuristicKind kind : ADMISSIBLE) {
        const auto goal = goal_of(switches(10), all_on(10));
        std::vector<Word> state;
        goal->domain->pack(Numbers(10), state);
        Planning planning(goal, {}, kind, 1);
        planning.start(state);
        Status status = Status::EXPANSIONS_SPENT;
        std::uint64_t expansions = 0;
        while (status == Status::EXPANSIONS_SPENT) {
            status = planning.run({++expansions, std::size_t{64} << 20, std::nullopt});
            const Result so_far = planning.result();
            CHECK(so_far.expanded <= expansions && so_far.bound <= 10);
        }
        CHECK(status == Status::FOUND && planning.result().actions == plan(goal, Numbers(10), kind).actions);
    }
    const Result tight = [] {
        const auto goal = goal_of(WOOD, counted({at_least(1, 1'000'000)}));
        std::vector<Word> state;
        goal->domain->pack(Numbers{0, 0}, state);
        Planning planning(goal, {}, HeuristicKind::BLIND, 1);
        planning.start(state);
        planning.run({1'000'000'000, 100'000, std::nullopt});
        return planning.result();
    }();
    CHECK(tight.status == Status::BYTES_SPENT && tight.bytes < 1'000'000);
}

TEST("an overflow ends the search, and tells the path to it") {
    const Numbers doubling = task({integer()}, {action(1, {}, {multiply(0, constant(2))})});
    for (const HeuristicKind kind : {HeuristicKind::BLIND, HeuristicKind::GOALS}) {
        const Result result = plan(doubling, counted({compare(2, term(-3, 0, 1))}), {1}, kind);
        CHECK(result.status == Status::OVERFLOWED && result.actions.size() == 63);
    }
}

TEST("costs given for one planning count, and actions that are not usable are not used") {
    const auto goal = goal_of(WOOD, counted({at_least(1, 3)}));
    CHECK(plan(goal, {0, 0}, HeuristicKind::AUTOMATIC, 100'000, 1, {NOT_USABLE, 4, 8}).cost == 24);
    CHECK(plan(goal, {0, 0}, HeuristicKind::AUTOMATIC, 100'000, 1, {50, 4, 8}).cost == 24);
    CHECK(plan(goal, {0, 0}, HeuristicKind::AUTOMATIC, 100'000, 1, {NOT_USABLE, 4, NOT_USABLE}).cost == -1);
}

TEST("a start that does not fit its fields is refused") {
    const auto goal = goal_of(WOOD, counted({at_least(1, 3)}));
    for (const Numbers& wrong : {Numbers{}, Numbers{2, 0}, Numbers{-1, 0}, Numbers{0, 0, 0}})
        CHECK_THROWS(std::invalid_argument, plan(goal, wrong, HeuristicKind::BLIND));
}

TEST("random tasks have the plan that a plain search finds, by every heuristic") {
    Dice dice(1);
    int solved = 0, unsolved = 0;
    for (int round = 0; round < 1'000; ++round) {
        RandomTask random(dice);
        const auto goal = goal_of(random.task, random.goal);
        const std::optional<Answer> wanted = least_plan(*goal, random.start, 100'000);
        ++(wanted ? solved : unsolved);
        for (const HeuristicKind kind : ADMISSIBLE) {
            const Result found = plan(goal, random.start, kind);
            const std::string where = "round " + std::to_string(round) + ", heuristic " + std::to_string(static_cast<int>(kind));
            check((found.status == Status::FOUND) == wanted.has_value(), "a plan is found if there is one", where.c_str(), __LINE__);
            if (!wanted) continue;
            check(Answer{found.cost, found.actions} == *wanted, "the least plan is found", where.c_str(), __LINE__);
        }
        if (!wanted) continue;
        const Result near = plan(goal, random.start, HeuristicKind::GOALS, 100'000, 2);
        CHECK(near.cost >= wanted->cost && near.cost <= 2 * wanted->cost && near.bound <= wanted->cost);
    }
    CHECK(solved > 200 && unsolved > 200);
}
