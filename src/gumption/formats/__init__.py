"""Files of other programs, written and read."""

# General layout
#   chrome_trace  a recording as a timeline for Perfetto and for chrome://tracing

from gumption.formats.chrome_trace import write_chrome_trace

__all__ = ["write_chrome_trace"]
