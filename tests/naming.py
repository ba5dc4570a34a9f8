"""Names for the cases of a test: the same in every process, so that processes can share the tests among them."""

import re


def named(value: object) -> str:
    """The value as it prints itself, without where in memory it is."""
    return re.sub(r" at 0x[0-9a-f]+", "", str(value))
