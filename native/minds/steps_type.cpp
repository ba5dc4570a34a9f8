// The Python type of a run's steps.
#include <limits>
#include <new>

#include "steps.hpp"

namespace gumption::minds {

PyTypeObject* steps_type = nullptr;
PyObject* cancelled_type = nullptr;

namespace {

constexpr long long MAX_TURNS = 100'000;

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

using Fast = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t);

// METH_FASTCALL says which kind of function it is; by way of a third type, so that no compiler warns.
PyCFunction fast(Fast function) { return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)); }

PyMethodDef steps_methods[] = {
    {"step", steps_step, METH_NOARGS, "Resume all tasks that are due, and those that they wake."},
    {"park", fast(steps_park), METH_FASTCALL, "Resume the task with the next step."},
    {"sleep", fast(steps_sleep), METH_FASTCALL, "Resume the task after so many seconds."},
    {"wait", fast(steps_wait), METH_FASTCALL, "Let the task wait for `wake`."},
    {"wake", fast(steps_wake), METH_FASTCALL, "Resume the task in this step, or the next one."},
    {"cancel", steps_cancel, METH_NOARGS, "Have it leave: `Cancelled` is raised at each of its awaits."},
    {"_cancel", fast(steps_cancel_scope), METH_FASTCALL, nullptr},
    {"_push", fast(steps_push), METH_FASTCALL, nullptr},
    {"_resume", fast(steps_resume), METH_FASTCALL, nullptr},
    {"_is_cancelled", fast(steps_is_left), METH_FASTCALL, nullptr},
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

bool add_steps(PyObject* module) {
    const Ref errors = Ref::steal(PyImport_ImportModule("gumption.core.coroutines.cancelled"));
    if (!errors) return false;
    cancelled_type = PyObject_GetAttrString(errors.get(), "Cancelled");
    if (cancelled_type == nullptr || !PyType_Check(cancelled_type)) return false;
    return add_type(module, steps_type, steps_spec);
}

}  // namespace gumption::minds
