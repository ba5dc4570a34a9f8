"""`gumption export`: recordings for other programs."""

import click


@click.command("export")
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("-o", "--output", metavar="FILE.json", type=click.Path(dir_okay=False), required=True, help="Where to.")
def export(file: str, output: str) -> None:
    """Write a recording as a timeline, one row for each agent.

    The file is in the trace event format: drop it on https://ui.perfetto.dev, or open it in chrome://tracing.
    """
    from gumption.formats import write_chrome_trace

    count = write_chrome_trace(file, output)
    click.echo(f"{count:,} bars and marks in {output}")
