"""A task of `benchmarks.strips` in PDDL, as STRIPS: one predicate, `is`, says which value a variable has."""

from pathlib import Path

from benchmarks.strips import Partial, Strips


def write(task: Strips, folder: Path) -> tuple[Path, Path]:
    """Write the files of a domain and its problem into a folder, and return where they are."""
    domain, problem = folder / "domain.pddl", folder / "problem.pddl"
    domain.write_text(domain_text(task), encoding="utf-8")
    problem.write_text(problem_text(task), encoding="utf-8")
    return domain, problem


def domain_text(task: Strips) -> str:
    """The domain: its variables and values are constants, its actions have no parameters."""
    values = {value_name(value) for values in task.values.values() for value in values}
    lines = [
        "(define (domain gumption)",
        "(:requirements :strips :typing)",
        "(:types variable value)",
        f"(:constants {' '.join(map(variable_name, task.values))} - variable",
        f" {' '.join(sorted(values))} - value)",
        "(:predicates (is ?variable - variable ?value - value))",
    ]
    for name, before, after in task.actions:
        lines.append(f"(:action {name} :parameters () :precondition (and {facts(before)})")
        gone = {variable: value for variable, value in before.items() if after.get(variable, value) != value}
        maybe = {variable: values for variable, values in task.values.items() if variable in after.keys() - before}
        negated = [f"(not {facts({variable: value})})" for variable, value in gone.items()]
        for variable, others in maybe.items():
            negated += [f"(not {facts({variable: value})})" for value in others if value != after[variable]]
        lines.append(f" :effect (and {facts(after)} {' '.join(negated)}))")
    return "\n".join([*lines, ")"])


def problem_text(task: Strips) -> str:
    """Start and goal."""
    lines = ["(define (problem task) (:domain gumption)", f"(:init {facts(task.start)})"]
    return "\n".join([*lines, f"(:goal (and {facts(task.goal)})))"])


def facts(partial: Partial) -> str:
    """What the variables are, one fact after the other."""
    return " ".join(f"(is {variable_name(variable)} {value_name(value)})" for variable, value in partial.items())


def variable_name(variable: str) -> str:
    return f"{variable}-var"


def value_name(value: str) -> str:
    return f"{value}-val"
