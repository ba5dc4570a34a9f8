#include "tasks.hpp"

namespace gumption::minds {

PyTypeObject* scope_type = nullptr;
PyTypeObject* task_type = nullptr;

namespace {

PyObject* outside(PyObject* scope) { return as<Scope>(scope)->shielded ? nullptr : as<Scope>(scope)->outer; }

int scope_init(PyObject* self, PyObject* arguments, PyObject* keywords) {
    static const char* const known[] = {"outer", "shielded", nullptr};
    PyObject* outer = Py_None;
    int shielded = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O$p:Scope", const_cast<char**>(known), &outer, &shielded)) {
        return -1;
    }
    auto* own = as<Scope>(self);
    own->shielded = static_cast<char>(shielded);
    own->cancelled = 0;
    put(own->outer, Py_NewRef(outer));
    return 0;
}

int scope_traverse(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(as<Scope>(self)->outer);
    return 0;
}

int scope_clear(PyObject* self) {
    Py_CLEAR(as<Scope>(self)->outer);
    return 0;
}

void scope_free(PyObject* self) {
    PyTypeObject* type = Py_TYPE(self);
    scope_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

void scope_dealloc(PyObject* self) {
    PyObject_GC_UnTrack(self);
    if (!Py_IS_TYPE(self, scope_type)) return scope_free(self);  // Python's own class above it has done what follows
    Py_TRASHCAN_BEGIN(self, scope_dealloc)  // scopes lie in each other as deep as coroutines do
    scope_free(self);
    Py_TRASHCAN_END
}

PyObject* scope_is_cancelled(PyObject* self, PyObject*) { return PyBool_FromLong(is_cancelled(self)); }

PyObject* scope_feels(PyObject* self, PyObject* other) {
    return PyBool_FromLong(feels(self, other));
}

PyMethodDef scope_methods[] = {
    {"is_cancelled", scope_is_cancelled, METH_NOARGS, "Whether it is cancelled, by itself or from outside."},
    {"feels", scope_feels, METH_O, "Whether it is cancelled when `other` is."},
    {nullptr, nullptr, 0, nullptr},
};

PyMemberDef scope_members[] = {
    {"outer", T_OBJECT_EX, offsetof(Scope, outer), 0, nullptr},
    {"shielded", T_BOOL, offsetof(Scope, shielded), 0, nullptr},
    {"cancelled", T_BOOL, offsetof(Scope, cancelled), 0, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyType_Slot scope_slots[] = {
    {Py_tp_doc, const_cast<char*>("A block of a coroutine, or a whole task.")},
    {Py_tp_new, reinterpret_cast<void*>(PyType_GenericNew)},
    {Py_tp_init, reinterpret_cast<void*>(scope_init)},
    {Py_tp_dealloc, reinterpret_cast<void*>(scope_dealloc)},
    {Py_tp_traverse, reinterpret_cast<void*>(scope_traverse)},
    {Py_tp_clear, reinterpret_cast<void*>(scope_clear)},
    {Py_tp_methods, scope_methods},
    {Py_tp_members, scope_members},
    {0, nullptr},
};

PyType_Spec scope_spec = {"gumption.core._native.Scope", sizeof(Scope), 0,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, scope_slots};

// Task

PyObject* task_new(PyTypeObject*, PyObject* arguments, PyObject* keywords) {
    static const char* const known[] = {"coroutine", "scope", "group", "index", nullptr};
    PyObject *coroutine = nullptr, *scope = nullptr, *group = Py_None;
    Py_ssize_t index = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OO|On:Task", const_cast<char**>(known), &coroutine, &scope,
                                     &group, &index)) {
        return nullptr;
    }
    return new_task(coroutine, scope, group, index);
}

int task_traverse(PyObject* self, visitproc visit, void* arg) {
    auto* own = as<Task>(self);
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(own->coroutine);
    Py_VISIT(own->scope);
    Py_VISIT(own->group);
    Py_VISIT(own->waits_for);
    Py_VISIT(own->value);
    Py_VISIT(own->error);
    return 0;
}

int task_clear(PyObject* self) {
    auto* own = as<Task>(self);
    Py_CLEAR(own->coroutine);
    Py_CLEAR(own->scope);
    Py_CLEAR(own->group);
    Py_CLEAR(own->waits_for);
    Py_CLEAR(own->value);
    Py_CLEAR(own->error);
    return 0;
}

void task_dealloc(PyObject* self) {
    PyTypeObject* type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, task_dealloc)
    task_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
    Py_TRASHCAN_END
}

PyObject* task_leaves(PyObject* self, PyObject*) { return leaves(self); }

PyMethodDef task_methods[] = {
    {"leaves", task_leaves, METH_NOARGS, "Of this task and those below it all that wait for no others."},
    {nullptr, nullptr, 0, nullptr},
};

PyMemberDef task_members[] = {
    {"coroutine", T_OBJECT_EX, offsetof(Task, coroutine), 0, nullptr},
    {"scope", T_OBJECT_EX, offsetof(Task, scope), 0, nullptr},
    {"group", T_OBJECT_EX, offsetof(Task, group), 0, nullptr},
    {"waits_for", T_OBJECT_EX, offsetof(Task, waits_for), 0, nullptr},
    {"value", T_OBJECT_EX, offsetof(Task, value), 0, nullptr},
    {"error", T_OBJECT_EX, offsetof(Task, error), 0, nullptr},
    {"index", T_PYSSIZET, offsetof(Task, index), 0, nullptr},
    {"ticket", T_LONGLONG, offsetof(Task, ticket), 0, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyType_Slot task_slots[] = {
    {Py_tp_doc, const_cast<char*>("A coroutine that a run steps.")},
    {Py_tp_new, reinterpret_cast<void*>(task_new)},
    {Py_tp_dealloc, reinterpret_cast<void*>(task_dealloc)},
    {Py_tp_traverse, reinterpret_cast<void*>(task_traverse)},
    {Py_tp_clear, reinterpret_cast<void*>(task_clear)},
    {Py_tp_methods, task_methods},
    {Py_tp_members, task_members},
    {0, nullptr},
};

PyType_Spec task_spec = {"gumption.core._native.Task", sizeof(Task), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
                         task_slots};

}  // namespace

PyObject* new_scope() {
    auto* made = PyObject_GC_New(Scope, scope_type);
    if (made == nullptr) return nullptr;
    made->outer = Py_NewRef(Py_None);
    made->shielded = made->cancelled = 0;
    PyObject_GC_Track(made);
    return object_of(made);
}

PyObject* new_task(PyObject* coroutine, PyObject* scope, PyObject* group, Py_ssize_t index) {
    auto* made = PyObject_GC_New(Task, task_type);
    if (made == nullptr) return nullptr;
    made->coroutine = Py_NewRef(coroutine);
    made->scope = Py_NewRef(scope);
    made->group = Py_NewRef(group);
    made->waits_for = Py_NewRef(Py_None);
    made->value = Py_NewRef(Py_None);
    made->error = Py_NewRef(Py_None);
    made->index = index;
    made->ticket = 0;
    PyObject_GC_Track(made);
    return object_of(made);
}

bool is_cancelled(PyObject* scope) {
    while (is_scope(scope)) {
        if (as<Scope>(scope)->cancelled) return true;
        scope = outside(scope);
    }
    return false;
}

bool feels(PyObject* scope, PyObject* other) {
    while (is_scope(scope) && scope != other) scope = outside(scope);
    return is_scope(scope) && scope == other;
}

PyObject* leaves(PyObject* self) {
    Ref found = Ref::steal(PyList_New(0));
    Ref ahead = Ref::steal(PyList_New(0));
    if (!found || !ahead || PyList_Append(ahead.get(), self) != 0) return nullptr;
    while (Py_ssize_t count = PyList_GET_SIZE(ahead.get())) {
        const Ref task = Ref::borrow(PyList_GET_ITEM(ahead.get(), count - 1));
        if (PyList_SetSlice(ahead.get(), count - 1, count, nullptr) != 0) return nullptr;
        if (!is_task(task.get())) {
            PyErr_SetString(PyExc_TypeError, "a group has something that is no task");
            return nullptr;
        }
        auto* each = as<Task>(task.get());
        if (!is_none(each->waits_for)) {
            const Ref group = Ref::borrow(each->waits_for);
            const Ref given = Ref::steal(PyObject_GetAttr(group.get(), names.tasks));
            const Ref tasks = given ? Ref::steal(PySequence_List(given.get())) : Ref{};
            if (!tasks || PyList_Reverse(tasks.get()) != 0) return nullptr;
            if (PyList_SetSlice(ahead.get(), count - 1, count - 1, tasks.get()) != 0) return nullptr;
        } else if (each->ticket != OVER && PyList_Append(found.get(), task.get()) != 0) {
            return nullptr;
        }
    }
    return found.release();
}

bool add_tasks(PyObject* module) {
    return add_type(module, scope_type, scope_spec) && add_type(module, task_type, task_spec);
}

}  // namespace gumption::minds
