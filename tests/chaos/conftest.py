"""What the tests of failures share: how large they are."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--full` runs them in full size, which takes minutes; timings are asserted only then."""
    parser.addoption("--full", action="store_true", help="tests of failures in full size, timings included")


@pytest.fixture(scope="session")
def full(request: pytest.FixtureRequest) -> bool:
    """Whether the tests run in full size."""
    return bool(request.config.getoption("--full", default=False))
