// The tasks of one run, and the order in which they are stepped.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "object.hpp"
#include "tasks.hpp"

namespace gumption::minds {

extern PyTypeObject* steps_type;
extern PyObject* cancelled_type;  // the class of the exception

struct Due {
    double time;
    long long ticket;
    PyObject* target;  // owned
};

struct Parked {
    long long ticket;
    PyObject* task;  // owned
};

struct Steps {
    PyObject_HEAD
    PyObject* root;
    PyObject* scope;
    PyObject* result;
    PyObject* error;
    PyObject* clock;
    PyObject* host;
    PyObject* mail;
    PyObject* listeners;
    PyObject* parked;  // a task, or nothing
    long long parked_ticket;
    std::unique_ptr<std::vector<Parked>> others;  // few runs have any
    std::vector<Due> heap;
    std::size_t room;
    long long tickets;
    long long turns;
    long long most_turns;
    int cancels;
    char done;
    char closing;
};

constexpr std::size_t ROOM = 64;

// Functions that return bool return false with an exception set.

bool tell_now(Steps* self, double& now);
bool push(Steps* self, double time, PyObject* target);
long long wait(Steps* self, Task* task);
void park(Steps* self, Task* task);
bool sleep(Steps* self, Task* task, double seconds);
bool wake(Steps* self, Task* task, long long ticket);

// Takes the next one out of the heap that is due at a time, and waits for that still; nothing where there is none.
bool next_due(Steps* self, double now, Ref& target);

// Cancels a scope that only its owner and tasks below that are in. Gives the tasks that this has woken, as a list;
// nothing with an exception set.
Ref cancel(Steps* self, PyObject* scope, PyObject* owner);

// Nothing that is over is kept.
void forget(Steps* self);

bool is_left(Steps* self, Task* task);
bool resume(Steps* self, Task* task);

// `Steps.step`: 1 where the run is over, 0 where it is not, -1 with an exception set.
int step(Steps* self);

bool add_steps(PyObject* module);

}  // namespace gumption::minds
