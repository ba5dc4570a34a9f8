"""What documents hold: blocks of code, and what commands print."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def text_of(name: str) -> str:
    """A document of the project."""
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(text: str) -> list[tuple[str, str]]:
    """All fenced blocks: the language, and what stands in it."""
    return re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def blocks_of(text: str, language: str) -> list[str]:
    """The fenced blocks of a language."""
    return [block for found, block in blocks(text) if found == language]
