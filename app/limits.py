"""How much one client may ask of one worker; all counts are in memory and bounded, and time is an argument."""

import ipaddress
from array import array
from collections import Counter, OrderedDict

ADDRESSES = 4096
"""More addresses than this at once push out the one that has been quiet for longest."""
_MOST_KEY_CHARS = 64
_MOST_MOMENTS = 60
"""So many a window keeps, whatever it admits: there may be thousands of full ones."""


def client_key(address: str) -> str:
    """Whom an address stands for: itself, or its /64 network, which one IPv6 subscriber has for himself.

    A proxy may name its clients otherwise; the start of such a name will do.
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address[:_MOST_KEY_CHARS]
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed.packed[:8] + bytes(8), 64)))


class Window:
    """At most `most` events within any `period_ms`; where that is many, each group of them counts as its last one."""

    def __init__(self, most: int, period_ms: int) -> None:
        self._period_ms = period_ms
        self._group = -(-most // _MOST_MOMENTS)
        self._groups = most // self._group
        self._left = 0
        """How many events the newest group still takes."""
        self._moments = array("q")

    def wait_ms(self, now_ms: int) -> int:
        """How long until another event fits; 0 if it does now."""
        if self._left or len(self._moments) < self._groups:
            return 0
        return max(0, self._moments[0] + self._period_ms - now_ms)

    def add(self, now_ms: int) -> None:
        """Count an event; the oldest makes room for it."""
        if self._left:
            self._left -= 1
            self._moments[-1] = now_ms
            return
        if len(self._moments) == self._groups:
            self._moments.pop(0)
        self._moments.append(now_ms)
        self._left = self._group - 1

    def take(self, now_ms: int) -> bool:
        """Count an event if it fits; whether it did."""
        fits = self.wait_ms(now_ms) == 0
        if fits:
            self.add(now_ms)
        return fits


class ConnectionLimits:
    """What one WebSocket may send; `limited=False` lifts the rates, never the strikes."""

    def __init__(self, *, limited: bool) -> None:
        self._limited = limited
        self._messages = Window(20, 10_000)
        self._pings = Window(20, 10_000)
        self._strikes = Window(20, 10_000)

    def take_message(self, now_ms: int) -> bool:
        """Whether a message other than a ping is within the rate; it is counted if so."""
        return not self._limited or self._messages.take(now_ms)

    def take_ping(self, now_ms: int) -> bool:
        """Whether a ping is within the rate; it is counted if so."""
        return not self._limited or self._pings.take(now_ms)

    def strike(self, now_ms: int) -> bool:
        """Count a frame that was too large or no message; whether that is abuse now."""
        self._strikes.add(now_ms)
        return self._strikes.wait_ms(now_ms) > 0


class AddressWindow:
    """A window for each client address, of at most ADDRESSES addresses."""

    def __init__(self, most: int, period_ms: int, *, limited: bool) -> None:
        self._most = most
        self._period_ms = period_ms
        self._limited = limited
        self._windows: OrderedDict[str, Window] = OrderedDict()

    def wait_ms(self, address: str, now_ms: int) -> int:
        """How long until another event of this address fits; 0 if it does now."""
        window = self._windows.get(client_key(address))
        return window.wait_ms(now_ms) if window is not None and self._limited else 0

    def add(self, address: str, now_ms: int) -> None:
        """Count an event of this address."""
        key = client_key(address)
        window = self._windows.setdefault(key, Window(self._most, self._period_ms))
        window.add(now_ms)
        self._windows.move_to_end(key)
        if len(self._windows) > ADDRESSES:
            self._windows.popitem(last=False)


class OpenSockets:
    """How many sockets each client address has open."""

    def __init__(self, most: int, *, limited: bool) -> None:
        self._most = most
        self._limited = limited
        self._open: Counter[str] = Counter()

    def open(self, address: str) -> bool:
        """Count a socket of this address; false, and not counted, if it has too many. A counted one needs `close`."""
        key = client_key(address)
        if self._limited and self._open[key] >= self._most:
            return False
        self._open[key] += 1
        return True

    def close(self, address: str) -> None:
        """A counted socket of this address is gone."""
        key = client_key(address)
        self._open[key] -= 1
        if self._open[key] <= 0:
            del self._open[key]


class ClientLimits:
    """What one client address may ask of this worker; `limited=False` lifts all of it."""

    def __init__(self, *, limited: bool) -> None:
        self.sockets = OpenSockets(120, limited=limited)
        self.new_rooms = AddressWindow(60, 3_600_000, limited=limited)
        self.scores = AddressWindow(600, 60_000, limited=limited)
        """Changes of shared scores: many tables may be at one address."""
        self.logs = AddressWindow(600, 60_000, limited=limited)
        """Reading a whole game's log, as each page does once."""
        self.odds = AddressWindow(600, 60_000, limited=limited)
        """Asking for the odds, as a page that shows them does after each change."""
        self.wrong_codes = AddressWindow(30, 60_000, limited=limited)
