"""Measure everything, print a line a figure, and exit with 1 if a budget is broken."""

import sys

from benchmarks import bt, flow, fsm, goap, inspect, minds, saving


def main() -> int:
    """Run all benchmarks."""
    kept = True
    for module in (fsm, bt, goap, flow, minds, inspect, saving):
        for figure in module.figures():
            print(figure, flush=True)
            kept = kept and figure.kept
    return 0 if kept else 1


sys.exit(main())
