#include "steps.hpp"

#include <algorithm>
#include <limits>
#include <new>

#include "traps.hpp"

namespace gumption::minds {

PyTypeObject* steps_type = nullptr;

namespace {

constexpr std::size_t ROOM = 64;
constexpr long long MAX_TURNS = 100'000;
constexpr int MAX_ERRORS = 100;

PyObject* cancelled_type = nullptr;

bool later(const Due& left, const Due& right) {
    return left.time != right.time ? left.time > right.time : left.ticket > right.ticket;
}

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

// Cancels a scope that only its owner and tasks below that are in. Gives the tasks that this has woken, as a list.
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

// Nothing that is over is kept.
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

// How tasks go on and end

bool is_left(Steps* self, Task* task) { return self->closing || is_cancelled(task->scope); }

PyObject* or_none(const Ref& object) { return object ? object.get() : Py_None; }

bool end(Steps* self, Task* task, Ref result, Ref error) {
    task->ticket = OVER;
    if (error && PyObject_TypeCheck(error.get(), as<PyTypeObject>(cancelled_type)) && is_left(self, task)) error = Ref{};
    if (task->group != Py_None && task->group != nullptr) {
        const Ref done = Ref::steal(PyObject_CallMethodObjArgs(object_of(self), names.end_in_group, object_of(task),
                                                               or_none(result), or_none(error), nullptr));
        return static_cast<bool>(done);
    }
    self->done = 1;
    put(self->result, Py_NewRef(or_none(result)));
    put(self->error, Py_NewRef(or_none(error)));
    forget(self);
    return true;
}

// Resumes a coroutine, or whatever stands for one.
PySendResult resume_once(PyObject* coroutine, const Ref& value, const Ref& error, PyObject** result) {
    if (error) {
        *result = PyObject_CallMethodOneArg(coroutine, names.throw_, error.get());
    } else if (PyCoro_CheckExact(coroutine)) {
        return PyIter_Send(coroutine, or_none(value), result);
    } else {
        *result = PyObject_CallMethodOneArg(coroutine, names.send, or_none(value));
    }
    return *result == nullptr ? PYGEN_ERROR : PYGEN_NEXT;
}

enum class Answer { WAITS, GOES_ON, FAILED };

// What an await gets: `value` or `error`, where it does not wait.
Answer answer(Steps* self, Task* task, PyObject* trap, Ref& value, Ref& error, int& errors) {
    self->turns += 1;
    if (self->cancels != 0 || self->turns > self->most_turns || !is_trap(trap)) {
        Ref refusal =
            Ref::steal(PyObject_CallMethodObjArgs(object_of(self), names.refusal, object_of(task), trap, nullptr));
        if (!refusal) return Answer::FAILED;
        if (refusal.get() != Py_None) {
            if (++errors <= MAX_ERRORS) {
                error = std::move(refusal);
                return Answer::GOES_ON;
            }
            const Ref never = Ref::steal(PyObject_CallMethodObjArgs(object_of(self), names.abandon, object_of(task),
                                                                    refusal.get(), nullptr));
            if (never) PyErr_SetString(PyExc_RuntimeError, "a coroutine was not abandoned");
            return Answer::FAILED;
        }
    }
    if (Py_IS_TYPE(trap, sleep_type)) {
        return sleep(self, task, as<Sleep>(trap)->seconds) ? Answer::WAITS : Answer::FAILED;
    }
    if (Py_IS_TYPE(trap, next_tick_type)) {
        park(self, task);
        return Answer::WAITS;
    }
    const Ref waits =
        Ref::steal(PyObject_CallMethodObjArgs(trap, names.arm, object_of(self), object_of(task), nullptr));
    const int truth = waits ? PyObject_IsTrue(waits.get()) : -1;
    if (truth < 0) return Answer::FAILED;
    if (truth == 1) return Answer::WAITS;
    value = take(task->value);
    return Answer::GOES_ON;
}

bool end_raising(Steps* self, Task* task) {
    Ref error = raised();
    if (PyErr_GivenExceptionMatches(error.get(), PyExc_StopIteration)) {
        PyObject* value = as<PyStopIterationObject>(error.get())->value;
        return end(self, task, Ref::borrow(value == nullptr ? Py_None : value), {});
    }
    return end(self, task, {}, std::move(error));
}

bool resume(Steps* self, Task* task) {
    const Ref kept = Ref::borrow(object_of(task));
    const Ref coroutine = Ref::borrow(task->coroutine);
    if (!coroutine) {
        PyErr_SetString(PyExc_RuntimeError, "this task was thrown away");
        return false;
    }
    Ref value = take(task->value);
    Ref error = take(task->error);
    if (!error && self->cancels != 0 && is_left(self, task)) {
        error = Ref::steal(PyObject_CallNoArgs(cancelled_type));
        if (!error) return false;
    }
    int errors = 0;
    while (true) {
        PyObject* given = nullptr;
        const PySendResult how = resume_once(coroutine.get(), value, error, &given);
        if (how == PYGEN_RETURN) return end(self, task, Ref::steal(given), {});
        if (how == PYGEN_ERROR) return end_raising(self, task);
        const Ref trap = Ref::steal(given);
        if (trap.get() == next_tick && self->parked == nullptr && self->cancels == 0) {  // the most frequent one, in short
            park(self, task);
            return true;
        }
        value = Ref{};
        error = Ref{};
        switch (answer(self, task, trap.get(), value, error, errors)) {
            case Answer::WAITS: return true;
            case Answer::FAILED: return end_raising(self, task);
            case Answer::GOES_ON: break;
        }
    }
}

bool resume_parked(Steps* self) {
    const Ref task = Ref::steal(std::exchange(self->parked, nullptr));
    const std::unique_ptr<std::vector<Parked>> others = std::move(self->others);
    bool good = true;
    if (as<Task>(task.get())->ticket == self->parked_ticket) good = resume(self, as<Task>(task.get()));
    if (others) {
        for (const Parked& each : *others) {
            const Ref other = Ref::steal(each.task);
            auto* next = as<Task>(other.get());
            if (good && next->ticket == each.ticket) good = resume(self, next);
        }
    }
    return good;
}

bool resume_due(Steps* self) {
    double now = 0.0;
    if (!tell_now(self, now)) return false;
    while (!self->heap.empty() && self->heap.front().time <= now) {
        std::pop_heap(self->heap.begin(), self->heap.end(), later);
        const Due first = self->heap.back();
        self->heap.pop_back();
        const Ref target = Ref::steal(first.target);
        long long ticket = 0;
        if (!ticket_of(target.get(), ticket)) return false;
        if (ticket != first.ticket) continue;
        if (is_task(target.get())) {
            if (!resume(self, as<Task>(target.get()))) return false;
        } else if (!Ref::steal(PyObject_CallMethodOneArg(object_of(self), names.expire, target.get()))) {
            return false;
        }
    }
    return true;
}

// The Python type

PyObject* steps_new(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
    static const char* const known[] = {"coroutine", "clock", "host", "mail", nullptr};
    PyObject *coroutine = nullptr, *clock = nullptr, *host = Py_None, *mail = Py_None;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OO|OO:Run", const_cast<char**>(known), &coroutine, &clock,
                                     &host, &mail)) {
        return nullptr;
    }
    Ref scope = Ref::steal(new_scope());
    Ref root = scope ? Ref::steal(new_task(coroutine, scope.get(), Py_None, 0)) : Ref{};
    Ref made = root ? Ref::steal(type->tp_alloc(type, 0)) : Ref{};
    if (!made) return nullptr;
    auto* self = as<Steps>(made.get());
    new (&self->others) std::unique_ptr<std::vector<Parked>>();
    new (&self->heap) std::vector<Due>();
    self->parked = Py_NewRef(root.get());
    self->root = root.release();
    self->scope = scope.release();
    self->result = Py_NewRef(Py_None);
    self->error = Py_NewRef(Py_None);
    self->clock = Py_NewRef(clock);
    self->host = Py_NewRef(host);
    self->mail = Py_NewRef(mail);
    self->listeners = Py_NewRef(Py_None);
    self->room = ROOM;
    self->most_turns = MAX_TURNS;
    if (host != Py_None &&
        !Ref::steal(PyObject_CallMethodObjArgs(host, names.adopt, made.get(), self->root, nullptr))) {
        return nullptr;
    }
    return made.release();
}

