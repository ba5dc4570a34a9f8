// Runs all tests, or those whose name contains the argument, and ends with 1 if one of them fails.
#include "check.hpp"

int main(int count, char** arguments) {
    const std::string wanted = count > 1 ? arguments[1] : "";
    int passed = 0, failed = 0;
    for (const auto& [name, run] : gumption::test::cases()) {
        if (std::string(name).find(wanted) == std::string::npos) continue;
        try {
            run();
            ++passed;
        } catch (const std::exception& error) {
            ++failed;
            std::cerr << "FAILED " << name << "\n    " << error.what() << "\n";
        }
    }
    std::cout << passed << " passed, " << failed << " failed\n";
    return failed == 0 && passed > 0 ? 0 : 1;
}
