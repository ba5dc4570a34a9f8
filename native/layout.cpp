#include "layout.hpp"

#include <bit>

namespace gumption {

std::uint32_t lay_out(std::vector<Field>& fields) {
    std::uint32_t words = 0;
    std::uint32_t used = 64;  // bits of the last word
    for (Field& field : fields) {
        if (field.kind != Kind::FINITE) continue;
        const auto bits = static_cast<std::uint32_t>(std::bit_width(static_cast<Word>(field.size - 1)) | (field.size == 1));
        if (used + bits > 64) {
            ++words;
            used = 0;
        }
        field.word = words - 1;
        field.shift = used;
        field.mask = (Word{1} << bits) - 1;
        used += bits;
    }
    for (Field& field : fields) {
        if (field.kind == Kind::FINITE) continue;
        field.word = words++;
        field.mask = ~Word{0};
    }
    return words == 0 ? 1 : words;
}

}  // namespace gumption
