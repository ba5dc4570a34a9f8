"""Definitions and minds as pictures: text, Mermaid, Graphviz. Pure functions of an outline and a moment."""

# General layout
#   moment     how a mind stands, as plain data
#   text       a line a node
#   graph      boxes, frames and arrows: what Mermaid and Graphviz have in common
#   mermaid    that as a Mermaid flowchart
#   dot        that as a Graphviz graph
#   pictured   what gives definitions and minds their pictures

from collections.abc import Callable, Mapping
from typing import Final

from gumption.core.outline import Outline
from gumption.core.picture.dot import as_dot
from gumption.core.picture.mermaid import as_mermaid
from gumption.core.picture.moment import NOTHING, Moment
from gumption.core.picture.pictured import Pictured, moment_of, present_moment
from gumption.core.picture.text import as_text

FORMATS: Final[Mapping[str, Callable[[Outline, Moment], str]]] = {
    "text": as_text,
    "mermaid": as_mermaid,
    "dot": as_dot,
}
"""What pictures can be made of, by name."""

__all__ = ["FORMATS", "NOTHING", "Moment", "Pictured", "as_dot", "as_mermaid", "as_text", "moment_of", "present_moment"]
