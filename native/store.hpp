// The states that a search has met, found again through a hash table which compares the whole state on a hit.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "numbers.hpp"

namespace gumption {

using NodeId = std::uint32_t;
inline constexpr NodeId NO_NODE = ~NodeId{0};

// What a search knows of a state.
struct Node {
    Rank g;               // of the best path known
    Word key;             // the first actions of that path: see path.hpp
    NodeId parent;
    std::uint32_t action : 31;
    std::uint32_t open : 1;
    Rank h;               // INFINITE: no goal can be reached
};

class Store {
public:
    // Forgets all states, of so many words each from now on; the memory stays for the next search.
    void reset(std::uint32_t words) {
        words_ = words;
        nodes_.clear();
        states_.clear();
        slots_.assign(FIRST_SLOTS, Slot{});
    }

    std::size_t bytes() const {
        return nodes_.capacity() * sizeof(Node) + states_.capacity() * sizeof(Word) + slots_.capacity() * sizeof(Slot);
    }

    Node& node(NodeId id) { return nodes_[id]; }
    const Node& node(NodeId id) const { return nodes_[id]; }
    const Word* state(NodeId id) const { return &states_[std::size_t{id} * words_]; }

    bool equal(const Word* a, const Word* b) const {
        Word difference = 0;
        for (std::uint32_t w = 0; w < words_; ++w) difference |= a[w] ^ b[w];
        return difference == 0;
    }

    // Multiply and fold, a word at a time; the constants are those of the splitmix64 generator (Steele, Lea, Flood 2014).
    Word hash_of(const Word* state) const {
        Word hash = 0x9E3779B97F4A7C15;
        for (std::uint32_t w = 0; w < words_; ++w) {
            hash ^= state[w];
            hash *= 0xBF58476D1CE4E5B9;
            hash ^= hash >> 29;
        }
        hash *= 0x94D049BB133111EB;
        return hash ^ (hash >> 32);
    }

    // Brings the slot near, where a state of this hash will be looked for.
    void prefetch(Word hash) const {
#if defined(__GNUC__)
        __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]);
#else
        (void)hash;
#endif
    }

    // The node of this state, whose hash is known; with `found` false a new one, which is not filled.
    NodeId find_or_add(const Word* state, Word hash, bool& found) {
        const auto tag = static_cast<std::uint32_t>(hash >> 32);
        std::size_t at = hash & (slots_.size() - 1);
        for (; slots_[at].id != NO_NODE; at = (at + 1) & (slots_.size() - 1)) {
            if (slots_[at].tag != tag || !equal(this->state(slots_[at].id), state)) continue;
            found = true;
            return slots_[at].id;
        }
        found = false;
        const auto id = static_cast<NodeId>(nodes_.size());
        if (id == NO_NODE) throw std::length_error("more states than can be numbered");
        nodes_.emplace_back();
        states_.insert(states_.end(), state, state + words_);
        slots_[at] = {id, tag};
        if (2 * nodes_.size() > slots_.size()) grow();
        return id;
    }

private:
    struct Slot {
        NodeId id = NO_NODE;
        std::uint32_t tag = 0;
    };
    static constexpr std::size_t FIRST_SLOTS = 128;

    void grow();

    std::uint32_t words_ = 0;
    std::vector<Node> nodes_;
    std::vector<Word> states_;
    std::vector<Slot> slots_;
};

}  // namespace gumption
