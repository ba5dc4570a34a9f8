// Random numbers that are the same on every machine, and tables made of them.
#pragma once

#include <random>

#include "tables.hpp"

namespace gumption::test {

class Dice {
public:
    explicit Dice(std::uint64_t seed) : random_(seed) {}

    // From low to high, inclusive.
    std::int64_t roll(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(high - low + 1));
    }
    bool chance(int percent) { return roll(1, 100) <= percent; }
    std::uint64_t bits() { return random_(); }

    template <class Container>
    auto& one_of(Container& items) {
        return items[static_cast<std::size_t>(roll(0, static_cast<std::int64_t>(items.size()) - 1))];
    }

private:
    std::mt19937_64 random_;
};

// A small task with integers from 0 to 5, a goal and a start; right in all its parts.
class RandomTask {
public:
    explicit RandomTask(Dice& dice) : dice_(dice) {
        Numbers fields;
        const std::int64_t count = dice.roll(1, 5);
        for (std::int64_t f = 0; f < count; ++f) {
            sizes_.push_back(dice.chance(30) ? 0 : dice.roll(1, 4));
            fields = joined({fields, sizes_.back() == 0 ? integer(0, 5) : choice(sizes_.back())});
            start.push_back(dice.roll(0, sizes_.back() == 0 ? 5 : sizes_.back() - 1));
        }
        const std::int64_t actions = dice.roll(1, 6);
        task = joined({{1, count}, fields, {actions}});
        for (std::int64_t a = 0; a < actions; ++a) task = joined({task, action()});
        goal = tests(dice.roll(1, 3));
    }

    Numbers task, goal, start;

private:
    std::int64_t any_field() { return dice_.roll(0, static_cast<std::int64_t>(sizes_.size()) - 1); }
    std::int64_t size(std::int64_t field) const { return sizes_[static_cast<std::size_t>(field)]; }

    Numbers linear(std::int64_t low, std::int64_t high) {
        const std::int64_t field = any_field();
        if (size(field) != 0 || dice_.chance(60)) return constant(dice_.roll(low, high));
        return term(dice_.roll(low, high), field, dice_.roll(low, high));
    }

    Numbers test() {
        const std::int64_t field = any_field();
        if (size(field) == 0) return compare(dice_.roll(0, 3), term(dice_.roll(-5, 1), field, dice_.chance(80) ? 1 : -1));
        const std::int64_t other = any_field();
        if (size(other) != 0 && dice_.chance(20)) return same(field, other, dice_.chance(50));
        Numbers values;
        for (std::int64_t v = 0; v < size(field); ++v)
            if (dice_.chance(50)) values.push_back(v);
        return joined({{0, field, static_cast<std::int64_t>(values.size())}, values});
    }

    Numbers tests(std::int64_t count) {
        Numbers all{count};
        for (; count > 0; --count) all = joined({all, test()});
        return all;
    }

    Numbers write(std::int64_t field) {
        if (size(field) == 0) {
            if (dice_.chance(70)) return add(field, dice_.roll(-2, 3));
            return dice_.chance(50) ? assign(field, linear(0, 3)) : multiply(field, constant(dice_.roll(0, 2)));
        }
        const std::int64_t other = any_field();
        if (size(other) != 0 && size(other) <= size(field) && dice_.chance(20)) return copy(field, other);
        return put(field, dice_.roll(0, size(field) - 1));
    }

    // A field is written by one group only, since two that write one field both are wrong unless both add.
    Numbers action() {
        Numbers found = joined({linear(0, 3), tests(dice_.roll(0, 2))});
        Numbers groups[2] = {{}, {}};
        std::int64_t counts[2] = {0, 0};
        for (std::int64_t f = 0; f < static_cast<std::int64_t>(sizes_.size()); ++f) {
            if (!dice_.chance(45)) continue;
            const int which = dice_.chance(75) ? 0 : 1;
            groups[which] = joined({groups[which], write(f)});
            ++counts[which];
        }
        return joined({found, {2, 0, counts[0]}, groups[0], tests(dice_.roll(0, 2)), {counts[1]}, groups[1]});
    }

    Dice& dice_;
    Numbers sizes_;  // 0: an integer
};

// A task that is right in form, and odd in all else: reals, numbers without bounds, huge ones, fields written twice.
class WildTask {
public:
    explicit WildTask(Dice& dice) : dice_(dice) {
        Numbers fields;
        const std::int64_t count = dice.roll(0, 5);
        for (std::int64_t f = 0; f < count; ++f) fields = joined({fields, field()});
        const std::int64_t actions = dice.roll(0, 6);
        task = joined({{1, count}, fields, {actions}});
        for (std::int64_t a = 0; a < actions; ++a) {
            task = joined({task, cost(), tests(), {dice.roll(0, 3)}});
            for (std::int64_t g = task.back(); g > 0; --g) task = joined({task, tests(), writes()});
        }
        goal = tests();
    }

