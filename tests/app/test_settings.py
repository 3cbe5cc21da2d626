"""The environment as settings: defaults, every refusal, nothing secret in a message."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from app.settings import BadSetting, Settings


def refusal(name: str, value: str) -> str:
    with pytest.raises(BadSetting) as refused:
        Settings.from_env({name: value})
    return str(refused.value)


def test_an_empty_environment_gives_the_documented_defaults() -> None:
    settings = Settings.from_env({})
    assert settings.model_dump() == {
        "redis_url": None,
        "data_dir": Path.home() / ".local/share/flip7",
        "durability": 0,
        "host": "127.0.0.1",
        "port": 8000,
        "workers": 1,
        "public_url": None,
        "trusted_proxies": "127.0.0.1",
        "turn_seconds": 75,
        "room_seconds": 43_200,
        "bot_delay_ms": 900,
        "round_pause_seconds": 12,
        "rate_limit": True,
        "pseudo_language": False,
    }


def test_every_setting_is_read() -> None:
    settings = Settings.from_env(
        {
            "FLIP7_REDIS_URL": "redis://:secret@cache:6380/2",
            "FLIP7_DATA_DIR": "/var/lib/flip7",
            "FLIP7_DURABILITY": "2",
            "FLIP7_HOST": "0.0.0.0",
            "FLIP7_PORT": "80",
            "FLIP7_WORKERS": "4",
            "FLIP7_PUBLIC_URL": "https://Cards.Example.org:443/",
            "FLIP7_TRUSTED_PROXIES": "10.0.0.0/8, ::1",
            "FLIP7_TURN_SECONDS": "1",
            "FLIP7_ROOM_SECONDS": "60",
            "FLIP7_BOT_DELAY_MS": "0",
            "FLIP7_ROUND_PAUSE_SECONDS": "0",
            "FLIP7_RATE_LIMIT": "off",
            "FLIP7_PSEUDO_LANGUAGE": "on",
            "HOME": "/elsewhere",
        }
    )
    assert settings.redis_url == "redis://:secret@cache:6380/2"
    assert settings.data_dir == Path("/var/lib/flip7")
    assert settings.durability == 2
    assert (settings.host, settings.port, settings.workers) == ("0.0.0.0", 80, 4)
    assert settings.public_url == "https://cards.example.org"
    assert settings.trusted_proxies == "10.0.0.0/8,::1"
    assert (settings.turn_seconds, settings.room_seconds) == (1, 60)
    assert (settings.bot_delay_ms, settings.round_pause_seconds) == (0, 0)
    assert (settings.rate_limit, settings.pseudo_language) == (False, True)


def test_settings_cannot_be_changed() -> None:
    settings = Settings()
    with pytest.raises(ValidationError):
        settings.port = 1  # type: ignore[misc]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("FLIP7_PORT", "0"),
        ("FLIP7_PORT", "65536"),
        ("FLIP7_PORT", "eighty"),
        ("FLIP7_PORT", ""),
        ("FLIP7_WORKERS", "0"),
        ("FLIP7_TURN_SECONDS", "0"),
        ("FLIP7_TURN_SECONDS", "57.0"),
        ("FLIP7_TURN_SECONDS", "-5"),
        ("FLIP7_TURN_SECONDS", "5_7"),
        ("FLIP7_TURN_SECONDS", "\u0663"),
        ("FLIP7_ROOM_SECONDS", "0"),
        ("FLIP7_BOT_DELAY_MS", "true"),
        ("FLIP7_ROUND_PAUSE_SECONDS", " 5"),
        ("FLIP7_RATE_LIMIT", "no"),
        ("FLIP7_HOST", ""),
        ("FLIP7_HOST", "two hosts"),
        ("FLIP7_DATA_DIR", ""),
        ("FLIP7_PUBLIC_URL", "cards.example.org"),
        ("FLIP7_PUBLIC_URL", "https://example.org/cards"),
        ("FLIP7_PUBLIC_URL", "ftp://example.org"),
        ("FLIP7_TRUSTED_PROXIES", "proxy"),
        ("FLIP7_TRUSTED_PROXIES", "127.0.0.1,*"),
        ("FLIP7_REDIS_URL", "cache:6379"),
        ("FLIP7_REDIS_URL", "redis://"),
        ("FLIP7_REDIS_URL", "redis://cache:port"),
        ("FLIP7_REDIS_URL", "unix://"),
        ("FLIP7_DURABILITY", "everywhere"),
        ("FLIP7_DURABILITY", "10"),
        ("FLIP7_DURABILITY", ""),
    ],
)
def test_a_bad_value_is_refused_in_one_line_that_names_the_setting(name: str, value: str) -> None:
    line = refusal(name, value)
    assert line.startswith(f"{name}: ")
    assert "\n" not in line


@pytest.mark.parametrize(("value", "replicas"), [("local", 0), ("replica", 1), ("1", 1), ("3", 3)])
def test_how_many_replicas_must_have_a_move(value: str, replicas: int) -> None:
    assert Settings.from_env({"FLIP7_DURABILITY": value}).durability == replicas


def test_an_unknown_name_is_refused() -> None:
    assert refusal("FLIP7_TURN_SECOND", "60") == "FLIP7_TURN_SECOND: there is no such setting"


@pytest.mark.parametrize(
    "url",
    [
        "redis+cluster://a:7000",
        "redis+cluster://user:word@a:7000,b:7001",
        "redis+sentinel://a:26379/flip7",
        "redis+sentinel://a,b,[::1]:26380/flip7",
    ],
)
def test_sentinel_and_clusters_are_named_by_one_or_more_nodes(url: str) -> None:
    assert Settings.from_env({"FLIP7_REDIS_URL": url, "FLIP7_DURABILITY": "replica"}).redis_url == url


@pytest.mark.parametrize(
    "url", ["redis+cluster://", "redis+cluster://a:1/0", "redis+sentinel://a:1", "redis+sentinel:///flip7"]
)
def test_half_an_address_is_refused(url: str) -> None:
    assert refusal("FLIP7_REDIS_URL", url).startswith("FLIP7_REDIS_URL: must look like")


def test_a_refused_address_does_not_show_its_password() -> None:
    assert "hush" not in refusal("FLIP7_REDIS_URL", "http://:hush@cache:6379")


@pytest.mark.parametrize("name", ["FLIP7_REDIS_URL", "FLIP7_PUBLIC_URL"])
def test_an_empty_address_counts_as_unset(name: str) -> None:
    assert Settings.from_env({name: ""}) == Settings.from_env({})


@pytest.mark.parametrize(
    ("given", "origin"),
    [
        ("http://localhost:8000", "http://localhost:8000"),
        ("http://localhost:80/", "http://localhost"),
        ("https://[::1]:8443", "https://[::1]:8443"),
    ],
)
def test_the_public_address_is_kept_as_the_origin_that_browsers_send(given: str, origin: str) -> None:
    assert Settings.from_env({"FLIP7_PUBLIC_URL": given}).public_url == origin
