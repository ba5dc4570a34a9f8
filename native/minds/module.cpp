// The hot path of coroutines and rounds of checks as a Python module. Each type has a reference in Python, with the
// same results, which serves where this module is not there.
#include "object.hpp"
#include "pulse.hpp"
#include "steps.hpp"
#include "tasks.hpp"
#include "traps.hpp"

namespace gumption::minds {

Names names{};

bool Names::make() {
    const std::pair<PyObject**, const char*> all[] = {
        {&adopt, "adopt"},           {&arm, "arm"},
        {&now, "now"},               {&send, "send"},
        {&tasks, "tasks"},           {&throw_, "throw"},
        {&ticket, "ticket"},         {&wake, "wake"},
        {&abandon, "_abandon"},      {&end_in_group, "_end_in_group"},
        {&expire, "_expire"},        {&refusal, "_refusal"},
        {&begun, "begun"},           {&choose, "choose"},
        {&clock, "clock"},           {&entity, "entity"},
        {&left_at, "left_at"},       {&number, "number"},
        {&period, "period"},         {&run, "run"},
        {&step, "step"},             {&ticks, "ticks"},
        {&tracer, "tracer"},         {&ask, "_ask"},
        {&blame_choice, "_blame_choice"}, {&decide, "_decide"},
        {&deliver, "_deliver"},      {&ended, "_ended"},
        {&refuse, "_refuse"},        {&go_on_leaving, "_go_on_leaving"},
    };
    for (const auto& [place, text] : all) {
        *place = PyUnicode_InternFromString(text);
        if (*place == nullptr) return false;
    }
    return true;
}

bool add_type(PyObject* module, PyTypeObject*& place, PyType_Spec& spec, PyTypeObject* base) {
    PyObject* made = PyType_FromModuleAndSpec(module, &spec, object_of(base));
    if (made == nullptr) return false;
    place = as<PyTypeObject>(made);
    return PyModule_AddType(module, place) == 0;
}

namespace {

int execute(PyObject* module) {
    if (steps_type != nullptr) {
        PyErr_SetString(PyExc_ImportError, "gumption.core._native is loaded once in a process");
        return -1;
    }
    return names.make() && add_traps(module) && add_tasks(module) && add_steps(module) && add_pulse(module) ? 0 : -1;
}

PyModuleDef_Slot slots[] = {
    {Py_mod_exec, reinterpret_cast<void*>(execute)},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, nullptr},
};

PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_native", "The hot path of minds.", 0, nullptr, slots,
                          nullptr,               nullptr,   nullptr};

}  // namespace
}  // namespace gumption::minds

PyMODINIT_FUNC PyInit__native() { return PyModuleDef_Init(&gumption::minds::definition); }
