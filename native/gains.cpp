#include "gains.hpp"

#include <algorithm>
#include <cmath>

namespace gumption {
namespace {

// What is lost counts as no more than this, so that AT_ONCE and any sum of losses is AT_ONCE still.
constexpr double MOST_LOST = 1e290;

}  // namespace

std::vector<std::uint32_t> fields_of(const Test& test) {
    if (const auto* among = std::get_if<Among>(&test)) return {among->field};
    if (const auto* same = std::get_if<Same>(&test)) return {same->field, same->other};
    std::vector<std::uint32_t> found;
    for (const auto& term : std::get<Compare>(test).linear.terms) found.push_back(term.field);
    return found;
}

double Gains::of(const std::vector<Write>& writes) const {
    double sum = 0;
    for (const Write& write : writes) sum += of(write);
    return sum;
}

double Gains::of(const Write& write) const {
    if (const auto* put = std::get_if<Put>(&write)) {
        if (const auto* among = std::get_if<Among>(&proposition_.test))
            return among->field == put->field && among->allows(put->value) ? AT_ONCE : 0;
        return touches(put->field) ? AT_ONCE : 0;
    }
    if (const auto* copy = std::get_if<Copy>(&write)) return touches(copy->field) ? AT_ONCE : 0;
    return of(std::get<Arithmetic>(write));
}

double Gains::of(const Arithmetic& write) const {
    if (!touches(write.field)) return 0;
    // What sets a number may bring it near, so that a small gain is enough then.
    const bool gains = write.operation == Operation::ADD && write.linear.terms.empty();
    if (!proposition_.number || !gains) return AT_ONCE;
    double gain = 0;
    for (const auto& term : proposition_.linear.terms)
        if (term.field == write.field) gain += proposition_.linear.real_weight(term) * write.linear.real_constant();
    return std::isnan(gain) ? AT_ONCE : std::max(gain, -MOST_LOST);
}

bool Gains::touches(std::uint32_t field) const { return std::find(fields_.begin(), fields_.end(), field) != fields_.end(); }

}  // namespace gumption
