"""The group of commands, and how errors become exit codes."""

import io
import os
import sys
import traceback

import click

from gumption import __version__
from gumption.cli.asking import why
from gumption.cli.checking import check
from gumption.cli.describe import describe
from gumption.cli.differing import diff
from gumption.cli.exporting import export
from gumption.cli.inspecting import inspect_recording, report
from gumption.cli.listing import list_scenarios
from gumption.cli.replaying import replay_recording
from gumption.cli.run import run as run_scenario
from gumption.cli.watching import watch
from gumption.errors import GumptionError

SCENARIO_FAILED = 1
USAGE = 2
INTERRUPTED = 130


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version")
@click.option("--debug", is_flag=True, help="Show whole tracebacks.")
@click.pass_context
def cli(context: click.Context, debug: bool) -> None:
    """Minds for game characters, robots and simulated people.

    Start with `gumption run westworld`: Miner Bob digs, drinks and sleeps, and Elsa cooks him stew.

    \b
    Exit codes:
      0  all went well
      1  the scenario failed, a recording is damaged, a replay or two recordings differ, or a check found errors
      2  the command line is wrong
      130  interrupted (Ctrl-C)
    """
    context.obj = debug


cli.add_command(run_scenario)
cli.add_command(list_scenarios)
cli.add_command(describe)
cli.add_command(check)
cli.add_command(replay_recording)
cli.add_command(diff)
cli.add_command(inspect_recording)
cli.add_command(watch)
cli.add_command(report)
cli.add_command(export)
cli.add_command(why)


def run() -> None:
    """The program: run the command line, print one clear message for an error, and exit."""
    sys.exit(main(sys.argv[1:]))


def main(arguments: list[str]) -> int:
    """Run the command line `arguments`, and return the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a word that the terminal has no letters for must not end a story
            stream.reconfigure(errors="backslashreplace")
    stdout = sys.stdout
    debug = "--debug" in arguments
    try:
        result: object = cli.main(arguments, prog_name="gumption", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except GumptionError as error:
        if isinstance(error.__cause__, BrokenPipeError):
            return _stop_writing()
        _tell(error, debug)
        return SCENARIO_FAILED
    except (KeyboardInterrupt, click.Abort):
        click.echo("gumption: interrupted", err=True)
        return INTERRUPTED
    except BrokenPipeError:  # whoever read the output has had enough
        return _stop_writing()
    except SystemExit as stop:
        if sys.stdout is not stdout:  # click puts another one there when nobody reads
            return _stop_writing()
        return stop.code if isinstance(stop.code, int) else 0
    except OSError as error:
        click.echo(f"gumption: cannot write the output: {error.strerror or error}", err=True)
        return _stop_writing() or SCENARIO_FAILED


def _tell(error: GumptionError, debug: bool) -> None:
    if debug:
        traceback.print_exc()
        return
    click.secho("gumption: ", fg="red", nl=False, err=True)
    click.echo(str(error), err=True)
    for note in getattr(error, "__notes__", []):
        click.echo(f"  {note}", err=True)
    if error.__cause__ is not None:
        click.echo("  (gumption --debug ... shows the whole traceback)", err=True)


def _stop_writing() -> int:
    """What Python would still flush on exit has nowhere to go."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 0
