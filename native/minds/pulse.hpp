// The usual tick of a mind that checks and runs.
#pragma once

#include "object.hpp"

namespace gumption::minds {

bool add_pulse(PyObject* module);

}  // namespace gumption::minds
