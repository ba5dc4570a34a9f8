#include "task.hpp"

#include <algorithm>
#include <cmath>

namespace gumption {
namespace {

constexpr std::int64_t MAX_VALUES = 1 << 16;

double finite_double(Reader& reader, const char* what) {
    const double value = as_double(reader.next());
    if (!std::isfinite(value)) reader.fail(std::string(what) + " is not finite");
    return value;
}

class TaskReader {
public:
    TaskReader(Reader& reader, const std::vector<Field>& fields) : reader_(reader), fields_(fields) {}

    std::vector<Test> tests() {
        std::vector<Test> found(0);
        for (std::size_t n = reader_.count("number of tests"); n > 0; --n) found.push_back(test());
        return found;
    }

    Action action() {
        Action action;
        action.cost = linear();
        if (action.cost.terms.empty()) check_cost(action.cost.real_constant());
        action.tests = tests();
        for (std::size_t n = reader_.count("number of groups"); n > 0; --n) {
            Group group;
            group.tests = tests();
            for (std::size_t m = reader_.count("number of writes"); m > 0; --m) group.writes.push_back(write());
            action.groups.push_back(std::move(group));
        }
        return action;
    }

private:
    void check_cost(double units) {
        if (units < 0 || units > static_cast<double>(MAX_UNITS)) reader_.fail("a cost out of range");
    }

    std::uint32_t field(bool finite) {
        const std::size_t index = reader_.index(fields_.size(), "field");
        if ((fields_[index].kind == Kind::FINITE) != finite) reader_.fail("a field of the other kind is needed");
        return static_cast<std::uint32_t>(index);
    }

    std::int64_t value_of(std::uint32_t field) { return reader_.between(0, fields_[field].size - 1, "value"); }

    Linear linear() {
        Linear linear;
        linear.real = reader_.between(0, 1, "kind of linear expression") == 1;
        linear.constant = number(linear.real, "constant");
        for (std::size_t n = reader_.count("number of terms"); n > 0; --n) {
            const std::uint32_t of = field(false);
            if (!linear.real && fields_[of].kind == Kind::REAL) reader_.fail("a real field among integers");
            linear.terms.push_back({of, number(linear.real, "weight")});
        }
        return linear;
    }

    std::int64_t number(bool real, const char* what) {
        return real ? as_bits(finite_double(reader_, what)) : reader_.next();
    }

    Test test() {
        switch (reader_.between(0, 2, "kind of test")) {
            case 0: {
                Among among{field(true), {}};
                auto& values = among.values;
                for (std::size_t n = reader_.count("number of values"); n > 0; --n) values.push_back(value_of(among.field));
                std::sort(values.begin(), values.end());
                values.erase(std::unique(values.begin(), values.end()), values.end());
                return among;
            }
            case 1: {
                const std::uint32_t one = field(true), other = field(true);
                return Same{one, other, reader_.between(0, 1, "equality") == 1};
            }
            default: {
                const auto relation = static_cast<Relation>(reader_.between(0, 3, "relation"));
                return Compare{relation, linear()};
            }
        }
    }

    Write write() {
        switch (reader_.between(0, 3, "kind of write")) {
            case 0: {
                const auto target = static_cast<std::uint32_t>(reader_.index(fields_.size(), "field"));
                if (fields_[target].kind == Kind::FINITE) return Put{target, value_of(target)};
                const bool real = fields_[target].kind == Kind::REAL;
                return Arithmetic{target, Operation::SET, Linear{real, number(real, "value"), {}}};
            }
            case 1: {
                const std::uint32_t target = field(true), other = field(true);
                if (fields_[other].size > fields_[target].size) reader_.fail("a copy from a larger field");
                return Copy{target, other};
            }
            case 2: {
                const std::uint32_t target = field(false);
                return assign(target, arithmetic(target));
            }
            default: {
                const std::uint32_t target = field(false);
                return Arithmetic{target, Operation::MULTIPLY, arithmetic(target)};
            }
        }
    }

    Linear arithmetic(std::uint32_t target) {
        Linear found = linear();
        if (found.real != (fields_[target].kind == Kind::REAL)) reader_.fail("arithmetic of the other kind of number");
        return found;
    }

    // x := x + e is kept as e, so that the additions of several groups add up.
    static Arithmetic assign(std::uint32_t target, Linear linear) {
        const std::int64_t one = linear.real ? as_bits(1.0) : 1;
        const auto self = std::find_if(linear.terms.begin(), linear.terms.end(), [&](const Linear::Term& term) {
            return term.field == target && term.weight == one;
        });
        const bool additive = self != linear.terms.end();
        if (additive) linear.terms.erase(self);
        return {target, additive ? Operation::ADD : Operation::SET, std::move(linear)};
    }

    Reader& reader_;
    const std::vector<Field>& fields_;
};

Field read_field(Reader& reader) {
    Field field;
    field.kind = static_cast<Kind>(reader.between(0, 2, "kind of field"));
    if (field.kind == Kind::FINITE) {
        field.size = reader.between(1, MAX_VALUES, "number of values");
        reader.between(0, 0, "low");
        reader.between(0, 0, "high");
        return field;
    }
    reader.between(0, 0, "number of values");
    field.low = reader.next();
    field.high = reader.next();
    const bool right = field.kind == Kind::REAL ? as_double(field.low) <= as_double(field.high) : field.low <= field.high;
    if (!right) reader.fail("bounds the wrong way round");
    return field;
}

}  // namespace

Task Task::read(std::span<const std::int64_t> table) {
    Reader reader(table);
    Task task;
    reader.between(1, 1, "version");
    const std::size_t fields = reader.count("number of fields");
    for (std::size_t n = 0; n < fields; ++n) task.fields.push_back(read_field(reader));
    task.words = lay_out(task.fields);
    TaskReader within(reader, task.fields);
    for (std::size_t n = reader.count("number of actions"); n > 0; --n) task.actions.push_back(within.action());
    reader.finish();
    return task;
}

std::vector<Test> Task::read_goal(std::span<const std::int64_t> table) const {
    Reader reader(table);
    std::vector<Test> tests = TaskReader(reader, fields).tests();
    reader.finish();
    return tests;
}

}  // namespace gumption
