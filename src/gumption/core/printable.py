"""Words that a terminal may be given."""


def printable(words: str) -> str:
    """Without what would move the cursor or change the terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in words)
