// Reading tables of integers that come from outside: every step is checked, so that no table can do harm.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

namespace gumption {

// What is wrong with a table, and at which of its numbers.
class TableError : public std::invalid_argument {
public:
    TableError(const std::string& problem, std::size_t at)
        : std::invalid_argument("table of the planner, number " + std::to_string(at) + ": " + problem) {}
};

class Reader {
public:
    explicit Reader(std::span<const std::int64_t> numbers) : numbers_(numbers) {}

    std::int64_t next() {
        if (at_ == numbers_.size()) fail("ends too early");
        return numbers_[at_++];
    }

    // The next number, from low to high inclusive.
    std::int64_t between(std::int64_t low, std::int64_t high, const char* what) {
        const std::int64_t value = next();
        if (value < low || value > high) {
            --at_;
            fail(std::string(what) + " is " + std::to_string(value) + ", not from " + std::to_string(low) + " to " +
                 std::to_string(high));
        }
        return value;
    }

    // How many items follow; each takes at least one number, so that a wrong count cannot ask for much memory.
    std::size_t count(const char* what) {
        return static_cast<std::size_t>(between(0, static_cast<std::int64_t>(numbers_.size() - at_), what));
    }

    std::size_t index(std::size_t size, const char* what) {
        if (size == 0) fail(std::string(what) + " of none");
        return static_cast<std::size_t>(between(0, static_cast<std::int64_t>(size) - 1, what));
    }

    void finish() const {
        if (at_ != numbers_.size()) fail("numbers are left over");
    }

    [[noreturn]] void fail(const std::string& problem) const { throw TableError(problem, at_); }

private:
    std::span<const std::int64_t> numbers_;
    std::size_t at_ = 0;
};

}  // namespace gumption
