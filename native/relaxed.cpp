#include "relaxed.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "gains.hpp"
#include "simulate.hpp"

namespace gumption {
namespace {

// A test in a form that can be looked up, so that equal tests become one proposition.
using TestKey = std::vector<std::int64_t>;

void append(TestKey& key, const Linear& linear) {
    key.insert(key.end(), {linear.real, linear.constant});
    for (const auto& term : linear.terms) key.insert(key.end(), {term.field, term.weight});
}

TestKey key_of(const Test& test) {
    if (const auto* among = std::get_if<Among>(&test)) {
        TestKey key{0, among->field};
        key.insert(key.end(), among->values.begin(), among->values.end());
        return key;
    }
    if (const auto* same = std::get_if<Same>(&test)) return {1, same->field, same->other, same->equal};
    const auto& compared = std::get<Compare>(test);
    TestKey key{2, static_cast<std::int64_t>(compared.relation)};
    append(key, compared.linear);
    return key;
}

Linear negated(Linear linear) {
    const auto negate = [&](std::int64_t value) { return linear.real ? as_bits(-as_double(value)) : -value; };
    linear.constant = negate(linear.constant);
    for (auto& term : linear.terms) term.weight = negate(term.weight);
    return linear;
}

bool negatable(const Linear& linear) {
    constexpr auto least = std::numeric_limits<std::int64_t>::min();
    return linear.real || (linear.constant != least && std::none_of(linear.terms.begin(), linear.terms.end(),
                                                                     [](const auto& term) { return term.weight == least; }));
}

}  // namespace

class Relaxed::Builder {
public:
    Builder(Relaxed& relaxed, const Task& task) : relaxed_(relaxed), task_(task), by_field_(task.fields.size()) {}

    std::vector<PropId> propositions(const std::vector<Test>& tests) {
        std::vector<PropId> found;
        for (const Test& test : tests) {
            const auto* compared = std::get_if<Compare>(&test);
            if (compared && compared->relation == Relation::EQUAL && negatable(compared->linear)) {
                found.push_back(proposition(Compare{Relation::AT_LEAST, compared->linear}));
                found.push_back(proposition(Compare{Relation::AT_LEAST, negated(compared->linear)}));
            } else {
                found.push_back(proposition(test));
            }
        }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }

    // The needs of all operators first: only then are all propositions known.
    void operators() {
        for (std::uint32_t a = 0; a < task_.actions.size(); ++a) {
            const Action& action = task_.actions[a];
            add(a, action.tests, {}, nullptr);
            for (const Group& group : action.groups)
                if (!group.tests.empty()) add(a, action.tests, group.tests, &group);
        }
        for (std::size_t op = 0; op < groups_.size(); ++op) relaxed_.effects_.add(effects(relaxed_.action_[op], groups_[op]));
    }

private:
    PropId proposition(const Test& test) {
        const auto [found, is_new] = known_.try_emplace(key_of(test), static_cast<PropId>(relaxed_.propositions_.size()));
        if (is_new) {
            relaxed_.propositions_.push_back(made(test));
            const Checks checks = Checks::of({test}, task_.fields);
            relaxed_.masks_.push_back(checks.masks.empty() ? Mask{} : checks.masks.front());
            const auto* among = std::get_if<Among>(&test);
            if (among && among->values.size() == 1)
                by_value_[{among->field, among->values.front()}] = found->second;
            else
                for (const std::uint32_t field : fields_of(test)) by_field_[field].push_back(found->second);
        }
        return found->second;
    }

    static Proposition made(const Test& test) {
        Proposition made;
        made.test = test;
        if (const auto* compared = std::get_if<Compare>(&test)) {
            made.number = compared->relation == Relation::AT_LEAST || compared->relation == Relation::ABOVE;
            made.linear = compared->linear;
            made.strict = compared->relation == Relation::ABOVE;
        }
        return made;
    }

    void add(std::uint32_t action, const std::vector<Test>& tests, const std::vector<Test>& more, const Group* group) {
        std::vector<Test> all = tests;
        all.insert(all.end(), more.begin(), more.end());
        relaxed_.action_.push_back(action);
        relaxed_.needs_.add(propositions(all));
        groups_.push_back(group);
    }

