// Which actions can be applied in a state, and what comes of them: the task, compiled for speed. Tests and writes of finite
// fields become masks over words; all else is done by simulate.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "match_tree.hpp"
#include "simulate.hpp"
#include "task.hpp"

namespace gumption {

struct Mask {
    std::uint32_t word = 0;
    Word care = 0, want = 0;

    bool holds(const Word* state) const { return (state[word] & care) == want; }
};

// Tests in their fast form: masks first, the rest as written.
struct Checks {
    std::vector<Mask> masks;
    std::vector<Test> rest;

    static Checks of(const std::vector<Test>& tests, const std::vector<Field>& fields);

    bool hold(const std::vector<Field>& fields, const Word* state) const {
        for (const Mask& mask : masks)
            if (!mask.holds(state)) return false;
        return rest.empty() || all_hold(rest, fields, state);
    }
};

class Successors {
public:
    explicit Successors(const Task& task);

    std::uint32_t actions() const { return static_cast<std::uint32_t>(compiled_.size()); }

    // Calls visit(action) for each action that may be applicable, in an order of no meaning.
    template <class Visit>
    void candidates(const Word* state, std::vector<std::uint32_t>& pending, Visit&& visit) const {
        tree_.match(state, pending, visit);
    }

    // May throw NumberOverflow.
    bool applicable(std::uint32_t action, const Word* state) const {
        return compiled_[action].checks.hold(task_->fields, state);
    }

    // Writes the successor to `to`, which is elsewhere than `from`. Returns false if a number would leave its bounds: then
    // the action cannot be applied. May throw NumberOverflow.
    bool apply(std::uint32_t action, const Word* from, Word* to) const;

    // Units that the action costs in this state, or -1 if below zero. May throw NumberOverflow.
    std::int64_t units(std::uint32_t action, const Word* state) const;

private:
    struct Conditional {
        Checks checks;
        std::vector<Write> writes;
    };
    struct Compiled {
        Checks checks;
        std::vector<Mask> puts;  // care: what is replaced, want: by what
        std::vector<Conditional> rest;
        std::vector<Field> bounded;  // numbers that it may write and that have bounds
    };

    const Task* task_;
    MatchTree tree_;
    std::vector<Compiled> compiled_;
};

}  // namespace gumption
