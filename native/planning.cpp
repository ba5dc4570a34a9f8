#include "planning.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "h_max.hpp"

namespace gumption {
namespace {

constexpr std::uint64_t ALONE = 256;  // expansions of the first search before others join in: enough for most questions of a game
constexpr std::uint64_t TURN = 32;    // expansions between looks at the limits
constexpr double GREEDY_WEIGHT = 5;

}  // namespace

void Domain::pack(std::span<const std::int64_t> values, std::vector<Word>& state) const {
    if (values.size() != task.fields.size())
        throw std::invalid_argument("a state of " + std::to_string(values.size()) + " values, not " +
                                    std::to_string(task.fields.size()));
    state.assign(task.words, 0);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Field& field = task.fields[i];
        const bool real = field.kind == Kind::REAL;
        const std::int64_t value = real ? as_bits(as_double(values[i])) : values[i];
        const bool right = field.kind == Kind::FINITE ? 0 <= value && value < field.size
                                                      : !real || std::isfinite(as_double(value));
        if (!right) throw std::invalid_argument("value " + std::to_string(i) + " of the state is out of range");
        field.set(state.data(), value);
    }
}

Planning::Planning(std::shared_ptr<const Goal> goal, const std::vector<std::int64_t>& units, HeuristicKind kind, double weight)
    : goal_(std::move(goal)), costs_(goal_->domain->task, units) {
    if (kind != HeuristicKind::AUTOMATIC) {
        add(kind, weight);
        return;
    }
    // No heuristic is best everywhere: a cheap one and a strong one take turns, and the first to end has the answer. A greedy
    // search finds a first plan, which spares the others what cannot be better.
    add(HeuristicKind::GOALS, weight);
    add(HeuristicKind::LM_CUT, weight);
    if (weight == 1) add(HeuristicKind::FF, GREEDY_WEIGHT);
}

void Planning::add(HeuristicKind kind, double weight) {
    const Problem problem{goal_->domain->task, goal_->domain->successors, goal_->checks, costs_};
    runners_.push_back(std::make_unique<Runner>(Runner{kind, Search(problem, incumbent_, weight), nullptr}));
}

void Planning::start(const std::vector<Word>& state) {
    start_ = state;
    rewind();
    if (costs_.any_by_state()) forget_heuristics();  // the least costs depend on the start
}

void Planning::rewind() noexcept {
    incumbent_ = {};
    status_ = stopped_ = Status::RUNNING;
    last_ = nullptr;
    for (auto& runner : runners_) runner->started = runner->done = false;
}

void Planning::forget_heuristics() noexcept {
    least_.clear();
    for (auto& runner : runners_) runner->heuristic.reset();
}

void Planning::begin(Runner& runner) {
    runner.started = true;
    if (least_.empty()) least_ = costs_.least(start_.data());
    if (!runner.heuristic) runner.heuristic = Heuristic::make(runner.kind, goal_->relaxed, least_);
    runner.search.start(start_.data(), *runner.heuristic);
    // A strong heuristic says so itself; a single weak search would look for ever where numbers have no bounds.
    if (runners_.size() == 1 && HMax(goal_->relaxed, least_).evaluate(start_.data()) == INFINITE) status_ = Status::UNREACHABLE;
}

// The first one, until it has had its time alone; then the one that has worked least.
Planning::Runner* Planning::next() {
    Runner* first = runners_.front().get();
    if (!first->started || first->search.expanded() < ALONE) return first;
    Runner* least = first;
    for (auto& runner : runners_) {
        if (runner->done) continue;
        if (!runner->started) return runner.get();
        if (runner->search.effort() < least->search.effort()) least = runner.get();
    }
    return least;
}

Status Planning::run(const Limits& limits) {
    do stopped_ = advance(limits);
    while (stopped_ == Status::RUNNING);
    return stopped_;
}

// One turn of one search, or why there is none.
Status Planning::advance(const Limits& limits) {
    if (status_ != Status::RUNNING) return status_;
    const std::uint64_t spent = expanded();
    if (last_) {
        if (spent >= limits.expansions) return Status::EXPANSIONS_SPENT;
        if (bytes() > limits.bytes) return Status::BYTES_SPENT;
        if (limits.deadline && std::chrono::steady_clock::now() >= *limits.deadline) return Status::DEADLINE;
    }
    last_ = next();
    try {
        if (!last_->started) begin(*last_);
        if (status_ != Status::RUNNING) return status_;
        const std::uint64_t turn = std::min(TURN, limits.expansions - std::min(limits.expansions, spent));
        const Status status = last_->search.run(last_->search.expanded() + turn);
        if (settled(*last_, status)) status_ = status;
        if (status_ == Status::EXHAUSTED && last_->search.expanded() == 0) status_ = Status::UNREACHABLE;
    } catch (const NumberOverflow&) {
        status_ = Status::OVERFLOWED;
    } catch (...) {  // memory ran out in the middle of something: what is half done would give wrong answers
        rewind();
        forget_heuristics();
        throw;
    }
    return status_;
}

// Whether what a search says is the answer.
bool Planning::settled(Runner& runner, Status status) {
    if (status == Status::RUNNING) return false;
    if (runner.kind != HeuristicKind::FF || status == Status::OVERFLOWED || status == Status::NEGATIVE_COST) return true;
    runner.done = true;
    return status == Status::EXHAUSTED && !incumbent_.known();
}

std::uint64_t Planning::expanded() const {
    std::uint64_t sum = 0;
    for (const auto& runner : runners_)
        if (runner->started) sum += runner->search.expanded();
    return sum;
}

std::size_t Planning::bytes() const {
    std::size_t sum = 0;
    for (const auto& runner : runners_) sum += runner->search.bytes();
    return sum;
}

Result Planning::result() {
    Result result;
    result.status = stopped_;
    result.bytes = bytes();
    Rank bound = 0;
    for (const auto& runner : runners_) {
        if (!runner->started) continue;
        result.expanded += runner->search.expanded();
        result.generated += runner->search.generated();
        result.reopened += runner->search.reopened();
        if (runner->kind != HeuristicKind::FF) bound = std::max(bound, runner->search.bound());
    }
    if (last_) result.heuristic = last_->kind;
    const bool failed = status_ == Status::OVERFLOWED || status_ == Status::NEGATIVE_COST;
    if (incumbent_.known() && !failed) {
        result.cost = units_of(incumbent_.rank);
        result.actions = incumbent_.actions;
        bound = std::min(bound, incumbent_.rank);
    } else if (last_) {
        result.actions = last_->search.partial();
    }
    result.bound = units_of(bound == INFINITE ? 0 : bound);
    return result;
}

Rank Planning::estimate() {
    Runner& first = *runners_.front();
    begin(first);
    return first.heuristic->evaluate(start_.data());
}

}  // namespace gumption
