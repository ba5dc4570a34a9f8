#include "simulate.hpp"

#include <cmath>

namespace gumption {
namespace {

std::int64_t fitting(std::optional<std::int64_t> value) {
    if (!value) throw NumberOverflow{};
    return *value;
}

double fitting(double value) {
    if (!std::isfinite(value)) throw NumberOverflow{};
    return value;
}

template <class Number>
bool compare(Relation relation, Number value) {
    switch (relation) {
        case Relation::AT_LEAST: return value >= 0;
        case Relation::ABOVE: return value > 0;
        case Relation::EQUAL: return value == 0;
        case Relation::UNEQUAL: return value != 0;
    }
    return false;
}

// Additions start from what is there by now, so that those of several groups add up.
std::int64_t integer_result(Operation operation, std::int64_t old, std::int64_t now, std::int64_t value) {
    switch (operation) {
        case Operation::SET: return value;
        case Operation::ADD: return fitting(checked_add(now, value));
        case Operation::MULTIPLY: return fitting(checked_multiply(old, value));
    }
    return value;
}

double real_result(Operation operation, double old, double now, double value) {
    switch (operation) {
        case Operation::SET: return value;
        case Operation::ADD: return fitting(now + value);
        case Operation::MULTIPLY: return fitting(old * value);
    }
    return value;
}

void calculate(const Arithmetic& write, const std::vector<Field>& fields, const Word* from, Word* to) {
    const Field& field = fields[write.field];
    const auto old = static_cast<std::int64_t>(from[field.word]), now = static_cast<std::int64_t>(to[field.word]);
    if (field.kind == Kind::INTEGER) {
        const auto result = integer_result(write.operation, old, now, integer_value(write.linear, fields, from));
        to[field.word] = static_cast<Word>(result);
        return;
    }
    const double result =
        real_result(write.operation, as_double(old), as_double(now), real_value(write.linear, fields, from));
    to[field.word] = static_cast<Word>(as_bits(result));
}

}  // namespace

std::int64_t integer_value(const Linear& linear, const std::vector<Field>& fields, const Word* state) {
    std::int64_t sum = linear.constant;
    for (const auto& term : linear.terms) {
        const auto value = static_cast<std::int64_t>(state[fields[term.field].word]);
        sum = fitting(checked_add(sum, fitting(checked_multiply(term.weight, value))));
    }
    return sum;
}

double real_value(const Linear& linear, const std::vector<Field>& fields, const Word* state) {
    double sum = linear.real_constant();
    for (const auto& term : linear.terms) sum += linear.real_weight(term) * fields[term.field].number(state);
    return fitting(sum);
}

bool holds(const Test& test, const std::vector<Field>& fields, const Word* state) {
    if (const auto* among = std::get_if<Among>(&test))
        return among->allows(fields[among->field].get(state));
    if (const auto* same = std::get_if<Same>(&test))
        return (fields[same->field].get(state) == fields[same->other].get(state)) == same->equal;
    const auto& [relation, linear] = std::get<Compare>(test);
    return linear.real ? compare(relation, real_value(linear, fields, state))
                       : compare(relation, integer_value(linear, fields, state));
}

bool all_hold(const std::vector<Test>& tests, const std::vector<Field>& fields, const Word* state) {
    for (const Test& test : tests)
        if (!holds(test, fields, state)) return false;
    return true;
}

void apply(const Write& write, const std::vector<Field>& fields, const Word* from, Word* to) {
    if (const auto* put = std::get_if<Put>(&write))
        fields[put->field].set(to, put->value);
    else if (const auto* copy = std::get_if<Copy>(&write))
        fields[copy->field].set(to, fields[copy->other].get(from));
    else
        calculate(std::get<Arithmetic>(write), fields, from, to);
}

bool within_bounds(const Field& field, const Word* state) {
    const auto raw = static_cast<std::int64_t>(state[field.word]);
    if (field.kind == Kind::INTEGER) return field.low <= raw && raw <= field.high;
    return as_double(field.low) <= as_double(raw) && as_double(raw) <= as_double(field.high);
}

}  // namespace gumption
