"""`gumption export`: recordings for other programs."""

import click

from gumption.cli.agents import WHOSE, agent_named
from gumption.cli.picturing import FORMS, echo_picture
from gumption.cli.progress import progress
from gumption.errors import UsageError


@click.command("export")
@click.argument("file", type=click.Path(dir_okay=False))
@click.option(
    "--format",
    "form",
    type=click.Choice(["timeline", *FORMS]),
    default="timeline",
    show_default=True,
    help="A timeline of all agents, as JSON; or a picture of one agent's mind.",
)
@click.option("--agent", metavar="NAME", help=f"For pictures. {WHOSE}")
@click.option("--tick", type=click.IntRange(min=0), help="For pictures. Behind which tick.  [default: the last one]")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Where to. A picture is printed without; a timeline needs it, and may be called story.json.",
)
def export(file: str, form: str, agent: str | None, tick: int | None, output: str | None) -> None:
    """Write a recording as a timeline, one row for each agent; or the mind of an agent at a tick as a picture.

    A timeline is in the trace event format: drop it on https://ui.perfetto.dev, or open it in chrome://tracing. A
    picture is text, a Mermaid flowchart, or a graph in Graphviz's language DOT. It shows what ran (* or a thick
    border), what was paused (|| or a dashed one), and what each node came to when.

    \b
    Examples:
      gumption export story.jsonl.gz -o story.json
      gumption export story.jsonl.gz --format text --agent Bob --tick 12
      gumption export story.jsonl.gz --format dot --agent Bob --tick 12 | dot -Tsvg > bob.svg
      gumption export story.jsonl.gz --format mermaid --agent 1 -o bob.mmd
    """
    if form != "timeline":
        _draw(file, form, agent, tick, output)
        return
    if agent is not None or tick is not None:
        raise click.UsageError(f"--agent and --tick are for pictures: give --format {'|'.join(FORMS)} as well.")
    if output is None:
        raise click.UsageError("A timeline needs a file: -o story.json. Pictures are printed: --format text.")
    from gumption.formats import write_chrome_trace

    with progress("reading") as told:
        count = write_chrome_trace(file, output, told)
    click.echo(f"{count:,} bars and marks in {output}")


def _draw(file: str, form: str, agent: str | None, tick: int | None, output: str | None) -> None:
    from gumption.inspect.loading import load
    from gumption.inspect.picturing import picture_at

    with progress("reading") as told:
        history = load(file, told=told).history
    entity = agent_named(agent, history.entities.values())
    tick = history.tick if tick is None else tick
    try:
        picture = picture_at(history, entity, tick, form)
    except UsageError as error:
        raise click.BadParameter(f"{error.problem}; {error.remedy}.", param_hint="--tick") from error
    if output is None:
        echo_picture(picture)
        return
    try:
        with open(output, "w", encoding="utf-8") as target:
            target.write(picture + "\n")
    except OSError as error:
        raise click.FileError(output, error.strerror or str(error)) from error
