// States in packed words, and what actions make of them.
#include "check.hpp"
#include "numbers.hpp"
#include "successors.hpp"
#include "tables.hpp"

using namespace gumption;
using namespace gumption::test;

namespace {

using State = std::vector<Word>;

State packed(const Task& task, const Numbers& values) {
    State state(task.words);
    for (std::size_t f = 0; f < values.size(); ++f) task.fields[f].set(state.data(), values[f]);
    return state;
}

Numbers unpacked(const Task& task, const State& state) {
    Numbers values;
    for (const Field& field : task.fields) values.push_back(field.get(state.data()));
    return values;
}

// What the only action of the task makes of these values; nothing if it cannot be applied.
Numbers after(const Task& task, const Numbers& values) {
    const Successors successors(task);
    const State from = packed(task, values);
    State to(from.size());
    std::vector<std::uint32_t> pending;
    bool applicable = false;
    successors.candidates(from.data(), pending, [&](std::uint32_t action) { applicable = successors.applicable(action, from.data()); });
    if (!applicable || !successors.apply(0, from.data(), to.data())) return {};
    CHECK(unpacked(task, from) == values);
    return unpacked(task, to);
}

Task one(std::initializer_list<Numbers> fields, const Numbers& action) { return Task::read(task(fields, {action})); }

}  // namespace

TEST("finite fields share words, and none touches another") {
    Numbers table{1, 40};
    for (std::int64_t size = 1; size <= 40; ++size) table.insert(table.end(), {0, size * size * 40, 0, 0});
    table.push_back(0);
    const Task task = Task::read(table);
    State state(task.words);
    CHECK(task.words < 12);
    for (const Field& field : task.fields) field.set(state.data(), field.size - 1);
    for (const Field& field : task.fields) CHECK(field.get(state.data()) == field.size - 1);
    for (const Field& field : task.fields) {
        field.set(state.data(), 0);
        CHECK(field.get(state.data()) == 0);
        for (const Field& other : task.fields)
            CHECK(&other == &field || other.get(state.data()) == other.size - 1 || &other < &field);
    }
}

TEST("64 booleans are one word, and a number is one for itself") {
    Numbers table{1, 66};
    for (int n = 0; n < 64; ++n) table.insert(table.end(), {0, 2, 0, 0});
    table = joined({table, integer(), real(), {0}});
    const Task task = Task::read(table);
    CHECK(task.words == 3);
    State state(3);
    task.fields[64].set(state.data(), LEAST);
    CHECK(task.fields[64].get(state.data()) == LEAST);
    CHECK(state[0] == 0 && state[2] == 0);
}

TEST("a task without fields has states all the same") { CHECK(Task::read(Numbers{1, 0, 0}).words == 1); }

TEST("effects happen at once, and read the old state") {
    const Task swap = one({choice(3), choice(3), integer(), integer()},
                          action(1, {}, {copy(0, 1), copy(1, 0), assign(2, term(0, 3, 1)), assign(3, term(0, 2, 1))}));
    CHECK(after(swap, {0, 2, 5, 9}) == Numbers{2, 0, 9, 5});
}

TEST("tests of an action decide whether it can be applied") {
    const Task task = one({choice(4), choice(4), integer()},
                          action(1, {among(0, {1, 3}), same(0, 1, false), at_least(2, 7)}, {put(0, 0)}));
    CHECK(after(task, {1, 2, 7}) == Numbers{0, 2, 7});
    CHECK(after(task, {2, 1, 7}).empty());
    CHECK(after(task, {1, 1, 7}).empty());
    CHECK(after(task, {1, 2, 6}).empty());
}

TEST("tests that contradict each other never hold") {
    const Task task = one({choice(4)}, action(1, {is(0, 1), is(0, 2)}, {put(0, 0)}));
    for (std::int64_t value = 0; value < 4; ++value) CHECK(after(task, {value}).empty());
    const Task none = one({choice(4)}, action(1, {among(0, {})}, {put(0, 0)}));
    for (std::int64_t value = 0; value < 4; ++value) CHECK(after(none, {value}).empty());
}

TEST("groups ask the old state, and their additions add up") {
    const Task task = one({choice(2), integer()},
                          grouped(constant(1), {},
                                  {group({}, {put(0, 1), add(1, 1)}), group({is(0, 0)}, {add(1, 10)}),
                                   group({is(0, 1)}, {add(1, 100)})}));
    CHECK(after(task, {0, 5}) == Numbers{1, 16});
    CHECK(after(task, {1, 5}) == Numbers{1, 106});
}

TEST("a number that would leave its bounds keeps the action from being applied") {
    const Task task = one({integer(0, 10)}, action(1, {}, {add(0, 3)}));
    CHECK(after(task, {7}) == Numbers{10});
    CHECK(after(task, {8}).empty());
}

TEST("integers that do not fit are noticed") {
    const Task sum = one({integer()}, action(1, {}, {add(0, 1)}));
    CHECK(after(sum, {MOST - 1}) == Numbers{MOST});
    CHECK_THROWS(NumberOverflow, after(sum, {MOST}));
    const Task product = one({integer(), integer()}, action(1, {}, {multiply(0, term(0, 1, 1))}));
    CHECK(after(product, {std::int64_t{1} << 31, -(std::int64_t{1} << 32)}) == Numbers{LEAST, -(std::int64_t{1} << 32)});
    CHECK_THROWS(NumberOverflow, after(product, {std::int64_t{1} << 31, std::int64_t{1} << 32}));
    CHECK_THROWS(NumberOverflow, after(product, {LEAST, -1}));
    CHECK_THROWS(NumberOverflow, after(product, {-1, LEAST}));
}

TEST("a double that becomes infinite is noticed, and there is one zero") {
    const Task task = one({real()}, action(1, {}, {multiply(0, real_constant(-1e300))}));
    CHECK_THROWS(NumberOverflow, after(task, {as_bits(1e300)}));
    CHECK(after(task, {as_bits(0.0)}) == Numbers{as_bits(0.0)});
}

TEST("checked arithmetic agrees with that of twice as many bits") {
    const Numbers odd{LEAST, LEAST + 1, -(std::int64_t{1} << 32), -3, -1, 0, 1, 2, std::int64_t{1} << 31, MOST / 2, MOST - 1, MOST};
    for (const std::int64_t a : odd)
        for (const std::int64_t b : odd) {
            __extension__ using Wide = __int128;
            const Wide sum = Wide{a} + b, product = Wide{a} * b;
            const auto fits = [](Wide value) { return value >= LEAST && value <= MOST; };
            CHECK(checked_add(a, b).has_value() == fits(sum));
            CHECK(checked_multiply(a, b).has_value() == fits(product));
            CHECK(!fits(sum) || *checked_add(a, b) == sum);
            CHECK(!fits(product) || *checked_multiply(a, b) == product);
        }
}
