// What coroutines await: the base of all traps, and the two that nearly all coroutines use.
#pragma once

#include "object.hpp"

namespace gumption::minds {

extern PyTypeObject* trap_type;
extern PyTypeObject* sleep_type;
extern PyTypeObject* next_tick_type;
extern PyObject* next_tick;  // the one that is awaited

// A trap that is its own iterator the first time it is awaited, so that an await makes one object.
struct Once {
    PyObject_HEAD
    int state;
};

struct Sleep {
    Once once;
    double seconds;
};

inline bool is_trap(PyObject* object) { return PyObject_TypeCheck(object, trap_type); }

bool add_traps(PyObject* module);

}  // namespace gumption::minds
