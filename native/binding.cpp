// The planner as a Python module: checks and converts what comes in, releases the interpreter's lock, converts what goes out.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/unique_ptr.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <mutex>

#include "planning.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace gumption {
namespace {

constexpr std::uint64_t DEFAULT_EXPANSIONS = 1'000'000;
constexpr std::size_t DEFAULT_BYTES = std::size_t{256} << 20;
constexpr std::size_t KEPT_BYTES = std::size_t{1} << 20;  // a planning that has grown beyond this is not kept for the next
constexpr std::size_t KEPT = 16;
constexpr double MAX_WEIGHT = 1e6;

// The numbers of a contiguous buffer of 64-bit integers.
class Table {
public:
    explicit Table(nb::handle source) {
        if (PyObject_GetBuffer(source.ptr(), &buffer_, PyBUF_CONTIG_RO | PyBUF_FORMAT) != 0) throw nb::python_error();
        if (buffer_.itemsize != 8 || buffer_.format == nullptr || std::strchr("ql", buffer_.format[0]) == nullptr) {
            PyBuffer_Release(&buffer_);
            throw nb::type_error("a table of the planner is an array of signed 64-bit integers: array('q')");
        }
    }
    ~Table() { PyBuffer_Release(&buffer_); }
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    std::span<const std::int64_t> numbers() const {
        return {static_cast<const std::int64_t*>(buffer_.buf), static_cast<std::size_t>(buffer_.len) / 8};
    }

private:
    Py_buffer buffer_{};
};

std::int64_t integer(PyObject* value, const char* what) {
    if (!PyLong_Check(value)) throw nb::type_error((std::string(what) + ": an integer is needed").c_str());
    int overflow = 0;
    const long long found = PyLong_AsLongLongAndOverflow(value, &overflow);
    if (overflow != 0) throw nb::value_error((std::string(what) + ": an integer of more than 64 bits").c_str());
    return found;
}

std::int64_t real(PyObject* value) {
    if (!PyFloat_Check(value) && !PyLong_Check(value)) throw nb::type_error("state: a number is needed");
    const double found = PyFloat_AsDouble(value);
    if (found == -1.0 && PyErr_Occurred()) throw nb::python_error();
    return std::bit_cast<std::int64_t>(found);
}

void read_values(const Domain& domain, nb::tuple given, std::vector<std::int64_t>& values) {
    const auto size = static_cast<std::size_t>(PyTuple_GET_SIZE(given.ptr()));
    if (size != domain.task.fields.size()) throw nb::value_error("state: one value for each name is needed");
    values.resize(size);
    for (std::size_t i = 0; i < size; ++i) {
        PyObject* value = PyTuple_GET_ITEM(given.ptr(), static_cast<Py_ssize_t>(i));
        values[i] = domain.task.fields[i].kind == Kind::REAL ? real(value) : integer(value, "state");
    }
}

std::vector<std::int64_t> read_costs(const Domain& domain, nb::object given) {
    if (given.is_none()) return {};
    if (!PyTuple_Check(given.ptr())) throw nb::type_error("costs: a tuple or None is needed");
    const auto size = static_cast<std::size_t>(PyTuple_GET_SIZE(given.ptr()));
    if (size != domain.task.actions.size()) throw nb::value_error("costs: one for each action is needed");
    std::vector<std::int64_t> costs(size);
    for (std::size_t i = 0; i < size; ++i) {
        costs[i] = integer(PyTuple_GET_ITEM(given.ptr(), static_cast<Py_ssize_t>(i)), "costs");
        if (costs[i] < AS_IN_TABLE || costs[i] > MAX_UNITS) throw nb::value_error("costs: out of range");
    }
    return costs;
}

HeuristicKind read_heuristic(int number) {
    if (number < 0 || number > static_cast<int>(HeuristicKind::FF)) throw nb::value_error("heuristic: a number from 0 to 5");
    return static_cast<HeuristicKind>(number);
}

nb::tuple to_python(const Result& result) {
    nb::object actions = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(result.actions.size())));
    if (!actions.is_valid()) throw nb::python_error();
    for (std::size_t i = 0; i < result.actions.size(); ++i) {
        PyObject* action = PyLong_FromUnsignedLong(result.actions[i]);
        if (action == nullptr) throw nb::python_error();
        PyTuple_SET_ITEM(actions.ptr(), static_cast<Py_ssize_t>(i), action);
    }
    return nb::make_tuple(static_cast<int>(result.status), result.cost, result.bound, actions, result.expanded, result.generated,
                          result.reopened, result.bytes, static_cast<int>(result.heuristic));
}

// A planning with the buffers for its start.
struct Session {
    Planning planning;
    std::vector<std::int64_t> values;
    std::vector<Word> state;

    Session(const std::shared_ptr<const Goal>& goal, const std::vector<std::int64_t>& costs, HeuristicKind kind, double weight)
        : planning(goal, costs, kind, weight) {}

    void start(const Domain& domain, nb::tuple given) {
        read_values(domain, given, values);
        domain.pack(values, state);
        planning.start(state);
    }
};

