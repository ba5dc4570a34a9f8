#include "successors.hpp"

#include <algorithm>
#include <cmath>

namespace gumption {
namespace {

void merge(std::vector<Mask>& masks, const Field& field, std::int64_t value) {
    const Mask mask{field.word, field.mask << field.shift, static_cast<Word>(value) << field.shift};
    const auto same = std::find_if(masks.begin(), masks.end(), [&](const Mask& each) { return each.word == mask.word; });
    if (same == masks.end()) {
        masks.push_back(mask);
        return;
    }
    same->care |= mask.care;
    same->want = (same->want & ~mask.care) | mask.want;
}

// Tests that ask for one value of a finite field; all others go to `rest`.
std::vector<MatchTree::Need> needs_of(const std::vector<Test>& tests, const std::vector<Field>& fields, std::vector<Test>& rest) {
    std::vector<MatchTree::Need> needs;
    std::vector<bool> needed(fields.size());
    for (const Test& test : tests) {
        const auto* among = std::get_if<Among>(&test);
        const bool single = among && among->values.size() == 1;
        if (!single || needed[among->field]) {
            rest.push_back(test);
            continue;
        }
        needed[among->field] = true;
        needs.push_back({among->field, among->values.front()});
    }
    return needs;
}

bool bounded(const Field& field) {
    constexpr auto least = std::numeric_limits<std::int64_t>::min(), most = std::numeric_limits<std::int64_t>::max();
    if (field.kind == Kind::INTEGER) return field.low != least || field.high != most;
    return std::isfinite(as_double(field.low)) || std::isfinite(as_double(field.high));
}

}  // namespace

Checks Checks::of(const std::vector<Test>& tests, const std::vector<Field>& fields) {
    Checks checks;
    for (const auto& need : needs_of(tests, fields, checks.rest)) merge(checks.masks, fields[need.field], need.value);
    return checks;
}

Successors::Successors(const Task& task) : task_(&task) {
    std::vector<std::vector<MatchTree::Need>> needs;
    for (const Action& action : task.actions) {
        Compiled compiled;
        compiled.checks = Checks::of(action.tests, task.fields);
        std::vector<Test> rest;
        needs.push_back(needs_of(action.tests, task.fields, rest));
        for (const Group& group : action.groups) {
            Conditional rest{Checks::of(group.tests, task.fields), {}};
            for (const Write& write : group.writes) {
                const auto* put = std::get_if<Put>(&write);
                if (put && group.tests.empty())
                    merge(compiled.puts, task.fields[put->field], put->value);
                else
                    rest.writes.push_back(write);
                const auto* number = std::get_if<Arithmetic>(&write);
                if (number && bounded(task.fields[number->field]))
                    compiled.bounded.push_back(task.fields[number->field]);
            }
            if (!rest.writes.empty()) compiled.rest.push_back(std::move(rest));
        }
        compiled_.push_back(std::move(compiled));
    }
    tree_ = MatchTree(task.fields, needs);
}

bool Successors::apply(std::uint32_t action, const Word* from, Word* to) const {
    to[0] = from[0];  // there is always a first word, and most often no other
    for (std::uint32_t w = 1; w < task_->words; ++w) to[w] = from[w];
    const Compiled& compiled = compiled_[action];
    for (const Mask& put : compiled.puts) to[put.word] = (to[put.word] & ~put.care) | put.want;
    for (const Conditional& group : compiled.rest) {
        if (!group.checks.hold(task_->fields, from)) continue;
        for (const Write& write : group.writes) gumption::apply(write, task_->fields, from, to);
    }
    for (const Field& field : compiled.bounded)
        if (!within_bounds(field, to)) return false;
    return true;
}

std::int64_t Successors::units(std::uint32_t action, const Word* state) const {
    const Linear& cost = task_->actions[action].cost;
    if (!cost.real) return std::max<std::int64_t>(integer_value(cost, task_->fields, state), -1);
    const double units = std::nearbyint(real_value(cost, task_->fields, state));
    return units < 0 ? -1 : static_cast<std::int64_t>(std::min(units, static_cast<double>(MAX_UNITS + 1)));
}

}  // namespace gumption
