#include "store.hpp"

namespace gumption {

void Store::grow() {
    std::vector<Slot> old(4 * slots_.size());
    old.swap(slots_);
    const std::size_t mask = slots_.size() - 1;
    for (const Slot& slot : old) {
        if (slot.id == NO_NODE) continue;
        std::size_t at = hash_of(state(slot.id)) & mask;
        while (slots_[at].id != NO_NODE) at = (at + 1) & mask;
        slots_[at] = slot;
    }
}

}  // namespace gumption
