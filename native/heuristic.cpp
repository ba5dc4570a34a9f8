#include "heuristic.hpp"

#include "goals.hpp"
#include "h_ff.hpp"
#include "h_max.hpp"
#include "lm_cut.hpp"

namespace gumption {
namespace {

class Blind final : public Heuristic {
public:
    Rank evaluate(const Word*) override { return 0; }
};

}  // namespace

std::unique_ptr<Heuristic> Heuristic::make(HeuristicKind kind, const Relaxed& relaxed, std::vector<Rank> ranks) {
    switch (kind) {
        case HeuristicKind::BLIND: return std::make_unique<Blind>();
        case HeuristicKind::H_MAX: return std::make_unique<HMax>(relaxed, std::move(ranks));
        case HeuristicKind::LM_CUT: return std::make_unique<LmCut>(relaxed, std::move(ranks));
        case HeuristicKind::FF: return std::make_unique<HFf>(relaxed, std::move(ranks));
        case HeuristicKind::AUTOMATIC:
        case HeuristicKind::GOALS: break;
    }
    return std::make_unique<Goals>(relaxed, std::move(ranks));
}

}  // namespace gumption
