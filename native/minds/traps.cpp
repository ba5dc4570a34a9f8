#include "traps.hpp"

namespace gumption::minds {

PyTypeObject* trap_type = nullptr;
PyTypeObject* sleep_type = nullptr;
PyTypeObject* next_tick_type = nullptr;
PyObject* next_tick = nullptr;

namespace {

PyTypeObject* handing_over_type = nullptr;

constexpr double FOREVER = 1e300;
constexpr int NEW = 0, AWAITED = 1, ASKED = 2;

void free_plain(PyObject* self) {
    PyTypeObject* type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

// What an iterator says to `send` once it has handed its trap over.
PySendResult answer(PyObject* value, PyObject** result) {
    *result = Py_NewRef(value);
    return PYGEN_RETURN;
}

PyObject* raise_stop(PyObject* value) {
    Ref stop = Ref::steal(PyObject_CallOneArg(PyExc_StopIteration, value));  // a tuple would be taken for its arguments
    if (stop) PyErr_SetObject(PyExc_StopIteration, stop.get());
    return nullptr;
}

template <PySendResult (*Send)(PyObject*, PyObject*, PyObject**)>
PyObject* next_of(PyObject* self) {
    PyObject* result = nullptr;
    if (Send(self, Py_None, &result) == PYGEN_NEXT) return result;
    Py_XDECREF(result);
    return nullptr;  // without an error: it is over
}

// The iterator of all other traps

struct HandingOver {
    PyObject_HEAD
    PyObject* trap;
    bool asked;
};

PyObject* trap_await(PyObject* self) {
    auto* made = PyObject_GC_New(HandingOver, handing_over_type);
    if (made == nullptr) return nullptr;
    made->trap = Py_NewRef(self);
    made->asked = false;
    PyObject_GC_Track(made);
    return object_of(made);
}

PySendResult handing_over_send(PyObject* self, PyObject* value, PyObject** result) {
    auto* own = as<HandingOver>(self);
    if (own->asked || own->trap == nullptr) return answer(value, result);
    own->asked = true;
    *result = Py_NewRef(own->trap);
    return PYGEN_NEXT;
}

int handing_over_traverse(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(as<HandingOver>(self)->trap);
    return 0;
}

int handing_over_clear(PyObject* self) {
    Py_CLEAR(as<HandingOver>(self)->trap);
    return 0;
}

void handing_over_dealloc(PyObject* self) {
    PyObject_GC_UnTrack(self);
    handing_over_clear(self);
    free_plain(self);
}

PyObject* handing_over_method_send(PyObject* self, PyObject* value) {
    PyObject* result = nullptr;
    if (handing_over_send(self, value, &result) == PYGEN_NEXT) return result;
    const Ref given = Ref::steal(result);
    return raise_stop(given.get());
}

PyMethodDef handing_over_methods[] = {
    {"send", handing_over_method_send, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot handing_over_slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void*>(handing_over_dealloc)},
    {Py_tp_traverse, reinterpret_cast<void*>(handing_over_traverse)},
    {Py_tp_clear, reinterpret_cast<void*>(handing_over_clear)},
    {Py_tp_iter, reinterpret_cast<void*>(PyObject_SelfIter)},
    {Py_tp_iternext, reinterpret_cast<void*>(next_of<handing_over_send>)},
    {Py_am_send, reinterpret_cast<void*>(handing_over_send)},
    {Py_tp_methods, handing_over_methods},
    {0, nullptr},
};

PyType_Spec handing_over_spec = {"gumption.core._native.HandingOver", sizeof(HandingOver), 0,
                                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                 handing_over_slots};

// Trap

PyObject* trap_arm(PyObject*, PyObject*) {
    PyErr_SetNone(PyExc_NotImplementedError);
    return nullptr;
}

PyMethodDef trap_methods[] = {
    {"arm", trap_arm, METH_VARARGS, "Arrange for the task to be woken."},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot trap_slots[] = {
    {Py_tp_doc, const_cast<char*>("What a coroutine asks of its driver: awaiting it hands it over.")},
    {Py_tp_new, reinterpret_cast<void*>(PyType_GenericNew)},
    {Py_tp_dealloc, reinterpret_cast<void*>(free_plain)},
    {Py_am_await, reinterpret_cast<void*>(trap_await)},
    {Py_tp_methods, trap_methods},
    {0, nullptr},
};

PyType_Spec trap_spec = {"gumption.core._native.Trap", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                         trap_slots};

// The traps that are their own iterators. They have no method `send`, by which coroutines are known.

PySendResult once_send(PyObject* self, PyObject* value, PyObject** result) {
    auto* own = as<Once>(self);
    if (own->state != AWAITED) return answer(value, result);
    own->state = ASKED;
    *result = Py_NewRef(Py_TYPE(self) == next_tick_type ? next_tick : self);
    return PYGEN_NEXT;
}

PyObject* next_tick_await(PyObject*) {
    auto* made = PyObject_New(Once, next_tick_type);
    if (made != nullptr) made->state = AWAITED;
    return object_of(made);
}

PyType_Slot next_tick_slots[] = {
    {Py_tp_doc, const_cast<char*>("Awaiting it waits for the next step.")},
    {Py_tp_dealloc, reinterpret_cast<void*>(free_plain)},
    {Py_am_await, reinterpret_cast<void*>(next_tick_await)},
    {Py_am_send, reinterpret_cast<void*>(once_send)},
    {Py_tp_iter, reinterpret_cast<void*>(PyObject_SelfIter)},
    {Py_tp_iternext, reinterpret_cast<void*>(next_of<once_send>)},
    {0, nullptr},
};

PyType_Spec next_tick_spec = {"gumption.core._native.NextTick", sizeof(Once), 0,
                              Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, next_tick_slots};

PyObject* new_sleep(double seconds, int state) {
    auto* made = PyObject_New(Sleep, sleep_type);
    if (made == nullptr) return nullptr;
    made->once.state = state;
    made->seconds = seconds;
    return object_of(made);
}

PyObject* sleep_await(PyObject* self) {
    auto* own = as<Sleep>(self);
    if (own->once.state != NEW) return new_sleep(own->seconds, AWAITED);
    own->once.state = AWAITED;
    return Py_NewRef(self);
}

// Of what is no plain number, the reference says what is wrong with it, if anything is.
bool judged(PyObject* given, double& seconds) {
    Ref reference = Ref::steal(PyImport_ImportModule("gumption.core.coroutines.reference"));
    if (!reference) return false;
    Ref made = Ref::steal(PyObject_CallMethod(reference.get(), "sleep", "O", given));
    if (!made) return false;
    seconds = PyFloat_AsDouble(given);
    return seconds != -1.0 || PyErr_Occurred() == nullptr;
}

PyObject* make_sleep(PyObject* given) {
    double seconds = -1.0;
    if (PyFloat_CheckExact(given)) {
        seconds = PyFloat_AS_DOUBLE(given);
    } else if (PyLong_CheckExact(given)) {
        seconds = PyLong_AsDouble(given);
        if (seconds == -1.0) PyErr_Clear();
    }
    if (!(seconds >= 0.0 && seconds < FOREVER) && !judged(given, seconds)) return nullptr;
    return new_sleep(seconds, NEW);
}

PyObject* sleep_vectorcall(PyObject*, PyObject* const* arguments, std::size_t flags, PyObject* keywords) {
    const Py_ssize_t count = PyVectorcall_NARGS(flags);
    const Py_ssize_t named = keywords == nullptr ? 0 : PyTuple_GET_SIZE(keywords);
    if (count + named == 1 &&
        (named == 0 || PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(keywords, 0), "seconds") == 0)) {
        return make_sleep(arguments[0]);
    }
    PyErr_SetString(PyExc_TypeError, "sleep() takes one argument, the seconds");
    return nullptr;
}

PyObject* sleep_new(PyTypeObject*, PyObject* arguments, PyObject* keywords) {
    static const char* const known[] = {"seconds", nullptr};
    PyObject* given = nullptr;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O:sleep", const_cast<char**>(known), &given)) return nullptr;
    return make_sleep(given);
}

PyMemberDef sleep_members[] = {
    {"seconds", T_DOUBLE, offsetof(Sleep, seconds), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyObject* sleep_arm(PyObject* self, PyObject* arguments) {
    PyObject *run = nullptr, *task = nullptr;
    if (!PyArg_ParseTuple(arguments, "OO:arm", &run, &task)) return nullptr;
    Ref done = Ref::steal(PyObject_CallMethod(run, "sleep", "Od", task, as<Sleep>(self)->seconds));
    if (!done) return nullptr;
    Py_RETURN_TRUE;
}

PyMethodDef sleep_methods[] = {
    {"arm", sleep_arm, METH_VARARGS, "See `Trap.arm`."},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot sleep_slots[] = {
    {Py_tp_doc, const_cast<char*>("sleep(seconds)\n--\n\n"
                                  "`await sleep(2.0)`: go on after so many seconds of the mind's clock, with the first tick "
                                  "from then on.\n\nArgs:\n    seconds: 0: with the next tick.")},
    {Py_tp_new, reinterpret_cast<void*>(sleep_new)},
    {Py_tp_dealloc, reinterpret_cast<void*>(free_plain)},
    {Py_am_await, reinterpret_cast<void*>(sleep_await)},
    {Py_am_send, reinterpret_cast<void*>(once_send)},
    {Py_tp_iter, reinterpret_cast<void*>(PyObject_SelfIter)},
    {Py_tp_iternext, reinterpret_cast<void*>(next_of<once_send>)},
    {Py_tp_methods, sleep_methods},
    {Py_tp_members, sleep_members},
    {0, nullptr},
};

PyType_Spec sleep_spec = {"gumption.core._native.sleep", sizeof(Sleep), 0, Py_TPFLAGS_DEFAULT, sleep_slots};

}  // namespace

bool add_traps(PyObject* module) {
    if (!add_type(module, handing_over_type, handing_over_spec) || !add_type(module, trap_type, trap_spec)) return false;
    for (const char* name : {"instant", "patient"}) {
        if (PyObject_SetAttrString(object_of(trap_type), name, Py_False) != 0) return false;
    }
    if (!add_type(module, next_tick_type, next_tick_spec, trap_type)) return false;
    if (!add_type(module, sleep_type, sleep_spec, trap_type)) return false;
    sleep_type->tp_vectorcall = sleep_vectorcall;
    auto* one = PyObject_New(Once, next_tick_type);
    if (one == nullptr) return false;
    one->state = NEW;
    next_tick = object_of(one);
    return PyModule_AddObjectRef(module, "NEXT_TICK", next_tick) == 0;
}

}  // namespace gumption::minds
