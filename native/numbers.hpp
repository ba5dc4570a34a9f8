// Numbers of the planner: how plans are ordered, and arithmetic that tells when it leaves its range.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <optional>

namespace gumption {

using Word = std::uint64_t;

// One integer orders plans: the cost in units, then the number of actions. So an action that costs nothing still counts.
using Rank = std::int64_t;
inline constexpr int STEP_BITS = 20;
inline constexpr Rank ONE_STEP = 1;
inline constexpr Rank MAX_STEPS = (Rank{1} << STEP_BITS) - 1;
inline constexpr Rank MAX_UNITS = (Rank{1} << (62 - STEP_BITS)) - 1;
inline constexpr Rank INFINITE = std::numeric_limits<Rank>::max();

// The rank of one action that costs so many units, of which there may be no more than MAX_UNITS.
constexpr Rank rank_of(std::int64_t units) { return (units << STEP_BITS) + ONE_STEP; }
constexpr std::int64_t units_of(Rank rank) { return rank >> STEP_BITS; }
constexpr std::int64_t steps_of(Rank rank) { return rank & MAX_STEPS; }

// Adds ranks that may be infinite; what would overflow is infinite too.
constexpr Rank plus(Rank a, Rank b) { return a > INFINITE - b ? INFINITE : a + b; }

constexpr std::optional<std::int64_t> checked_add(std::int64_t a, std::int64_t b) {
    const auto sum = static_cast<std::int64_t>(static_cast<Word>(a) + static_cast<Word>(b));
    if ((a >= 0) == (b >= 0) && (sum >= 0) != (a >= 0)) return std::nullopt;
    return sum;
}

constexpr std::optional<std::int64_t> checked_multiply(std::int64_t a, std::int64_t b) {
    constexpr auto low = std::numeric_limits<std::int64_t>::min();
    if (a == 0 || b == 0) return 0;
    if ((a == -1 && b == low) || (b == -1 && a == low)) return std::nullopt;
    const auto product = static_cast<std::int64_t>(static_cast<Word>(a) * static_cast<Word>(b));
    if (product / b != a) return std::nullopt;
    return product;
}

inline double as_double(std::int64_t bits) { return std::bit_cast<double>(bits); }
inline std::int64_t as_bits(double value) { return std::bit_cast<std::int64_t>(value == 0.0 ? 0.0 : value); }

}  // namespace gumption
