// The tasks of one run, and the order in which they are stepped.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "object.hpp"
#include "tasks.hpp"

namespace gumption::minds {

extern PyTypeObject* steps_type;

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

// `Steps.step`: 1 where the run is over, 0 where it is not, -1 with an exception set.
int step(Steps* self);

bool add_steps(PyObject* module);

}  // namespace gumption::minds
