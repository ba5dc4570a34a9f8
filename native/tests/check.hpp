// As much of a test framework as these tests need: TEST("a sentence") { CHECK(...); } in any file, run by main.cpp.
#pragma once

#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace gumption::test {

struct Case {
    const char* name;
    void (*run)();
};

inline std::vector<Case>& cases() {
    static std::vector<Case> all;
    return all;
}

struct Registration {
    Registration(const char* name, void (*run)()) { cases().push_back({name, run}); }
};

struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

inline void check(bool held, const char* what, const char* file, int line) {
    if (!held) throw Failure(std::string(file) + ":" + std::to_string(line) + ": " + what);
}

}  // namespace gumption::test

#define GUMPTION_JOIN(a, b) a##b
#define GUMPTION_TEST(name, line)                                                                             \
    static void GUMPTION_JOIN(test_, line)();                                                                 \
    static const ::gumption::test::Registration GUMPTION_JOIN(registration_, line)(name,                      \
                                                                                  GUMPTION_JOIN(test_, line)); \
    static void GUMPTION_JOIN(test_, line)()
#define TEST_AT(name, line) GUMPTION_TEST(name, line)
#define TEST(name) TEST_AT(name, __LINE__)
#define CHECK(...) ::gumption::test::check((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
#define CHECK_THROWS(type, ...)                                                                         \
    do {                                                                                                \
        bool thrown = false;                                                                            \
        try {                                                                                           \
            static_cast<void>(__VA_ARGS__);                                                             \
        } catch (const type&) {                                                                         \
            thrown = true;                                                                              \
        }                                                                                               \
        ::gumption::test::check(thrown, #__VA_ARGS__ " throws " #type, __FILE__, __LINE__);             \
    } while (false)
