// Reading tables: what is right is understood, what is wrong is refused, and nothing else happens.
#include "check.hpp"
#include "tables.hpp"
#include "task.hpp"

using namespace gumption;
using namespace gumption::test;

namespace {

const Numbers EXAMPLE = task({choice(2), choice(5), integer(0, 20), real()},
                             {
                                 action(4, {is(0, 1), among(1, {0, 3})}, {put(1, 4), add(2, -1)}),
                                 grouped(term(1, 2, 3), {at_least(2, 5), compare(1, real_term(-0.5, 3, 2.0))},
                                         {group({same(0, 0, true)}, {copy(1, 0), assign(3, real_constant(1.5))}),
                                          group({}, {multiply(2, constant(2))})}),
                             });

Task read(const Numbers& table) { return Task::read(table); }

}  // namespace

TEST("a table is read with all it says") {
    const Task task = read(EXAMPLE);
    CHECK(task.fields.size() == 4);
    CHECK(task.fields[1].kind == Kind::FINITE && task.fields[1].size == 5);
    CHECK(task.fields[2].low == 0 && task.fields[2].high == 20);
    CHECK(task.actions.size() == 2);
    const Action& first = task.actions[0];
    CHECK(first.cost.constant == 4 && first.cost.terms.empty());
    CHECK(std::get<Among>(first.tests[1]).values == std::vector<std::int64_t>{0, 3});
    CHECK(std::get<Put>(first.groups[0].writes[0]).value == 4);
    const Action& second = task.actions[1];
    CHECK(second.cost.terms[0].field == 2 && second.cost.terms[0].weight == 3);
    CHECK(std::get<Compare>(second.tests[1]).relation == Relation::ABOVE);
    CHECK(std::get<Compare>(second.tests[1]).linear.real_constant() == -0.5);
    CHECK(std::get<Arithmetic>(second.groups[1].writes[0]).operation == Operation::MULTIPLY);
}

TEST("a number that is put is a constant assignment") {
    const Task task = read(gumption::test::task({integer(), real()}, {action(1, {}, {put(0, -9), put(1, as_bits(2.5))})}));
    const auto& writes = task.actions[0].groups[0].writes;
    const auto& whole = std::get<Arithmetic>(writes[0]);
    CHECK(whole.operation == Operation::SET && whole.linear.constant == -9 && whole.linear.terms.empty());
    CHECK(std::get<Arithmetic>(writes[1]).linear.real_constant() == 2.5);
}

TEST("x := x + e is read as an addition, x := 2 x + e is not") {
    const Task task = read(gumption::test::task({integer()}, {action(1, {}, {add(0, 7)}), action(1, {}, {assign(0, term(7, 0, 2))})}));
    const auto& one = std::get<Arithmetic>(task.actions[0].groups[0].writes[0]);
    CHECK(one.operation == Operation::ADD && one.linear.constant == 7 && one.linear.terms.empty());
    const auto& two = std::get<Arithmetic>(task.actions[1].groups[0].writes[0]);
    CHECK(two.operation == Operation::SET && two.linear.terms.size() == 1);
}

TEST("a table that ends too early is refused, wherever it ends") {
    for (std::size_t end = 0; end < EXAMPLE.size(); ++end)
        CHECK_THROWS(TableError, read(Numbers(EXAMPLE.begin(), EXAMPLE.begin() + static_cast<std::ptrdiff_t>(end))));
}

TEST("numbers that are left over are refused") { CHECK_THROWS(TableError, read(joined({EXAMPLE, {0}}))); }

TEST("a number that is far out is refused or harmless, wherever it stands") {
    for (std::size_t at = 0; at < EXAMPLE.size(); ++at)
        for (const std::int64_t wrong : {LEAST, std::int64_t{-1}, std::int64_t{3}, std::int64_t{1} << 32, MOST}) {
            Numbers table = EXAMPLE;
            table[at] = wrong;
            try {
                static_cast<void>(read(table));
            } catch (const TableError&) {
            }
        }
}

TEST("wrong fields, values, kinds and bounds are refused") {
    const auto with = [](const Numbers& write) { return task({choice(2), choice(3), integer(), real()}, {action(1, {}, {write})}); };
    CHECK_THROWS(TableError, read(with(put(0, 2))));
    CHECK_THROWS(TableError, read(with(put(4, 0))));
    CHECK_THROWS(TableError, read(with(put(3, as_bits(std::numeric_limits<double>::infinity())))));
    CHECK_THROWS(TableError, read(with(copy(0, 1))));
    CHECK_THROWS(TableError, read(with(copy(1, 2))));
    CHECK_THROWS(TableError, read(with(assign(0, constant(1)))));
    CHECK_THROWS(TableError, read(with(assign(2, real_constant(1)))));
    CHECK_THROWS(TableError, read(with(assign(3, constant(1)))));
    CHECK_THROWS(TableError, read(with(assign(2, term(0, 3, 1)))));
    CHECK_THROWS(TableError, read(with(assign(3, real_constant(std::numeric_limits<double>::infinity())))));
    CHECK_THROWS(TableError, read(with(assign(3, real_constant(std::numeric_limits<double>::quiet_NaN())))));
    CHECK_THROWS(TableError, read(task({choice(0)}, {})));
    CHECK_THROWS(TableError, read(task({integer(1, 0)}, {})));
    CHECK_THROWS(TableError, read(task({{3, 1, 0, 0}}, {})));
    CHECK_THROWS(TableError, read({2, 0, 0}));
    CHECK_THROWS(TableError, read({1, MOST, 0}));
}

TEST("a goal is read against the fields of its task") {
    const Task task = read(EXAMPLE);
    CHECK(task.read_goal(counted({is(0, 1), at_least(2, 3)})).size() == 2);
    CHECK(task.read_goal(counted({})).empty());
    CHECK_THROWS(TableError, task.read_goal(counted({is(0, 2)})));
    CHECK_THROWS(TableError, task.read_goal(counted({is(2, 1)})));
    CHECK_THROWS(TableError, task.read_goal(Numbers{}));
}