    // An application in which a conditional group fires gains no more than all that may fire together.
    std::vector<Effect> effects(std::uint32_t of, const Group* own) const {
        std::vector<Effect> found;
        const Action& action = task_.actions[of];
        for (const PropId id : touched(own ? std::vector<const Group*>{own} : unconditional(action))) {
            const Gains gains(relaxed_.propositions_[id]);
            double base = 0, most = 0;
            for (const Group& group : action.groups) {
                const double gain = gains.of(group.writes);
                (group.tests.empty() ? base : most) += group.tests.empty() ? gain : std::max(gain, 0.0);
            }
            if (own && gains.of(own->writes) <= 0) continue;
            const double gain = own ? std::max(base, 0.0) + most : base;
            if (gain > 0) found.push_back({id, gain});
        }
        return found;
    }

    static std::vector<const Group*> unconditional(const Action& action) {
        std::vector<const Group*> found;
        for (const Group& group : action.groups)
            if (group.tests.empty()) found.push_back(&group);
        return found;
    }

    std::vector<PropId> touched(const std::vector<const Group*>& groups) const {
        std::vector<PropId> found;
        for (const Group* group : groups) {
            for (const Write& write : group->writes) {
                const std::uint32_t field = std::visit([](const auto& each) { return each.field; }, write);
                found.insert(found.end(), by_field_[field].begin(), by_field_[field].end());
                const auto* put = std::get_if<Put>(&write);
                const auto first = by_value_.lower_bound({field, put ? put->value : 0});
                const auto end = put ? by_value_.upper_bound({field, put->value}) : by_value_.lower_bound({field + 1, 0});
                for (auto each = first; each != end; ++each) found.push_back(each->second);
            }
        }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }

    Relaxed& relaxed_;
    const Task& task_;
    std::map<TestKey, PropId> known_;
    std::vector<std::vector<PropId>> by_field_;                        // all but those of one value
    std::map<std::pair<std::uint32_t, std::int64_t>, PropId> by_value_;  // those
    std::vector<const Group*> groups_;  // of each operator its conditional group
};

Relaxed::Relaxed(const Task& task, const std::vector<Test>& goal) : fields_(&task.fields) {
    Builder builder(*this, task);
    goal_ = builder.propositions(goal);
    builder.operators();
    std::vector<std::vector<std::uint32_t>> needing(propositions_.size()), reaching(propositions_.size());
    std::vector<std::vector<std::uint32_t>> of_action(task.actions.size());
    for (std::uint32_t op = 0; op < operators(); ++op) {
        for (const PropId need : needs(op)) needing[need].push_back(op);
        for (const Effect& effect : effects(op)) reaching[effect.proposition].push_back(op);
        of_action[action(op)].push_back(op);
        if (needs(op).empty()) needing_nothing_.push_back(op);
    }
    needing_ = Lists(needing);
    reaching_ = Lists(reaching);
    of_action_ = Lists(of_action);
    for (PropId id = 0; id < propositions_.size(); ++id) {
        const auto ops = reaching_[id];
        Proposition& proposition = propositions_[id];
        proposition.one_gain = proposition.number && !ops.empty() && !proposition.linear.real &&
                               std::all_of(ops.begin(), ops.end(), [&](auto op) { return gain(op, id) == gain(ops[0], id); });
    }
}

double Relaxed::gain(std::uint32_t op, PropId proposition) const {
    for (const Effect& effect : effects(op))
        if (effect.proposition == proposition) return effect.gain;
    return 0;
}

double Relaxed::unmasked_deficit(PropId id, const Word* state) const {
    const Proposition& proposition = propositions_[id];
    if (!proposition.number) return holds(proposition.test, *fields_, state) ? 0 : 1;
    if (proposition.linear.real) {
        const double value = real_value(proposition.linear, *fields_, state);
        if (value > 0 || (value == 0 && !proposition.strict)) return 0;
        return value == 0 ? std::numeric_limits<double>::min() : -value;
    }
    const std::int64_t value = integer_value(proposition.linear, *fields_, state);
    return value >= proposition.strict ? 0 : static_cast<double>(proposition.strict) - static_cast<double>(value);
}

double applications(const Proposition& proposition, double deficit, double gain) {
    if (!proposition.number || deficit <= gain) return 1;
    return proposition.one_gain ? std::ceil(deficit / gain) : deficit / gain;
}

Rank times(double applications, Rank rank) {
    if (applications == 1 || rank == INFINITE) return rank;
    constexpr double SAFE = 1 - 1e-14;  // what rounding may have added
    const double product = applications * static_cast<double>(rank);
    constexpr double EXACT = 9007199254740992.0;  // 2**53
    if (product < EXACT && applications == std::floor(applications)) return static_cast<Rank>(product);
    return product * SAFE >= static_cast<double>(INFINITE / 4) ? INFINITE / 4 : static_cast<Rank>(product * SAFE);
}

}  // namespace gumption
