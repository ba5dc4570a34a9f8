// Where each field of a state lies in its packed words: finite fields share words, a number has one for itself.
#pragma once

#include <cstdint>
#include <vector>

#include "numbers.hpp"

namespace gumption {

enum class Kind : std::uint8_t { FINITE, INTEGER, REAL };

struct Field {
    Kind kind = Kind::FINITE;
    std::int64_t size = 0;        // of a finite field: how many values it has
    std::int64_t low = 0, high = 0;  // of a number: its bounds, inclusive; of a real one by their bits
    std::uint32_t word = 0;
    std::uint32_t shift = 0;
    Word mask = 0;  // before shifting

    std::int64_t get(const Word* state) const { return static_cast<std::int64_t>((state[word] >> shift) & mask); }
    void set(Word* state, std::int64_t value) const {
        state[word] = (state[word] & ~(mask << shift)) | ((static_cast<Word>(value) & mask) << shift);
    }
    // The number, of either kind, as a double; an integer beyond 2**53 is rounded.
    double number(const Word* state) const {
        const auto raw = static_cast<std::int64_t>(state[word]);
        return kind == Kind::REAL ? as_double(raw) : static_cast<double>(raw);
    }
};

// Gives every field its place; how many words a state has then, at least one.
std::uint32_t lay_out(std::vector<Field>& fields);

}  // namespace gumption
