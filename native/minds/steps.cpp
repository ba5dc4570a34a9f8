// How the tasks of a run go on and end.
#include "steps.hpp"

#include "traps.hpp"

namespace gumption::minds {
namespace {

constexpr int MAX_ERRORS = 100;

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

}  // namespace

bool is_left(Steps* self, Task* task) { return self->closing || is_cancelled(task->scope); }

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

namespace {

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
    while (true) {
        Ref target;
        if (!next_due(self, now, target)) return false;
        if (!target) return true;
        if (is_task(target.get())) {
            if (!resume(self, as<Task>(target.get()))) return false;
        } else if (!Ref::steal(PyObject_CallMethodOneArg(object_of(self), names.expire, target.get()))) {
            return false;
        }
    }
}

}  // namespace

int step(Steps* self) {
    self->turns = 0;
    // Parked in an earlier step, when all that was due had been done: the heap has later ones.
    if (self->parked != nullptr && !resume_parked(self)) return -1;
    if (!self->heap.empty() && !resume_due(self)) return -1;
    return self->done;
}

}  // namespace gumption::minds
