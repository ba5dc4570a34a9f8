// What each proposition of the relaxed task costs from a state on: Dijkstra's algorithm over propositions and operators, as in
// h_max and h_add (Bonet, Geffner: Planning as heuristic search, 2001).
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "relaxed.hpp"

namespace gumption {

inline constexpr std::uint32_t NO_OPERATOR = ~std::uint32_t{0};
inline constexpr PropId NO_PROPOSITION = ~PropId{0};

enum class Combine : std::uint8_t { MAX, ADD };

class Exploration {
    const Relaxed& relaxed_;

public:
    explicit Exploration(const Relaxed& relaxed)
        : relaxed_(relaxed),
          deficits(relaxed.propositions().size()),
          value(relaxed.propositions().size()),
          first(relaxed.propositions().size()),
          operator_value(relaxed.operators()),
          unmet_(relaxed.operators()) {}

    std::vector<double> deficits;      // of each proposition in the state
    std::vector<Rank> value;           // of each proposition
    std::vector<std::uint32_t> first;  // the operator that gave the value, or NO_OPERATOR
    std::vector<Rank> operator_value;  // of what each operator needs

    // Fills all of these. `edge(op, effect)`: what the operator's effect costs on top of its needs; INFINITE if it is not
    // to be used. Returns how much work it was, as Heuristic::effort counts.
    template <Combine combine, class Edge>
    std::uint64_t run(const Word* state, Edge&& edge) {
        begin(state);
        for (const std::uint32_t op : relaxed_.needing_nothing()) reach(op, 0, edge);
        while (!heap_.empty()) {
            const auto [rank, proposition] = heap_.front();
            std::pop_heap(heap_.begin(), heap_.end(), std::greater<>{});
            heap_.pop_back();
            if (rank > value[proposition]) continue;
            for (const std::uint32_t op : relaxed_.needing(proposition)) {
                operator_value[op] = combine == Combine::MAX ? rank : plus(operator_value[op], rank);
                if (--unmet_[op] == 0) reach(op, operator_value[op], edge);
            }
        }
        return STEP_TIME * steps_;
    }

    Rank goal_value(Combine combine) const {
        Rank sum = 0;
        for (const PropId goal : relaxed_.goal()) sum = combine == Combine::MAX ? std::max(sum, value[goal]) : plus(sum, value[goal]);
        return sum;
    }

    bool reached(std::uint32_t op) const { return unmet_[op] == 0; }

private:
    static constexpr std::uint64_t STEP_TIME = 3;  // nanoseconds, about

    void begin(const Word* state) {
        heap_.clear();
        for (std::uint32_t op = 0; op < unmet_.size(); ++op) {
            unmet_[op] = static_cast<std::uint32_t>(relaxed_.needs(op).size());
            operator_value[op] = 0;
        }
        for (PropId id = 0; id < value.size(); ++id) {
            deficits[id] = relaxed_.deficit(id, state);
            value[id] = deficits[id] > 0 ? INFINITE : 0;
            first[id] = NO_OPERATOR;
            if (value[id] == 0) heap_.emplace_back(0, id);  // equal ranks, so this is a heap
        }
        steps_ = unmet_.size() + value.size();
    }

    template <class Edge>
    void reach(std::uint32_t op, Rank needs, Edge&& edge) {
        const auto effects = relaxed_.effects(op);
        steps_ += 2 + effects.size();
        for (const Effect& effect : effects) {
            const Rank rank = plus(needs, edge(op, effect));
            if (rank >= value[effect.proposition]) continue;
            value[effect.proposition] = rank;
            first[effect.proposition] = op;
            heap_.emplace_back(rank, effect.proposition);
            std::push_heap(heap_.begin(), heap_.end(), std::greater<>{});
        }
    }

    std::vector<std::uint32_t> unmet_;  // how many needs of each operator have no value yet
    std::vector<std::pair<Rank, PropId>> heap_;
    std::uint64_t steps_ = 0;  // of the last run
};

}  // namespace gumption
