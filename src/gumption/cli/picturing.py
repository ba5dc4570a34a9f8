"""Pictures on the command line: of which kinds they may be, and how they are printed."""

import sys
from typing import Final

import click

from gumption.core.picture import FORMATS

FORMS: Final = tuple(FORMATS)
_PLAIN: Final = str.maketrans({"├": "|", "└": "`", "│": "|", "─": "-"})


def echo_picture(picture: str) -> None:
    """Print a picture, with plain letters for its lines where the output has no others."""
    try:
        picture.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        picture = picture.translate(_PLAIN)
    click.echo(picture)