    Numbers task, goal, start;

private:
    Numbers field() {
        const std::int64_t kind = dice_.roll(0, 2);
        sizes_.push_back(kind == 0 ? dice_.chance(90) ? dice_.roll(1, 9) : dice_.roll(1, 1 << 16) : -kind);
        if (kind == 0) {
            start.push_back(dice_.roll(0, sizes_.back() - 1));
            return choice(sizes_.back());
        }
        start.push_back(number(kind == 2));
        if (dice_.chance(50)) return kind == 1 ? integer() : real();
        const std::int64_t a = number(kind == 2), b = number(kind == 2);
        const bool right = kind == 1 ? a <= b : as_double(a) <= as_double(b);
        return {kind, 0, right ? a : b, right ? b : a};
    }

    std::int64_t number(bool real) {
        static const Numbers integers{0, 1, -1, 2, 3, -7, 100, std::int64_t{1} << 42, std::int64_t{1} << 53, LEAST, MOST};
        static const std::vector<double> reals{0.0, -0.0, 0.5, 1.0, -1.0, 1e-9, 3.7, 5e-324, 1e300, -1.7976931348623157e308};
        if (real) return as_bits(dice_.chance(80) ? static_cast<double>(dice_.roll(-9, 9)) / 2 : dice_.one_of(reals));
        return dice_.chance(80) ? dice_.roll(-3, 5) : dice_.one_of(integers);
    }

    // A field of a kind: 0 finite, 1 integer, 2 real; -1 if there is none.
    std::int64_t any(std::int64_t kind) {
        Numbers found;
        for (std::size_t f = 0; f < sizes_.size(); ++f)
            if ((kind == 0 && sizes_[f] > 0) || (kind > 0 && sizes_[f] == -kind)) found.push_back(static_cast<std::int64_t>(f));
        return found.empty() ? -1 : dice_.one_of(found);
    }

    // One that is below zero in every state would be refused.
    Numbers cost() {
        Numbers found = linear(-1);
        if (found[2] == 0) found[1] = found[0] == 1 ? as_bits(static_cast<double>(dice_.roll(0, 9)) / 2) : dice_.roll(0, 5);
        return found;
    }

    // kind -1: either.
    Numbers linear(int kind) {
        const bool real = kind == -1 ? dice_.chance(50) : kind == 2;
        Numbers found{real, number(real), 0};
        for (std::int64_t n = dice_.roll(0, 2); n > 0; --n) {
            const std::int64_t of = any(real && dice_.chance(70) ? 2 : 1);
            if (of < 0) continue;
            found = joined({found, {of, number(real)}});
            ++found[2];
        }
        return found;
    }

    Numbers tests() {
        Numbers all{0};
        for (std::int64_t n = dice_.roll(0, 3); n > 0; --n) {
            const std::int64_t one = any(0), other = any(0);
            if (one < 0 || dice_.chance(40)) {
                all = joined({all, compare(dice_.roll(0, 3), linear(-1))});
            } else if (dice_.chance(25)) {
                all = joined({all, same(one, other, dice_.chance(50))});
            } else {
                Numbers values;
                for (std::int64_t v = dice_.roll(0, 4); v > 0; --v)
                    values.push_back(dice_.roll(0, sizes_[static_cast<std::size_t>(one)] - 1));
                all = joined({all, {0, one, static_cast<std::int64_t>(values.size())}, values});
            }
            ++all[0];
        }
        return all;
    }

    Numbers writes() {
        Numbers all{0};
        for (std::int64_t n = dice_.roll(0, 4); n > 0; --n) {
            const std::int64_t kind = dice_.roll(0, 2), to = any(kind);
            if (to < 0) continue;
            const std::int64_t other = any(0), size = sizes_[static_cast<std::size_t>(to)];
            if (kind != 0)
                all = joined({all, {dice_.roll(2, 3), to}, dice_.chance(30) ? plus_something(to, kind) : linear(static_cast<int>(kind))});
            else if (dice_.chance(30) && sizes_[static_cast<std::size_t>(other)] <= size)
                all = joined({all, copy(to, other)});
            else
                all = joined({all, put(to, dice_.roll(0, size - 1))});
            ++all[0];
        }
        return all;
    }

    Numbers plus_something(std::int64_t field, std::int64_t kind) {
        return {kind == 2, number(kind == 2), 1, field, kind == 2 ? as_bits(1.0) : 1};
    }

    Dice& dice_;
    Numbers sizes_;  // of finite fields; -1: an integer, -2: a real
};

// The same numbers with something wrong in them, or something more, or something less.
inline Numbers damaged(Dice& dice, Numbers table) {
    static const Numbers odd{0, 1, -1, 2, 3, 7, 64, 65'536, std::int64_t{1} << 32, std::int64_t{1} << 62, LEAST, MOST};
    for (std::int64_t n = dice.roll(1, 4); n > 0 && !table.empty(); --n) {
        const auto at = table.begin() + dice.roll(0, static_cast<std::int64_t>(table.size()) - 1);
        switch (dice.roll(0, 5)) {
            case 0: *at = dice.one_of(odd); break;
            case 1: *at ^= dice.roll(1, 3); break;
            case 2: *at = dice.one_of(table); break;
            case 3: *at = static_cast<std::int64_t>(dice.bits()); break;
            case 4: table.erase(at); break;
            default: table.insert(at, dice.one_of(odd)); break;
        }
    }
    return table;
}

}  // namespace gumption::test
