#include "pulse.hpp"

#include <cmath>
#include <limits>

#include "steps.hpp"

namespace gumption::minds {
namespace {

constexpr double SPREAD = 0.6180339887498949;  // the golden ratio, as in the reference
constexpr long NOBODY = -1;

PyTypeObject* pulse_type = nullptr;
PyObject* running = nullptr;

struct Pulse {
    PyObject_HEAD
    PyObject* selector;
    PyObject* agent;
    PyObject* context;
    PyObject* status;
    PyObject* since;
    PyObject* turn;
    PyObject* resting;
    PyObject* inbox;
    double next;
    double period;
    double phase;  // of the agent's rounds, in periods
    char ready;
};

bool real(PyObject* object, double& number) {
    number = PyFloat_AsDouble(object);
    return number != -1.0 || PyErr_Occurred() == nullptr;
}

Ref attribute(PyObject* object, PyObject* name) {
    if (object == nullptr) {
        PyErr_SetString(PyExc_RuntimeError, "this mind was thrown away");
        return {};
    }
    return Ref::steal(PyObject_GetAttr(object, name));
}

template <class... Arguments>
Ref call(Pulse* self, PyObject* name, Arguments... arguments) {
    return Ref::steal(PyObject_CallMethodObjArgs(object_of(self), name, arguments..., nullptr));
}

// The grid of an agent's rounds.
double time_of_next(const Pulse* self, double now) {
    if (self->period == 0.0) return now;
    const double beats = std::floor(now / self->period - self->phase) + 1.0 + self->phase;
    const double due = self->period * beats;
    return due > now ? due : self->period * (beats + 1.0);
}

// Whether a round can be asked by the function that is written out for it: 1, 0, or -1 with an exception set.
int is_usual(Pulse* self, const Ref& choose) {
    if (choose.get() == Py_None || self->resting != Py_None) return 0;
    const Ref tracer = attribute(self->context, names.tracer);
    return tracer ? tracer.get() == Py_None : -1;
}

bool ask(Pulse* self, PyObject* now, double seconds) {
    const Ref choose = attribute(self->selector, names.choose);
    const int usual = choose ? is_usual(self, choose) : -1;
    if (usual < 0) return false;
    if (usual == 0 || self->status != running) return static_cast<bool>(call(self, names.ask, now));
    self->next = time_of_next(self, seconds);
    const Ref chosen = Ref::steal(PyObject_CallOneArg(choose.get(), self->agent));
    if (!chosen) {
        const Ref error = raised();
        const Handling handling(error);
        call(self, names.blame_choice, error.get());
        return false;
    }
    const long number = PyLong_AsLong(chosen.get());
    if (number == -1 && PyErr_Occurred()) return false;
    const Ref turn = Ref::borrow(self->turn);
    if (turn.get() == Py_None) {
        if (number == NOBODY) return true;
    } else {
        const Ref present = attribute(turn.get(), names.number);
        const long same = present ? PyLong_AsLong(present.get()) : -1;
        if (same == -1 && PyErr_Occurred()) return false;
        if (number == same) return true;
    }
    const Ref answers = Ref::steal(PyList_New(0));
    return answers && call(self, names.decide, chosen.get(), answers.get(), now);
}

// Whether a turn is being left: 1, 0, or -1 with an exception set.
int is_left(PyObject* turn) {
    const Ref since = attribute(turn, names.left_at);
    return since ? since.get() != Py_None : -1;
}

int step_of(PyObject* turn) {
    Ref run = attribute(turn, names.begun);
    if (run.get() == Py_None) run = attribute(turn, names.run);
    if (!run) return -1;
    if (PyObject_TypeCheck(run.get(), steps_type)) return step(as<Steps>(run.get()));
    const Ref over = Ref::steal(PyObject_CallMethodNoArgs(run.get(), names.step));
    return over ? PyObject_IsTrue(over.get()) : -1;
}

bool beat(Pulse* self) {
    const Ref clock = attribute(self->context, names.clock);
    const Ref now = clock ? attribute(clock.get(), names.now) : Ref{};
    double seconds = 0.0;
    if (!now || !real(now.get(), seconds)) return false;
    Ref turn = Ref::borrow(self->turn);
    int left = turn.get() == Py_None ? 0 : is_left(turn.get());
    if (left < 0) return false;
    if (left == 1) {
        if (!call(self, names.go_on_leaving, turn.get(), now.get())) return false;
    } else if (seconds >= self->next && !ask(self, now.get(), seconds)) {
        return false;
    }
    turn = Ref::borrow(self->turn);
    if (turn.get() == Py_None) return true;
    left = is_left(turn.get());
    if (left != 0) return left == 1;
    const int over = step_of(turn.get());
    return over == 1 ? static_cast<bool>(call(self, names.ended, turn.get(), now.get())) : over == 0;
}

// After an error: has the mind idle. Returns what to raise.
Ref failed(Pulse* self) {
    Ref error = raised();
    const Handling handling(error);
    const Ref worse = call(self, names.abandon, error.get());
    if (!worse) return raised();
    if (worse.get() == error.get()) return error;
    if (!PyExceptionInstance_Check(worse.get())) {
        PyErr_SetString(PyExc_TypeError, "what a mind raises is no exception");
        return raised();
    }
    PyException_SetCause(worse.get(), PyException_GetCause(worse.get()));
    PyErr_SetObject(object_of(Py_TYPE(worse.get())), worse.get());
    return raised();
}

PyObject* pulse_tick(PyObject* object, PyObject*) {
    auto* self = as<Pulse>(object);
    if (!self->ready) {
        const Ref word = Ref::steal(PyUnicode_FromString("tick"));
        const Ref never = word ? call(self, names.refuse, word.get()) : Ref{};
        if (never) PyErr_SetString(PyExc_RuntimeError, "a tick was not refused");
        return nullptr;
    }
    self->ready = 0;
    Ref error = beat(self) ? Ref{} : failed(self);
    self->ready = 1;
    const Ref inbox = Ref::borrow(self->inbox);
    if (inbox && inbox.get() != Py_None) {
        const Handling handling(error);
        if (!call(self, names.deliver, inbox.get())) return nullptr;
    }
    if (!error) return Py_NewRef(running);
    raise_again(std::move(error));
    return nullptr;
}

PyObject* pulse_time_of_next(PyObject* self, PyObject* now) {
    double seconds = 0.0;
    return real(now, seconds) ? PyFloat_FromDouble(time_of_next(as<Pulse>(self), seconds)) : nullptr;
}

PyObject* pulse_new(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
    static const char* const known[] = {"selector", "agent", "context", nullptr};
    PyObject *selector = nullptr, *agent = nullptr, *context = nullptr;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OOO", const_cast<char**>(known), &selector, &agent,
                                     &context)) {
        return nullptr;
    }
    const Ref clock = attribute(context, names.clock);
    Ref ticks = clock ? attribute(clock.get(), names.ticks) : Ref{};
    const Ref period = ticks ? attribute(selector, names.period) : Ref{};
    const Ref entity = period ? attribute(context, names.entity) : Ref{};
    double seconds = 0.0, place = 0.0;
    if (!entity || !real(period.get(), seconds) || !real(entity.get(), place)) return nullptr;
    Ref made = Ref::steal(type->tp_alloc(type, 0));
    if (!made) return nullptr;
    auto* self = as<Pulse>(made.get());
    self->selector = Py_NewRef(selector);
    self->agent = Py_NewRef(agent);
    self->context = Py_NewRef(context);
    self->status = Py_NewRef(Py_None);
    self->since = ticks.release();
    self->turn = Py_NewRef(Py_None);
    self->resting = Py_NewRef(Py_None);
    self->inbox = Py_NewRef(Py_None);
    self->next = -std::numeric_limits<double>::infinity();
    self->period = seconds;
    self->phase = std::fmod(place * SPREAD, 1.0);
    if (self->phase < 0.0) self->phase += 1.0;
    self->ready = 1;
    return made.release();
}

