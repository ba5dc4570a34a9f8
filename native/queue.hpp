// The open list: a heap with four children a node, of entries which may be out of date (the search skips those).
#pragma once

#include <cstdint>
#include <vector>

#include "store.hpp"

namespace gumption {

struct Entry {
    Rank f;
    Rank h;
    Word key;
    NodeId node;

    // Least f first, then nearest to the goal, then the path whose actions are declared earlier, then the older node.
    bool before(const Entry& other) const {
        if (f != other.f) return f < other.f;
        if (h != other.h) return h < other.h;
        if (key != other.key) return key < other.key;
        return node < other.node;
    }
};

class Queue {
public:
    void reset() { heap_.clear(); }
    bool empty() const { return heap_.empty(); }
    std::size_t bytes() const { return heap_.capacity() * sizeof(Entry); }
    const Entry& top() const { return heap_.front(); }

    void push(const Entry& entry) {
        std::size_t at = heap_.size();
        heap_.push_back(entry);
        while (at > 0) {
            const std::size_t above = (at - 1) / 4;
            if (!entry.before(heap_[above])) break;
            heap_[at] = heap_[above];
            at = above;
        }
        heap_[at] = entry;
    }

    Entry pop() {
        const Entry top = heap_.front();
        const Entry last = heap_.back();
        heap_.pop_back();
        if (!heap_.empty()) sink(last);
        return top;
    }

private:
    // Puts the entry where it belongs, from the root down.
    void sink(const Entry& entry) {
        std::size_t at = 0;
        for (;;) {
            const std::size_t first = 4 * at + 1;
            if (first >= heap_.size()) break;
            const std::size_t end = first + 4 < heap_.size() ? first + 4 : heap_.size();
            std::size_t least = first;
            for (std::size_t child = first + 1; child < end; ++child)
                if (heap_[child].before(heap_[least])) least = child;
            if (!heap_[least].before(entry)) break;
            heap_[at] = heap_[least];
            at = least;
        }
        heap_[at] = entry;
    }

    std::vector<Entry> heap_;
};

}  // namespace gumption
