// Tables of integers as they come from Python (src/gumption/goap/tables/encode.py), made by hand.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <vector>

#include "numbers.hpp"

namespace gumption::test {

using Numbers = std::vector<std::int64_t>;

inline constexpr std::int64_t LEAST = std::numeric_limits<std::int64_t>::min();
inline constexpr std::int64_t MOST = std::numeric_limits<std::int64_t>::max();

// One after the other.
inline Numbers joined(std::initializer_list<Numbers> parts) {
    Numbers all;
    for (const Numbers& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
}

// How many there are, then one after the other.
inline Numbers counted(std::initializer_list<Numbers> parts) {
    return joined({{static_cast<std::int64_t>(parts.size())}, joined(parts)});
}

inline Numbers choice(std::int64_t size) { return {0, size, 0, 0}; }
inline Numbers integer(std::int64_t low = LEAST, std::int64_t high = MOST) { return {1, 0, low, high}; }
inline Numbers real() {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    return {2, 0, as_bits(-infinite), as_bits(infinite)};
}

inline Numbers constant(std::int64_t value) { return {0, value, 0}; }
inline Numbers term(std::int64_t value, std::int64_t field, std::int64_t weight) { return {0, value, 1, field, weight}; }
inline Numbers real_constant(double value) { return {1, as_bits(value), 0}; }
inline Numbers real_term(double value, std::int64_t field, double weight) {
    return {1, as_bits(value), 1, field, as_bits(weight)};
}

inline Numbers is(std::int64_t field, std::int64_t value) { return {0, field, 1, value}; }
inline Numbers among(std::int64_t field, std::initializer_list<std::int64_t> values) {
    return joined({{0, field, static_cast<std::int64_t>(values.size())}, Numbers(values)});
}
inline Numbers same(std::int64_t field, std::int64_t other, bool equal) { return {1, field, other, equal}; }
inline Numbers compare(std::int64_t relation, const Numbers& linear) { return joined({{2, relation}, linear}); }
// field >= value
inline Numbers at_least(std::int64_t field, std::int64_t value) { return compare(0, term(-value, field, 1)); }

inline Numbers put(std::int64_t field, std::int64_t value) { return {0, field, value}; }
inline Numbers copy(std::int64_t field, std::int64_t other) { return {1, field, other}; }
inline Numbers assign(std::int64_t field, const Numbers& linear) { return joined({{2, field}, linear}); }
inline Numbers add(std::int64_t field, std::int64_t value) { return assign(field, term(value, field, 1)); }
inline Numbers multiply(std::int64_t field, const Numbers& linear) { return joined({{3, field}, linear}); }

inline Numbers group(std::initializer_list<Numbers> tests, std::initializer_list<Numbers> writes) {
    return joined({counted(tests), counted(writes)});
}
inline Numbers grouped(const Numbers& cost, std::initializer_list<Numbers> tests, std::initializer_list<Numbers> groups) {
    return joined({cost, counted(tests), counted(groups)});
}
inline Numbers action(std::int64_t cost, std::initializer_list<Numbers> tests, std::initializer_list<Numbers> writes) {
    return joined({constant(cost), counted(tests), {1}, group({}, writes)});
}
inline Numbers task(std::initializer_list<Numbers> fields, std::initializer_list<Numbers> actions) {
    return joined({{1}, counted(fields), counted(actions)});
}

}  // namespace gumption::test