// A search that goes on when asked to.
class PySearch {
public:
    PySearch(const std::shared_ptr<const Goal>& goal, const std::vector<std::int64_t>& costs, HeuristicKind kind, double weight,
             nb::tuple values)
        : session_(goal, costs, kind, weight) {
        session_.start(*goal->domain, values);
    }

    // Goes on with so many more expansions.
    int run(std::uint64_t expansions, std::uint64_t bytes, double seconds) {
        const Turn turn(busy_);
        const std::uint64_t done = session_.planning.expanded(), most = ~std::uint64_t{0};
        Limits limits{expansions > most - done ? most : done + expansions, static_cast<std::size_t>(bytes), std::nullopt};
        if (std::isnan(seconds)) throw nb::value_error("seconds: not a number");
        constexpr double LONGEST = 1e9;
        if (seconds > 0) {
            const std::chrono::duration<double> time(std::min(seconds, LONGEST));
            limits.deadline = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::nanoseconds>(time);
        }
        const nb::gil_scoped_release unlocked;
        return static_cast<int>(session_.planning.run(limits));
    }

    nb::tuple result() {
        const Turn turn(busy_);
        return to_python(session_.planning.result());
    }

private:
    // One thread at a time.
    class Turn {
    public:
        explicit Turn(std::atomic<bool>& busy) : busy_(busy) {
            if (busy_.exchange(true)) throw std::runtime_error("this search is running in another thread");
        }
        ~Turn() { busy_ = false; }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

    private:
        std::atomic<bool>& busy_;
    };

    Session session_;
    std::atomic<bool> busy_ = false;
};

class PyGoal {
public:
    PyGoal(const std::shared_ptr<Domain>& domain, nb::handle table)
        : goal_(std::make_shared<const Goal>(domain, Table(table).numbers())) {}

    nb::tuple plan(nb::tuple values) {
        std::unique_ptr<Session> session = take();
        session->start(*goal_->domain, values);
        {
            const nb::gil_scoped_release unlocked;
            session->planning.run({DEFAULT_EXPANSIONS, DEFAULT_BYTES, std::nullopt});
        }
        nb::tuple result = to_python(session->planning.result());
        keep(std::move(session));
        return result;
    }

    std::unique_ptr<PySearch> search(nb::tuple values, nb::object costs, int heuristic, double weight) {
        if (!(weight >= 1 && weight <= MAX_WEIGHT)) throw nb::value_error("weight: a number from 1 to a million");
        const HeuristicKind kind = read_heuristic(heuristic);
        if (kind == HeuristicKind::FF) throw nb::value_error("heuristic: FF is not admissible, so that no plan rests on it alone");
        return std::make_unique<PySearch>(goal_, read_costs(*goal_->domain, costs), kind, weight, values);
    }

    std::int64_t estimate(nb::tuple values, nb::object costs, int heuristic) {
        Session session(goal_, read_costs(*goal_->domain, costs), read_heuristic(heuristic), 1);
        session.start(*goal_->domain, values);
        try {
            const Rank rank = session.planning.estimate();
            return rank == INFINITE ? -1 : units_of(rank);
        } catch (const NumberOverflow&) {
            throw nb::value_error("state: a number left its range");
        }
    }

private:
    std::unique_ptr<Session> take() {
        {
            const std::lock_guard lock(mutex_);
            if (!kept_.empty()) {
                std::unique_ptr<Session> session = std::move(kept_.back());
                kept_.pop_back();
                return session;
            }
        }
        return std::make_unique<Session>(goal_, std::vector<std::int64_t>{}, HeuristicKind::AUTOMATIC, 1.0);
    }

    void keep(std::unique_ptr<Session> session) {
        if (session->planning.bytes() > KEPT_BYTES) return;
        const std::lock_guard lock(mutex_);
        if (kept_.size() < KEPT) kept_.push_back(std::move(session));
    }

    std::shared_ptr<const Goal> goal_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<Session>> kept_;
};

std::shared_ptr<Domain> make_domain(nb::handle table) { return std::make_shared<Domain>(Table(table).numbers()); }

}  // namespace
}  // namespace gumption

NB_MODULE(_native, module) {
    using namespace gumption;
    nb::set_leak_warnings(false);  // what a program still holds when it ends is no leak, and its owner no reader of this
    module.doc() = "The planner in native code. Use it through gumption.goap.";
    nb::class_<Domain>(module, "Task").def(nb::new_(&make_domain), "table"_a);
    nb::class_<PySearch>(module, "Search")
        .def("run", &PySearch::run, "expansions"_a, "bytes"_a, "seconds"_a)
        .def("result", &PySearch::result);
    nb::class_<PyGoal>(module, "Goal")
        .def(nb::init<const std::shared_ptr<Domain>&, nb::handle>(), "task"_a, "table"_a)
        .def("plan", &PyGoal::plan, "values"_a)
        .def("search", &PyGoal::search, "values"_a, "costs"_a.none(), "heuristic"_a, "weight"_a)
        .def("estimate", &PyGoal::estimate, "values"_a, "costs"_a.none(), "heuristic"_a);
}
