#include "lm_cut.hpp"

#include <algorithm>
#include <cmath>

namespace gumption {
namespace {

// Work after which no more cuts are looked for: what was counted until then is a lower bound as well.
constexpr std::uint64_t ENOUGH = 500'000;

}  // namespace

LmCut::LmCut(const Relaxed& relaxed, std::vector<Rank> ranks)
    : relaxed_(relaxed),
      goals_(relaxed, ranks),
      ranks_(std::move(ranks)),
      exploration_(relaxed),
      supported_(relaxed.propositions().size()),
      zone_(relaxed.propositions().size()),
      pending_(relaxed.propositions().size()) {
    bool counted = false;
    for (std::uint32_t op = 0; op < relaxed.operators(); ++op) {
        const auto begin = static_cast<std::uint32_t>(effects_.size());
        for (const Effect& effect : relaxed.effects(op)) {
            effects_.push_back(effect.proposition);
            gains_.push_back(effect.gain);
            counted |= effect.gain != AT_ONCE;
        }
        operators_.push_back({NOT_USED, relaxed.action(op), begin, static_cast<std::uint32_t>(effects_.size()), NO_OPERATOR});
    }
    if (!counted) gains_.clear();
}

double LmCut::often(PropId proposition, double gain) const {
    if (gain == AT_ONCE) return 1;
    return applications(relaxed_.propositions()[proposition], exploration_.deficits[proposition], gain);
}

// What an effect costs if so much of the rank of its action is left.
Rank LmCut::rank_of(PropId proposition, double gain, Rank left) const {
    return gain == AT_ONCE ? left : times(often(proposition, gain), left);
}

PropId LmCut::dearest(std::span<const PropId> propositions) const {
    PropId dearest = NO_PROPOSITION;
    for (const PropId each : propositions)
        if (dearest == NO_PROPOSITION || exploration_.value[each] > exploration_.value[dearest]) dearest = each;
    return dearest;
}

void LmCut::support() {
    std::fill(supported_.begin(), supported_.end(), NO_OPERATOR);
    for (std::uint32_t op = 0; op < operators_.size(); ++op) {
        const bool used = exploration_.reached(op) && left_[operators_[op].action] != INFINITE;
        support(op, used ? dearest(relaxed_.needs(op)) : NOT_USED);
    }
    effort_ += 4 * operators_.size();
}

// Operators are listed by their supporters: walking a list is cheaper than asking each operator that needs the proposition.
void LmCut::support(std::uint32_t op, PropId supporter) {
    operators_[op].supporter = supporter;
    if (supporter >= supported_.size()) return;
    operators_[op].next = supported_[supporter];
    supported_[supporter] = op;
}

// Propositions from which the goal costs nothing more, along dearest needs.
void LmCut::mark_goal_zone() {
    std::fill(zone_.begin(), zone_.end(), Zone::NONE);
    std::size_t size = 0;
    const auto mark = [&](PropId id) {
        if (id == NO_PROPOSITION || zone_[id] == Zone::GOAL) return;
        zone_[id] = Zone::GOAL;
        pending_[size++] = id;
    };
    mark(dearest(relaxed_.goal()));
    while (size > 0) {
        const auto reaching = relaxed_.reaching(pending_[--size]);
        for (const std::uint32_t op : reaching)
            if (left_[operators_[op].action] == 0 && operators_[op].supporter != NOT_USED) mark(operators_[op].supporter);
        effort_ += 2 + reaching.size();
    }
}

// Every way into the goal zone from what the state has.
void LmCut::find_cut() {
    cut_.clear();
    // Plain pointers, as this is where most of the time goes; each proposition is pending once.
    Zone* const zone = zone_.data();
    const Operator* const operators = operators_.data();
    const PropId* const effects = effects_.data();
    const std::uint32_t* const supported = supported_.data();
    PropId* const pending = pending_.data();
    std::size_t size = 0;
    const auto visit = [&](PropId id) {
        if (zone[id] != Zone::NONE) return;
        zone[id] = Zone::BEFORE;
        pending[size++] = id;
    };
    std::uint64_t work = 0;
    const auto leave = [&](const Operator& op) {
        double least = AT_ONCE;
        for (std::uint32_t i = op.effects; i < op.effects_end; ++i) {
            if (zone[effects[i]] == Zone::GOAL)
                least = std::min(least, gains_.empty() ? 1 : often(effects[i], gains_[i]));
            else
                visit(effects[i]);
        }
        if (least < AT_ONCE) cut_.push_back({op.action, least});
        work += 2 + 2 * (op.effects_end - op.effects);
    };
    for (const std::uint32_t op : relaxed_.needing_nothing())
        if (operators[op].supporter != NOT_USED) leave(operators[op]);
    for (PropId id = 0; id < zone_.size(); ++id)
        if (exploration_.deficits[id] == 0) visit(id);
    while (size > 0) {
        const PropId id = pending[--size];
        for (std::uint32_t op = supported[id]; op != NO_OPERATOR; op = operators[op].next) leave(operators[op]);
    }
    effort_ += work;
}

// The cost of the cut, taken off its actions.
Rank LmCut::pay() {
    std::sort(cut_.begin(), cut_.end(), [](const Crossing& a, const Crossing& b) {
        return a.action != b.action ? a.action < b.action : a.times < b.times;
    });
    cut_.erase(std::unique(cut_.begin(), cut_.end(), [](const auto& a, const auto& b) { return a.action == b.action; }), cut_.end());
    Rank cost = INFINITE;
    for (const Crossing& each : cut_) cost = std::min(cost, times(each.times, left_[each.action]));
    for (const Crossing& each : cut_) {
        Rank& left = left_[each.action];
        constexpr double SAFE = 1 + 1e-14;
        const Rank part = each.times == 1 ? cost : static_cast<Rank>(std::ceil(static_cast<double>(cost) / each.times * SAFE)) + 1;
        left -= std::min(part, left);
    }
    return cost;
}

// Values after the actions of the cut became cheaper.
void LmCut::lower() {
    const auto offer = [&](const Operator& op) {
        const Rank needs = op.supporter == NO_PROPOSITION ? 0 : exploration_.value[op.supporter];
        const Rank left = left_[op.action];
        for (std::uint32_t i = op.effects; i < op.effects_end; ++i) {
            const Rank rank = plus(needs, gains_.empty() ? left : rank_of(effects_[i], gains_[i], left));
            if (rank >= exploration_.value[effects_[i]]) continue;
            exploration_.value[effects_[i]] = rank;
            heap_.emplace_back(rank, effects_[i]);
            std::push_heap(heap_.begin(), heap_.end(), std::greater<>{});
        }
        effort_ += 4 + 4 * (op.effects_end - op.effects);
    };
    for (const Crossing& each : cut_)
        for (const std::uint32_t op : relaxed_.of_action(each.action))
            if (operators_[op].supporter != NOT_USED) offer(operators_[op]);
    while (!heap_.empty()) {
        const auto [rank, id] = heap_.front();
        std::pop_heap(heap_.begin(), heap_.end(), std::greater<>{});
        heap_.pop_back();
        if (rank > exploration_.value[id]) continue;
        std::uint32_t op = supported_[id];
        supported_[id] = NO_OPERATOR;
        while (op != NO_OPERATOR) {
            const std::uint32_t next = operators_[op].next;
            support(op, dearest(relaxed_.needs(op)));
            offer(operators_[op]);
            op = next;
        }
    }
}

Rank LmCut::evaluate(const Word* state) {
    const std::uint64_t enough = effort_ + ENOUGH;
    left_ = ranks_;
    effort_ += exploration_.run<Combine::MAX>(state, [&](std::uint32_t op, const Effect& effect) {
        return rank_of(effect.proposition, effect.gain, left_[operators_[op].action]);
    });
    if (exploration_.goal_value(Combine::MAX) == INFINITE) return INFINITE;
    support();
    Rank sum = 0;
    while (effort_ < enough && exploration_.goal_value(Combine::MAX) > 0) {
        mark_goal_zone();
        find_cut();
        const Rank cost = pay();
        if (cost == 0 || cost == INFINITE) break;
        sum = plus(sum, cost);
        lower();
    }
    return std::max(sum, goals_.evaluate(state));
}

}  // namespace gumption