int steps_traverse(PyObject* object, visitproc visit, void* arg) {
    auto* self = as<Steps>(object);
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->root);
    Py_VISIT(self->scope);
    Py_VISIT(self->result);
    Py_VISIT(self->error);
    Py_VISIT(self->clock);
    Py_VISIT(self->host);
    Py_VISIT(self->mail);
    Py_VISIT(self->listeners);
    Py_VISIT(self->parked);
    if (self->others) {
        for (const Parked& each : *self->others) Py_VISIT(each.task);
    }
    for (const Due& each : self->heap) Py_VISIT(each.target);
    return 0;
}

int steps_clear(PyObject* object) {
    auto* self = as<Steps>(object);
    forget(self);
    Py_CLEAR(self->listeners);
    Py_CLEAR(self->root);
    Py_CLEAR(self->scope);
    Py_CLEAR(self->result);
    Py_CLEAR(self->error);
    Py_CLEAR(self->clock);
    Py_CLEAR(self->host);
    Py_CLEAR(self->mail);
    return 0;
}

void steps_dealloc(PyObject* object) {
    PyTypeObject* type = Py_TYPE(object);
    PyObject_GC_UnTrack(object);
    steps_clear(object);
    auto* self = as<Steps>(object);
    std::destroy_at(&self->others);
    std::destroy_at(&self->heap);
    type->tp_free(object);
    Py_DECREF(type);
}

