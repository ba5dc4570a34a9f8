"""Saved games: worlds in memory and in files, and going back in time (rules V1 to V7). Loads msgspec."""

# General layout
#   kinds      what can be saved, and how its parts are read and written
#   classes    plain classes: their fields
#   graph      all objects that can be reached, with copies of what they hold
#   moment     a world in memory
#   rows       objects as plain rows
#   contents   a world as plain data
#   forms      the forms of a file's lines
#   file       writing and reading files
#   known      what a file may name
#   matching   which row belongs to which object of a build
#   reading    rows as objects again
#   changed    what is different about a definition
#   loading    a file as a world
#   rewind     going back in time
#   rollback   whether that changes what follows

from gumption.world.saving.file import read_header, write_world
from gumption.world.saving.kinds import SavesItself
from gumption.world.saving.loading import Loading, open_world, seed_of
from gumption.world.saving.moment import WorldSnapshot
from gumption.world.saving.rewind import Rewind
from gumption.world.saving.rollback import Divergence, check_rollback

__all__ = [
    "Divergence",
    "Loading",
    "Rewind",
    "SavesItself",
    "WorldSnapshot",
    "check_rollback",
    "open_world",
    "read_header",
    "seed_of",
    "write_world",
]