int pulse_traverse(PyObject* object, visitproc visit, void* arg) {
    auto* self = as<Pulse>(object);
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->selector);
    Py_VISIT(self->agent);
    Py_VISIT(self->context);
    Py_VISIT(self->status);
    Py_VISIT(self->since);
    Py_VISIT(self->turn);
    Py_VISIT(self->resting);
    Py_VISIT(self->inbox);
    return 0;
}

int pulse_clear(PyObject* object) {
    auto* self = as<Pulse>(object);
    Py_CLEAR(self->selector);
    Py_CLEAR(self->agent);
    Py_CLEAR(self->context);
    Py_CLEAR(self->status);
    Py_CLEAR(self->since);
    Py_CLEAR(self->turn);
    Py_CLEAR(self->resting);
    Py_CLEAR(self->inbox);
    return 0;
}

void pulse_dealloc(PyObject* object) {
    PyTypeObject* type = Py_TYPE(object);
    PyObject_GC_UnTrack(object);
    pulse_clear(object);
    type->tp_free(object);
    Py_DECREF(type);
}

PyMethodDef pulse_methods[] = {
    {"tick", pulse_tick, METH_NOARGS,
     "Ask the checks if they are due, then let the running node go on. See `Mind.tick`."},
    {"_time_of_next", pulse_time_of_next, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyMemberDef pulse_members[] = {
    {"selector", T_OBJECT_EX, offsetof(Pulse, selector), 0, nullptr},
    {"agent", T_OBJECT_EX, offsetof(Pulse, agent), 0, nullptr},
    {"context", T_OBJECT_EX, offsetof(Pulse, context), 0, nullptr},
    {"status", T_OBJECT_EX, offsetof(Pulse, status), 0, nullptr},
    {"since", T_OBJECT_EX, offsetof(Pulse, since), 0, nullptr},
    {"_turn", T_OBJECT_EX, offsetof(Pulse, turn), 0, nullptr},
    {"_resting", T_OBJECT_EX, offsetof(Pulse, resting), 0, nullptr},
    {"_inbox", T_OBJECT_EX, offsetof(Pulse, inbox), 0, nullptr},
    {"_next", T_DOUBLE, offsetof(Pulse, next), 0, nullptr},
    {"_ready", T_BOOL, offsetof(Pulse, ready), 0, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

// All is done by pulse_new; derived classes pass their arguments on to here.
int pulse_init(PyObject*, PyObject*, PyObject*) {
    return 0;
}

PyType_Slot pulse_slots[] = {
    {Py_tp_doc, const_cast<char*>("The usual tick of a mind that checks and runs.")},
    {Py_tp_new, reinterpret_cast<void*>(pulse_new)},
    {Py_tp_init, reinterpret_cast<void*>(pulse_init)},
    {Py_tp_dealloc, reinterpret_cast<void*>(pulse_dealloc)},
    {Py_tp_traverse, reinterpret_cast<void*>(pulse_traverse)},
    {Py_tp_clear, reinterpret_cast<void*>(pulse_clear)},
    {Py_tp_methods, pulse_methods},
    {Py_tp_members, pulse_members},
    {0, nullptr},
};

PyType_Spec pulse_spec = {"gumption.core._native.Pulse", sizeof(Pulse), 0,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, pulse_slots};

}  // namespace

bool add_pulse(PyObject* module) {
    const Ref status = Ref::steal(PyImport_ImportModule("gumption.status"));
    const Ref all = status ? Ref::steal(PyObject_GetAttrString(status.get(), "Status")) : Ref{};
    running = all ? PyObject_GetAttrString(all.get(), "RUNNING") : nullptr;
    return running != nullptr && add_type(module, pulse_type, pulse_spec);
}

}  // namespace gumption::minds