bool are_tasks(PyObject* const* arguments, Py_ssize_t count, Py_ssize_t wanted, const char* what) {
    if (count == wanted && is_task(arguments[0])) return true;
    PyErr_Format(PyExc_TypeError, "%s() takes a task and %zd more", what, wanted - 1);
    return false;
}

PyObject* none_if(bool good) { return good ? Py_NewRef(Py_None) : nullptr; }

PyObject* steps_step(PyObject* self, PyObject*) {
    const int over = step(as<Steps>(self));
    return over < 0 ? nullptr : PyBool_FromLong(over);
}

PyObject* steps_park(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
    if (!are_tasks(arguments, count, 1, "park")) return nullptr;
    park(as<Steps>(self), as<Task>(arguments[0]));
    Py_RETURN_NONE;
}

PyObject* steps_sleep(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
    if (!are_tasks(arguments, count, 2, "sleep")) return nullptr;
    const double seconds = PyFloat_AsDouble(arguments[1]);
    if (seconds == -1.0 && PyErr_Occurred()) return nullptr;
    return none_if(sleep(as<Steps>(self), as<Task>(arguments[0]), seconds));
}

PyObject* steps_wait(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
    if (!are_tasks(arguments, count, 1, "wait")) return nullptr;
    return PyLong_FromLongLong(wait(as<Steps>(self), as<Task>(arguments[0])));
}

PyObject* steps_wake(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
    if (!are_tasks(arguments, count, 2, "wake")) return nullptr;
    const long long ticket = PyLong_AsLongLong(arguments[1]);
    if (ticket == -1 && PyErr_Occurred()) return nullptr;
    return none_if(wake(as<Steps>(self), as<Task>(arguments[0]), ticket));
}

PyObject* steps_push(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "_push() takes a time and what is due then");
        return nullptr;
    }
    const double time = PyFloat_AsDouble(arguments[0]);
    if (time == -1.0 && PyErr_Occurred()) return nullptr;
    return none_if(push(as<Steps>(self), time, arguments[1]));
}

PyObject* steps_resume(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
    if (!are_tasks(arguments, count, 1, "_resume")) return nullptr;
    return none_if(resume(as<Steps>(self), as<Task>(arguments[0])));
}

PyObject* steps_cancel(PyObject* object, PyObject*) {
    auto* self = as<Steps>(object);
    if (!is_scope(self->scope) || self->root == nullptr) Py_RETURN_NONE;
    return none_if(static_cast<bool>(cancel(self, self->scope, self->root)));
}

PyObject* steps_cancel_scope(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
    if (count == 2 && is_scope(arguments[0]) && is_task(arguments[1])) {
        return cancel(as<Steps>(self), arguments[0], arguments[1]).release();
    }
    PyErr_SetString(PyExc_TypeError, "_cancel() takes a scope and a task");
    return nullptr;
}

PyObject* steps_is_left(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
    if (!are_tasks(arguments, count, 1, "_is_cancelled")) return nullptr;
    return PyBool_FromLong(is_left(as<Steps>(self), as<Task>(arguments[0])));
}

