#include "layout.hpp"

#include <bit>

namespace gumption {

Layout Layout::of(std::vector<Field>& fields) {
    Layout layout;
    std::uint32_t used = 64;
    for (Field& field : fields) {
        if (field.kind != Kind::FINITE) continue;
        const auto bits = static_cast<std::uint32_t>(std::bit_width(static_cast<Word>(field.size - 1)) | (field.size == 1));
        if (used + bits > 64) {
            ++layout.finite_words;
            used = 0;
        }
        field.word = layout.finite_words - 1;
        field.shift = used;
        field.mask = (Word{1} << bits) - 1;
        used += bits;
    }
    layout.words = layout.finite_words;
    for (Field& field : fields) {
        if (field.kind == Kind::FINITE) continue;
        field.word = layout.words++;
        field.mask = ~Word{0};
    }
    if (layout.words == 0) layout.words = 1;  // so that every state has a first word
    return layout;
}

}  // namespace gumption
