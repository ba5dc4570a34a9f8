#include "costs.hpp"

#include <algorithm>
#include <cmath>

namespace gumption {
namespace {

constexpr double UNBOUNDED = std::numeric_limits<double>::infinity();

struct Range {
    double low, high;
};

double bound(const Field& field, std::int64_t raw) {
    if (field.kind == Kind::REAL) return as_double(raw);
    if (raw == std::numeric_limits<std::int64_t>::min()) return -UNBOUNDED;
    if (raw == std::numeric_limits<std::int64_t>::max()) return UNBOUNDED;
    return static_cast<double>(raw);
}

void widen(Range& range, const Field& field, const Arithmetic& write) {
    const double low = bound(field, field.low), high = bound(field, field.high);
    const bool constant = write.linear.terms.empty();
    const double value = write.linear.real_constant();
    if (constant && write.operation == Operation::SET) {
        range = {std::min(range.low, value), std::max(range.high, value)};
    } else if (constant && write.operation == Operation::ADD) {
        if (value < 0) range.low = low;
        if (value > 0) range.high = high;
    } else {
        range = {low, high};
    }
}

// Which values numbers can take, each by itself, whatever the order of actions.
std::vector<Range> ranges(const Task& task, const Word* start) {
    std::vector<Range> found;
    for (const Field& field : task.fields) {
        const double value = field.kind == Kind::FINITE ? 0 : field.number(start);
        found.push_back({value, value});
    }
    for (const Action& action : task.actions)
        for (const Group& group : action.groups)
            for (const Write& write : group.writes)
                if (const auto* arithmetic = std::get_if<Arithmetic>(&write))
                    widen(found[arithmetic->field], task.fields[arithmetic->field], *arithmetic);
    return found;
}

std::int64_t least_units(const Linear& cost, const std::vector<Range>& ranges) {
    double least = cost.real_constant();
    for (const auto& term : cost.terms) {
        const double weight = cost.real_weight(term);
        if (weight != 0) least += weight * (weight > 0 ? ranges[term.field].low : ranges[term.field].high);
    }
    constexpr double SAFE = 1 - 1e-12;  // what rounding may have added
    const double units = std::floor(least * SAFE) - (cost.real ? 1 : 0);
    return units > 0 ? static_cast<std::int64_t>(std::min(units, static_cast<double>(MAX_UNITS / 2))) : 0;
}

}  // namespace

Costs::Costs(const Task& task, const std::vector<std::int64_t>& units) : task_(&task) {
    for (std::uint32_t a = 0; a < task.actions.size(); ++a) {
        const Linear& cost = task.actions[a].cost;
        std::int64_t given = units.empty() ? AS_IN_TABLE : units[a];
        if (given == AS_IN_TABLE && cost.terms.empty())
            given = cost.real ? static_cast<std::int64_t>(std::nearbyint(cost.real_constant())) : cost.constant;
        fixed_.push_back(given == AS_IN_TABLE ? BY_STATE : given == NOT_USABLE ? INFINITE : rank_of(given));
        any_by_state_ |= given == AS_IN_TABLE;
    }
}

std::vector<Rank> Costs::least(const Word* start) const {
    if (!any_by_state_) return fixed_;
    const std::vector<Range> reached = ranges(*task_, start);
    std::vector<Rank> least = fixed_;
    for (std::uint32_t a = 0; a < least.size(); ++a)
        if (least[a] == BY_STATE) least[a] = rank_of(least_units(task_->actions[a].cost, reached));
    return least;
}

}  // namespace gumption
