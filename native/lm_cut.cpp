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
      supporter_(relaxed.operators()),
      zone_(relaxed.propositions().size()) {}

double LmCut::often(const Effect& effect) const {
    if (effect.gain == AT_ONCE) return 1;
    return applications(relaxed_.propositions()[effect.proposition], exploration_.deficits[effect.proposition], effect.gain);
}

Rank LmCut::edge(std::uint32_t op, const Effect& effect) const {
    const Rank rank = left_[relaxed_.action(op)];
    return effect.gain == AT_ONCE ? rank : times(often(effect), rank);
}

PropId LmCut::dearest(std::span<const PropId> propositions) const {
    PropId dearest = NO_PROPOSITION;
    for (const PropId each : propositions)
        if (dearest == NO_PROPOSITION || exploration_.value[each] > exploration_.value[dearest]) dearest = each;
    return dearest;
}

void LmCut::support() {
    for (std::uint32_t op = 0; op < relaxed_.operators(); ++op) {
        const bool used = exploration_.reached(op) && left_[relaxed_.action(op)] != INFINITE;
        supporter_[op] = used ? dearest(relaxed_.needs(op)) : NOT_USED;
    }
    effort_ += 4 * relaxed_.operators();
}

// Propositions from which the goal costs nothing more, along dearest needs.
void LmCut::mark_goal_zone() {
    std::fill(zone_.begin(), zone_.end(), Zone::NONE);
    const auto mark = [&](PropId id) {
        if (id == NO_PROPOSITION || zone_[id] == Zone::GOAL) return;
        zone_[id] = Zone::GOAL;
        pending_.push_back(id);
    };
    mark(dearest(relaxed_.goal()));
    while (!pending_.empty()) {
        const PropId id = pending_.back();
        pending_.pop_back();
        for (const std::uint32_t op : relaxed_.reaching(id))
            if (left_[relaxed_.action(op)] == 0 && supporter_[op] != NOT_USED) mark(supporter_[op]);
        effort_ += 2 + relaxed_.reaching(id).size();
    }
}

// Every way into the goal zone from what the state has.
void LmCut::find_cut() {
    cut_.clear();
    const auto visit = [&](PropId id) {
        if (zone_[id] != Zone::NONE) return;
        zone_[id] = Zone::BEFORE;
        pending_.push_back(id);
    };
    const auto leave = [&](std::uint32_t op) {
        const std::uint32_t action = relaxed_.action(op);
        double least = AT_ONCE;
        for (const Effect& effect : relaxed_.effects(op)) {
            if (zone_[effect.proposition] == Zone::GOAL)
                least = std::min(least, often(effect));
            else
                visit(effect.proposition);
        }
        if (least < AT_ONCE) cut_.push_back({action, least});
        effort_ += 2 + 2 * relaxed_.effects(op).size();
    };
    for (const std::uint32_t op : relaxed_.needing_nothing())
        if (supporter_[op] != NOT_USED) leave(op);
    for (PropId id = 0; id < zone_.size(); ++id)
        if (exploration_.deficits[id] == 0) visit(id);
    while (!pending_.empty()) {
        const PropId id = pending_.back();
        pending_.pop_back();
        for (const std::uint32_t op : relaxed_.needing(id))
            if (supporter_[op] == id) leave(op);
        effort_ += relaxed_.needing(id).size();
    }
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
    const auto offer = [&](std::uint32_t op) {
        const PropId support = supporter_[op];
        const Rank needs = support == NO_PROPOSITION ? 0 : exploration_.value[support];
        for (const Effect& effect : relaxed_.effects(op)) {
            const Rank rank = plus(needs, edge(op, effect));
            if (rank >= exploration_.value[effect.proposition]) continue;
            exploration_.value[effect.proposition] = rank;
            heap_.emplace_back(rank, effect.proposition);
            std::push_heap(heap_.begin(), heap_.end(), std::greater<>{});
        }
        effort_ += 4 + 4 * relaxed_.effects(op).size();
    };
    for (const Crossing& each : cut_)
        for (const std::uint32_t op : relaxed_.of_action(each.action))
            if (supporter_[op] != NOT_USED) offer(op);
    while (!heap_.empty()) {
        const auto [rank, id] = heap_.front();
        std::pop_heap(heap_.begin(), heap_.end(), std::greater<>{});
        heap_.pop_back();
        if (rank > exploration_.value[id]) continue;
        for (const std::uint32_t op : relaxed_.needing(id)) {
            if (supporter_[op] != id) continue;
            supporter_[op] = dearest(relaxed_.needs(op));
            offer(op);
        }
        effort_ += relaxed_.needing(id).size();
    }
}

Rank LmCut::evaluate(const Word* state) {
    const auto before = exploration_.work();
    const std::uint64_t enough = effort_ + ENOUGH;
    left_ = ranks_;
    exploration_.run<Combine::MAX>(state, [&](std::uint32_t op, const Effect& effect) { return edge(op, effect); });
    effort_ += 3 * (exploration_.work() - before);
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
