"""The domain of a room: who sits where, what was decided, what is due. Pure functions over frozen values.

Nothing here reads a clock, a socket or Redis. Moments are absolute milliseconds on Redis' clock, or `In(ms)`: so long
after the commit that is being prepared, whose time only the commit script knows.
"""
