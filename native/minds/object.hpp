// What all types of this module share: owned references, names, errors.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

#include <utility>

namespace gumption::minds {

template <class Object>
Object* as(PyObject* object) {
    return reinterpret_cast<Object*>(object);
}

template <class Object>
PyObject* object_of(Object* object) {
    return reinterpret_cast<PyObject*>(object);
}

// A reference that is owned, or nothing.
class Ref {
public:
    Ref() = default;
    static Ref steal(PyObject* object) {
        Ref made;
        made.object_ = object;
        return made;
    }
    static Ref borrow(PyObject* object) { return steal(Py_XNewRef(object)); }
    Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Ref& operator=(Ref&& other) noexcept {
        PyObject* old = std::exchange(object_, std::exchange(other.object_, nullptr));
        Py_XDECREF(old);  // last: it may run any code
        return *this;
    }
    Ref(const Ref&) = delete;
    Ref& operator=(const Ref&) = delete;
    ~Ref() { Py_XDECREF(object_); }

    PyObject* get() const { return object_; }
    PyObject* release() { return std::exchange(object_, nullptr); }
    explicit operator bool() const { return object_ != nullptr; }

private:
    PyObject* object_ = nullptr;
};

// Puts a new reference into a place; what was there goes last, since that may run any code.
inline void put(PyObject*& place, PyObject* owned) {
    PyObject* old = std::exchange(place, owned);
    Py_XDECREF(old);
}

// Takes what is in a place out of it and leaves None; nothing where None was in it.
inline Ref take(PyObject*& place) {
    if (place == Py_None || place == nullptr) return {};
    return Ref::steal(std::exchange(place, Py_NewRef(Py_None)));
}

// The exception that is being raised, which is raised no more, with its traceback.
inline Ref raised() {
#if PY_VERSION_HEX >= 0x030C0000
    return Ref::steal(PyErr_GetRaisedException());
#else
    PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    if (traceback != nullptr) PyException_SetTraceback(value, traceback);
    Py_XDECREF(type);
    Py_XDECREF(traceback);
    return Ref::steal(value);
#endif
}

// Raises an exception as it is: neither its traceback nor its context changes.
inline void raise_again(Ref error) {
#if PY_VERSION_HEX >= 0x030C0000
    PyErr_SetRaisedException(error.release());
#else
    PyObject* type = Py_NewRef(object_of(Py_TYPE(error.get())));
    PyObject* traceback = PyException_GetTraceback(error.get());
    PyErr_Restore(type, error.release(), traceback);
#endif
}

// While this lives, an exception is being handled, as in an `except` clause: what is raised has it as its context.
class Handling {
public:
    explicit Handling(const Ref& error) : outer_(Ref::steal(PyErr_GetHandledException())) {
        if (error) PyErr_SetHandledException(error.get());
    }
    ~Handling() { PyErr_SetHandledException(outer_.get()); }
    Handling(const Handling&) = delete;
    Handling& operator=(const Handling&) = delete;

private:
    Ref outer_;
};

// Adds a type to a module, and keeps it in a place. Returns false with an exception set.
bool add_type(PyObject* module, PyTypeObject*& place, PyType_Spec& spec, PyTypeObject* base = nullptr);

// Interned once.
struct Names {
    PyObject *adopt, *arm, *now, *send, *tasks, *throw_, *ticket, *wake;
    PyObject *abandon, *end_in_group, *expire, *refusal;
    PyObject *begun, *choose, *clock, *entity, *left_at, *number, *period, *run, *step, *ticks, *tracer;
    PyObject *ask, *blame_choice, *decide, *deliver, *ended, *go_on_leaving, *refuse;
    bool make();
};
extern Names names;

}  // namespace gumption::minds
