"""Goes on, in a process of its own, from saved moments of an example: half of contract C5.

Run as `python -m gumption.testing.resume MODULE FACTORY`, with a JSON list of what `Life.save` gave on standard input;
writes a JSON list of the traces that follow.
"""

import json
import sys

from gumption.testing.example import Life, find_example


def main() -> None:
    """Read, go on, write."""
    module, name = sys.argv[1:]
    example = find_example(module, name)
    saved = json.load(sys.stdin)
    json.dump([Life.load(example, moment).run().told() for moment in saved], sys.stdout)


if __name__ == "__main__":
    main()
