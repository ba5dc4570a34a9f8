#include "search.hpp"

#include <algorithm>

namespace gumption {
namespace {

// f of A*; with a weight, what the heuristic says counts that much more.
Rank estimate(Rank g, Rank h, double weight) { return weight == 1 ? plus(g, h) : plus(g, times(weight, h)); }

}  // namespace

void Search::start(const Word* state, Heuristic& heuristic) {
    const std::uint32_t words = problem_.task.words;
    heuristic_ = &heuristic;
    store_.reset(words);
    queue_.reset();
    ties_.clear();
    tied_ = false;
    from_.resize(words);
    expanded_ = generated_ = reopened_ = 0;
    nearest_ = 0;
    failed_ = left_out_ = Way{};
    bool found = false;
    const NodeId root = store_.find_or_add(state, store_.hash_of(state), found);
    store_.node(root) = Node{0, 0, NO_NODE, 0, 0, 0};  // before the heuristic, which may throw
    store_.node(root).h = heuristic.evaluate(state);
    push(root);
}

Status Search::run(std::uint64_t expansions) {
    Status status = tied_ ? Status::RUNNING : best_first(expansions);
    if (status == Status::RUNNING && tied_) status = first_declared(expansions);
    if (status != Status::EXHAUSTED || left_out_.from == NO_NODE) return status;
    failed_ = left_out_;
    return failed_.why;
}

Status Search::best_first(std::uint64_t expansions) {
    for (;;) {
        while (!queue_.empty() && stale(queue_.top())) queue_.pop();
        if (queue_.empty()) return incumbent_.known() ? Status::FOUND : Status::EXHAUSTED;
        const Rank f = queue_.top().f;
        if (f > incumbent_.rank || (weight_ > 1 && f == incumbent_.rank)) return Status::FOUND;
        if (f == incumbent_.rank) {
            begin_ties();
            return Status::RUNNING;
        }
        if (expanded_ >= expansions) return Status::RUNNING;
        take(queue_.pop().node);
    }
}

Status Search::first_declared(std::uint64_t expansions) {
    const auto later = [this](NodeId a, NodeId b) { return declared_later(a, b); };
    while (!ties_.empty()) {
        if (expanded_ >= expansions) return Status::RUNNING;
        const NodeId id = ties_.front();
        std::pop_heap(ties_.begin(), ties_.end(), later);
        ties_.pop_back();
        if (!store_.node(id).open) continue;
        take(id);
    }
    return Status::FOUND;
}

// From the queue to the open list of ties.
void Search::begin_ties() {
    tied_ = true;
    while (!queue_.empty() && queue_.top().f == incumbent_.rank) {
        const Entry entry = queue_.pop();
        if (!stale(entry)) push(entry.node);
    }
    queue_.reset();
}

bool Search::declared_later(NodeId a, NodeId b) const {
    const Word one = store_.node(a).key, other = store_.node(b).key;
    return one != other ? one > other : path_smaller(store_, b, a);
}

void Search::take(NodeId id) {
    Node& node = store_.node(id);
    node.open = 0;
    if (node.parent != NO_NODE && hopeless(plus(node.g, node.h), node.key, node.parent, node.action, steps_of(node.g)))
        return;
    bool reached = false;
    try {
        reached = problem_.goal.hold(problem_.task.fields, store_.state(id));
    } catch (const NumberOverflow&) {
        leave_out({node.parent, node.action, Status::OVERFLOWED});
    }
    reached ? accept(id) : expand(id);
}

// Entries of states that were expanded since, or to which a cheaper path was found.
bool Search::stale(const Entry& entry) const {
    const Node& node = store_.node(entry.node);
    return !node.open || estimate(node.g, node.h, weight_) < entry.f;
}

// Whether no plan that begins with this path is smaller than the incumbent.
bool Search::hopeless(Rank f, Word key, NodeId parent, std::uint32_t action, std::int64_t steps) const {
    if (f != incumbent_.rank) return f > incumbent_.rank;
    if (f == INFINITE) return true;
    if (steps > static_cast<std::int64_t>(incumbent_.actions.size())) return true;
    const Word prefix = paths_.prefix(incumbent_.key, steps);
    if (key != prefix) return key > prefix;
    bool greater = false;
    for (std::int64_t step = steps; step > 0; --step) {
        const std::uint32_t same = incumbent_.actions[static_cast<std::size_t>(step - 1)];
        if (action != same) greater = action > same;
        action = store_.node(parent).action;
        parent = store_.node(parent).parent;
    }
    return greater;
}

void Search::accept(NodeId goal) {
    const Node& node = store_.node(goal);
    std::vector<std::uint32_t> actions = path_to(goal);
    const bool better = node.g != incumbent_.rank ? node.g < incumbent_.rank : actions < incumbent_.actions;
    if (better) incumbent_ = {node.g, node.key, std::move(actions)};
}

// First all successors, so that the places where they are looked up are near when they are.
void Search::expand(NodeId id) {
    ++expanded_;
    const std::uint32_t words = problem_.task.words;
    std::copy_n(store_.state(id), words, from_.data());  // the store moves when it grows
    successors_.clear();
    problem_.successors.candidates(from_.data(), pending_, [&](std::uint32_t action) {
        try {
            if (problem_.successors.applicable(action, from_.data())) generate(id, action);
        } catch (const NumberOverflow&) {
            leave_out({id, action, Status::OVERFLOWED});
        }
    });
    for (std::size_t i = 0; i < successors_.size(); ++i) enter(id, successors_[i], &successor_states_[i * words]);
}

// A step that cannot be counted cannot be taken. It is told if there is no plan without it.
void Search::leave_out(const Way& way) {
    if (left_out_.from == NO_NODE) left_out_ = way;
}

void Search::generate(NodeId id, std::uint32_t action) {
    Rank rank = problem_.costs.fixed(action);
    const Word* from = from_.data();
    if (rank == INFINITE) return;
    const std::size_t words = problem_.task.words, at = successors_.size() * words;
    if (successor_states_.size() < at + words) successor_states_.resize(2 * (at + words));
    Word* to = &successor_states_[at];
    if (!problem_.successors.apply(action, from, to)) return;
    if (rank == Costs::BY_STATE) {
        const std::int64_t units = problem_.successors.units(action, from);
        if (units < 0) return leave_out({id, action, Status::NEGATIVE_COST});
        rank = rank_of(std::min(units, MAX_UNITS + 1));
    }
    if (store_.equal(to, from)) return;  // leads nowhere
    const Word hash = store_.hash_of(to);
    store_.prefetch(hash);
    successors_.push_back({action, rank, hash});
}

void Search::enter(NodeId parent, const Successor& successor, const Word* state) {
    const auto [action, rank, hash] = successor;
    ++generated_;
    const Node& from = store_.node(parent);
    const Rank g = from.g + rank;
    const std::int64_t steps = steps_of(from.g) + 1;
    if (steps > MAX_STEPS || units_of(g) > MAX_UNITS) return leave_out({parent, action, Status::OVERFLOWED});
    const Word key = paths_.key(from.key, steps, action);

    bool found = false;
    const NodeId id = store_.find_or_add(state, hash, found);
    Node& node = store_.node(id);
    if (!found) {
        node = Node{g, key, parent, action, 0, INFINITE};  // before the heuristic, which may throw
        try {
            node.h = heuristic_->evaluate(state);
        } catch (const NumberOverflow&) {
            return leave_out({parent, action, Status::OVERFLOWED});
        }
        if (node.h < store_.node(nearest_).h) nearest_ = id;
        if (node.h != INFINITE && !hopeless(plus(g, node.h), key, parent, action, steps)) push(id);
        return;
    }
    if (g > node.g || node.h == INFINITE || node.parent == NO_NODE) return;
    if (g == node.g) {
        // The same way again, after it has become smaller further up, is an improvement as well.
        const bool same_way = node.parent == parent && node.action == action;
        if (key > node.key) return;
        if (key == node.key && !same_way &&
            (paths_.whole(steps) || !parts_smaller(store_, parent, action, node.parent, node.action)))
            return;
    }
    improve(id, parent, action, g, key);
}

void Search::improve(NodeId id, NodeId parent, std::uint32_t action, Rank g, Word key) {
    Node& node = store_.node(id);
    node.g = g;
    node.key = key;
    node.parent = parent;
    node.action = action;
    if (hopeless(plus(g, node.h), key, parent, action, steps_of(g))) return;
    if (!node.open) ++reopened_;
    push(id);
}

void Search::push(NodeId id) {
    Node& node = store_.node(id);
    node.open = 1;
    if (node.h == INFINITE) return;
    if (!tied_) {
        queue_.push({estimate(node.g, node.h, weight_), node.h, node.key, id});
        return;
    }
    ties_.push_back(id);
    std::push_heap(ties_.begin(), ties_.end(), [this](NodeId a, NodeId b) { return declared_later(a, b); });
}

std::vector<std::uint32_t> Search::path_to(NodeId id) const {
    std::vector<std::uint32_t> actions;
    for (; store_.node(id).parent != NO_NODE; id = store_.node(id).parent) actions.push_back(store_.node(id).action);
    std::reverse(actions.begin(), actions.end());
    return actions;
}

std::vector<std::uint32_t> Search::partial() const {
    if (failed_.from == NO_NODE) return path_to(nearest_);
    std::vector<std::uint32_t> actions = path_to(failed_.from);
    actions.push_back(failed_.action);
    return actions;
}

Rank Search::bound() {
    while (!queue_.empty() && stale(queue_.top())) queue_.pop();
    if (tied_) return incumbent_.rank;
    const Rank open = queue_.empty() ? INFINITE : queue_.top().f;
    const Rank least = weight_ == 1 || open == INFINITE ? open : static_cast<Rank>(static_cast<double>(open) / weight_ * (1 - 1e-12));
    return std::min(least, incumbent_.rank);
}

std::uint64_t Search::effort() const {
    return expanded_ * (20 + problem_.successors.actions()) + generated_ * 40 + (heuristic_ ? heuristic_->effort() : 0);
}

}  // namespace gumption