PyMethodDef steps_methods[] = {
    {"step", steps_step, METH_NOARGS, "Resume all tasks that are due, and those that they wake."},
    {"park", reinterpret_cast<PyCFunction>(steps_park), METH_FASTCALL, "Resume the task with the next step."},
    {"sleep", reinterpret_cast<PyCFunction>(steps_sleep), METH_FASTCALL, "Resume the task after so many seconds."},
    {"wait", reinterpret_cast<PyCFunction>(steps_wait), METH_FASTCALL, "Let the task wait for `wake`."},
    {"wake", reinterpret_cast<PyCFunction>(steps_wake), METH_FASTCALL, "Resume the task in this step, or the next one."},
    {"cancel", steps_cancel, METH_NOARGS, "Have it leave: `Cancelled` is raised at each of its awaits."},
    {"_cancel", reinterpret_cast<PyCFunction>(steps_cancel_scope), METH_FASTCALL, nullptr},
    {"_push", reinterpret_cast<PyCFunction>(steps_push), METH_FASTCALL, nullptr},
    {"_resume", reinterpret_cast<PyCFunction>(steps_resume), METH_FASTCALL, nullptr},
    {"_is_cancelled", reinterpret_cast<PyCFunction>(steps_is_left), METH_FASTCALL, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyObject* steps_due(PyObject* object, void*) {
    auto* self = as<Steps>(object);
    double due = std::numeric_limits<double>::infinity();
    if (self->parked != nullptr) {
        if (!tell_now(self, due)) return nullptr;
    } else if (!self->heap.empty()) {
        due = self->heap.front().time;
    }
    return PyFloat_FromDouble(due);
}

PyObject* steps_parked(PyObject* object, void*) {
    PyObject* parked = as<Steps>(object)->parked;
    return Py_NewRef(parked == nullptr ? Py_None : parked);
}

PyObject* steps_others(PyObject* object, void*) {
    const auto& others = as<Steps>(object)->others;
    if (!others) Py_RETURN_NONE;
    Ref made = Ref::steal(PyList_New(0));
    for (std::size_t i = 0; made && others && i < others->size(); ++i) {
        const Ref row = Ref::steal(Py_BuildValue("(LO)", (*others)[i].ticket, (*others)[i].task));
        if (!row || PyList_Append(made.get(), row.get()) != 0) return nullptr;
    }
    return made.release();
}

PyObject* steps_heap(PyObject* object, void*) {
    const auto& heap = as<Steps>(object)->heap;
    Ref made = Ref::steal(PyList_New(0));
    for (std::size_t i = 0; made && i < heap.size(); ++i) {
        const Ref row = Ref::steal(Py_BuildValue("(dLO)", heap[i].time, heap[i].ticket, heap[i].target));
        if (!row || PyList_Append(made.get(), row.get()) != 0) return nullptr;
    }
    return made.release();
}

PyGetSetDef steps_properties[] = {
    {"due", steps_due, nullptr, "When the next step may have something to do; infinite: not before it is woken.", nullptr},
    {"_parked", steps_parked, nullptr, nullptr, nullptr},
    {"_others", steps_others, nullptr, nullptr, nullptr},
    {"_heap", steps_heap, nullptr, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMemberDef steps_members[] = {
    {"root", T_OBJECT_EX, offsetof(Steps, root), READONLY, nullptr},
    {"done", T_BOOL, offsetof(Steps, done), 0, nullptr},
    {"result", T_OBJECT_EX, offsetof(Steps, result), 0, nullptr},
    {"error", T_OBJECT_EX, offsetof(Steps, error), 0, nullptr},
    {"mail", T_OBJECT_EX, offsetof(Steps, mail), 0, nullptr},
    {"_scope", T_OBJECT_EX, offsetof(Steps, scope), READONLY, nullptr},
    {"_clock", T_OBJECT_EX, offsetof(Steps, clock), READONLY, nullptr},
    {"_host", T_OBJECT_EX, offsetof(Steps, host), READONLY, nullptr},
    {"_listeners", T_OBJECT_EX, offsetof(Steps, listeners), 0, nullptr},
    {"_ticket", T_LONGLONG, offsetof(Steps, parked_ticket), READONLY, nullptr},
    {"_turns", T_LONGLONG, offsetof(Steps, turns), 0, nullptr},
    {"_most_turns", T_LONGLONG, offsetof(Steps, most_turns), 0, nullptr},
    {"_cancels", T_INT, offsetof(Steps, cancels), 0, nullptr},
    {"_closing", T_BOOL, offsetof(Steps, closing), 0, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyType_Slot steps_slots[] = {
    {Py_tp_doc, const_cast<char*>("The tasks of one run, and the order in which they are stepped.")},
    {Py_tp_new, reinterpret_cast<void*>(steps_new)},
    {Py_tp_dealloc, reinterpret_cast<void*>(steps_dealloc)},
    {Py_tp_traverse, reinterpret_cast<void*>(steps_traverse)},
    {Py_tp_clear, reinterpret_cast<void*>(steps_clear)},
    {Py_tp_methods, steps_methods},
    {Py_tp_getset, steps_properties},
    {Py_tp_members, steps_members},
    {0, nullptr},
};

PyType_Spec steps_spec = {"gumption.core._native.Steps", sizeof(Steps), 0,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, steps_slots};

}  // namespace

int step(Steps* self) {
    self->turns = 0;
    // Parked in an earlier step, when all that was due had been done: the heap has later ones.
    if (self->parked != nullptr && !resume_parked(self)) return -1;
    if (!self->heap.empty() && !resume_due(self)) return -1;
    return self->done;
}

bool add_steps(PyObject* module) {
    const Ref errors = Ref::steal(PyImport_ImportModule("gumption.core.coroutines.cancelled"));
    if (!errors) return false;
    cancelled_type = PyObject_GetAttrString(errors.get(), "Cancelled");
    if (cancelled_type == nullptr || !PyType_Check(cancelled_type)) return false;
    return add_type(module, steps_type, steps_spec);
}

}  // namespace gumption::minds
