"""`python -m engine scenario [FILE…|-]`: play scenarios, print one result a line."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.scenario import bad_scenario, run_text

USAGE = "usage: python -m engine scenario [FILE…|-]"


def main(arguments: Sequence[str]) -> int:
    """The exit status: 0, also after a bad scenario; 2 where the command line is wrong."""
    if not arguments or arguments[0] != "scenario":
        print(USAGE, file=sys.stderr)
        return 2
    for source in arguments[1:] or ["-"]:
        for result in _results(source):
            print(result, flush=True)
    return 0


def _results(source: str) -> Iterator[str]:
    """The results of one file, or of each line of standard input that is not blank."""
    if source == "-":
        yield from (run_text(line) for line in sys.stdin.buffer if line.strip())
        return
    try:
        text = Path(source).read_bytes()
    except OSError as problem:
        yield bad_scenario(f"cannot read the file: {problem.strerror}")
        return
    yield run_text(text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
