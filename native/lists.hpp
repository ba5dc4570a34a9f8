// Many short lists in one block, so that walking through them is walking through memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace gumption {

template <class Item>
class Lists {
public:
    Lists() = default;
    explicit Lists(const std::vector<std::vector<Item>>& lists) {
        for (const auto& list : lists) add(list);
    }

    void add(const std::vector<Item>& list) {
        items_.insert(items_.end(), list.begin(), list.end());
        starts_.push_back(static_cast<std::uint32_t>(items_.size()));
    }

    std::uint32_t size() const { return static_cast<std::uint32_t>(starts_.size() - 1); }
    std::span<const Item> operator[](std::size_t index) const {
        return {items_.data() + starts_[index], items_.data() + starts_[index + 1]};
    }

private:
    std::vector<Item> items_;
    std::vector<std::uint32_t> starts_{0};
};

}  // namespace gumption
