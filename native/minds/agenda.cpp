// What is due when in a run, and who is woken.
#include <algorithm>

#include "steps.hpp"

namespace gumption::minds {
namespace {

bool later(const Due& left, const Due& right) {
    return left.time != right.time ? left.time > right.time : left.ticket > right.ticket;
}

bool ticket_of(PyObject* target, long long& ticket) {
    if (is_task(target)) {
        ticket = as<Task>(target)->ticket;
        return true;
    }
    const Ref told = Ref::steal(PyObject_GetAttr(target, names.ticket));
    if (!told) return false;
    ticket = PyLong_AsLongLong(told.get());
    return ticket != -1 || PyErr_Occurred() == nullptr;
}

// Deadlines that were met would pile up until they are due.
bool throw_old_ones_away(Steps* self) {
    std::vector<Due> old, kept;
    old.swap(self->heap);
    bool good = true;
    for (const Due& each : old) {
        long long ticket = 0;
        good = good && ticket_of(each.target, ticket);
        if (!good || ticket == each.ticket) kept.push_back({each.time, each.ticket, Py_NewRef(each.target)});
    }
    for (const Due& each : self->heap) kept.push_back(each);
    std::make_heap(kept.begin(), kept.end(), later);
    self->heap = std::move(kept);
    self->room = std::max(ROOM, 2 * self->heap.size());
    for (const Due& each : old) Py_DECREF(each.target);
    return good;
}

}  // namespace

bool tell_now(Steps* self, double& now) {
    if (self->clock == nullptr) {
        PyErr_SetString(PyExc_RuntimeError, "this run was thrown away");
        return false;
    }
    const Ref told = Ref::steal(PyObject_GetAttr(self->clock, names.now));
    if (!told) return false;
    now = PyFloat_AsDouble(told.get());
    return now != -1.0 || PyErr_Occurred() == nullptr;
}

bool push(Steps* self, double time, PyObject* target) {
    if (self->heap.size() >= self->room && !throw_old_ones_away(self)) return false;
    const long long ticket = ++self->tickets;
    if (is_task(target)) {
        as<Task>(target)->ticket = ticket;
    } else {
        const Ref number = Ref::steal(PyLong_FromLongLong(ticket));
        if (!number || PyObject_SetAttr(target, names.ticket, number.get()) != 0) return false;
    }
    self->heap.push_back({time, ticket, Py_NewRef(target)});
    std::push_heap(self->heap.begin(), self->heap.end(), later);
    return true;
}

long long wait(Steps* self, Task* task) { return task->ticket = ++self->tickets; }

void park(Steps* self, Task* task) {
    const long long ticket = wait(self, task);
    if (self->parked == nullptr) {
        self->parked = Py_NewRef(object_of(task));
        self->parked_ticket = ticket;
        return;
    }
    if (!self->others) self->others = std::make_unique<std::vector<Parked>>();
    self->others->push_back({ticket, Py_NewRef(object_of(task))});
}

bool sleep(Steps* self, Task* task, double seconds) {
    double now = 0.0;
    if (!tell_now(self, now)) return false;
    if (now + seconds > now) return push(self, now + seconds, object_of(task));
    park(self, task);
    return true;
}

bool wake(Steps* self, Task* task, long long ticket) {
    if (task->ticket != ticket || ticket == OVER) return true;
    double now = 0.0;
    if (!tell_now(self, now) || !push(self, now, object_of(task))) return false;
    if (self->host == Py_None || self->host == nullptr) return true;
    const Ref host = Ref::borrow(self->host);
    return static_cast<bool>(Ref::steal(PyObject_CallMethodNoArgs(host.get(), names.wake)));
}

bool next_due(Steps* self, double now, Ref& target) {
    while (!self->heap.empty() && self->heap.front().time <= now) {
        std::pop_heap(self->heap.begin(), self->heap.end(), later);
        const Due first = self->heap.back();
        self->heap.pop_back();
        target = Ref::steal(first.target);
        long long ticket = 0;
        if (!ticket_of(target.get(), ticket)) return false;
        if (ticket == first.ticket) return true;
    }
    target = Ref{};
    return true;
}

Ref cancel(Steps* self, PyObject* scope, PyObject* owner) {
    Ref felt = Ref::steal(PyList_New(0));
    if (!felt || as<Scope>(scope)->cancelled) return felt;
    as<Scope>(scope)->cancelled = 1;
    self->cancels += 1;
    const Ref below = Ref::steal(leaves(owner));
    if (!below) return {};
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(below.get()); ++i) {
        PyObject* task = PyList_GET_ITEM(below.get(), i);
        if (feels(as<Task>(task)->scope, scope) && PyList_Append(felt.get(), task) != 0) return {};
    }
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(felt.get()); ++i) {
        auto* task = as<Task>(PyList_GET_ITEM(felt.get(), i));
        if (!wake(self, task, task->ticket)) return {};
    }
    return felt;
}

void forget(Steps* self) {
    Ref parked = Ref::steal(std::exchange(self->parked, nullptr));
    std::unique_ptr<std::vector<Parked>> others = std::move(self->others);
    std::vector<Due> heap;
    heap.swap(self->heap);
    put(self->listeners, Py_NewRef(Py_None));
    if (others) {
        for (const Parked& each : *others) Py_DECREF(each.task);
    }
    for (const Due& each : heap) Py_DECREF(each.target);
}

}  // namespace gumption::minds
