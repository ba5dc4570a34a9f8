// Scopes, and the tasks that are in them.
#pragma once

#include <cstdint>

#include "object.hpp"

namespace gumption::minds {

extern PyTypeObject* scope_type;
extern PyTypeObject* task_type;

constexpr std::int64_t OVER = -1;  // ticket of a task that has ended

struct Scope {
    PyObject_HEAD
    PyObject* outer;
    char shielded;
    char cancelled;
};

struct Task {
    PyObject_HEAD
    PyObject* coroutine;
    PyObject* scope;
    PyObject* group;
    PyObject* waits_for;
    PyObject* value;
    PyObject* error;
    Py_ssize_t index;
    long long ticket;
};

inline bool is_task(PyObject* object) { return Py_IS_TYPE(object, task_type); }

PyObject* new_scope();
PyObject* new_task(PyObject* coroutine, PyObject* scope, PyObject* group, Py_ssize_t index);

// Whether a scope is cancelled when the other one is: it lies in it, with no shield between them.
bool feels(PyObject* scope, PyObject* other);

// Of a task and those below it all that wait for no others, in the order in which they were started: a list, or nothing
// with an exception set.
PyObject* leaves(PyObject* task);

inline bool is_scope(PyObject* object) { return object != nullptr && PyObject_TypeCheck(object, scope_type); }
inline bool is_none(PyObject* object) { return object == nullptr || object == Py_None; }

// Whether a scope, or anything that is none, is cancelled, by itself or from outside.
bool is_cancelled(PyObject* scope);

bool add_tasks(PyObject* module);

}  // namespace gumption::minds
