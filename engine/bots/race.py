"""Who is ahead, and when banking settles the game."""

from engine.prompt import Choice
from engine.public import PublicGame
from engine.status import Status


def standing(game: PublicGame, seat: int) -> int:
    """The total a seat would have if the round ended now."""
    return game.seats[seat].total + game.seats[seat].round_score


def leads(game: PublicGame, seat: int) -> bool:
    """Whether nobody would have a higher total."""
    return standing(game, seat) >= best_rival(game, seat)


def best_rival(game: PublicGame, seat: int) -> int:
    """The highest total that anybody else would have; 0 for a player alone."""
    return max((standing(game, rival) for rival in rivals(game, seat)), default=0)


def rivals(game: PublicGame, seat: int) -> list[int]:
    """Everybody else."""
    return [other for other in range(len(game.seats)) if other != seat]


def goal(game: PublicGame) -> int | None:
    """The total that, reached in this round, makes it the last one; None: nothing does."""
    if game.rules.length == "rounds":
        return 0 if game.round >= game.rules.rounds else None
    return game.rules.points


def behind_a_win(game: PublicGame, seat: int) -> bool:
    """Whether a rival who is out of the round has banked the goal, and as much as the seat would have at least."""
    wanted = goal(game)
    out = [rival for rival in rivals(game, seat) if game.seats[rival].status is not Status.ACTIVE]
    least = standing(game, seat) if wanted is None else max(wanted, standing(game, seat))
    return wanted is not None and any(standing(game, rival) >= least for rival in out)


def forced(game: PublicGame, seat: int) -> Choice | None:
    """`stay` where banking wins the game, `hit` where it would lose it, None where neither is sure."""
    wanted = goal(game)
    mine, best = standing(game, seat), best_rival(game, seat)
    if wanted is None or max(mine, best) < wanted:
        missed = game.rules.length == "challenge" and game.round >= game.rules.rounds
        return "hit" if missed else None
    if mine < best:
        return "hit"
    overtakable = game.rules.length == "rounds" and any(
        game.seats[rival].status is Status.ACTIVE for rival in rivals(game, seat)
    )
    return "stay" if mine > best and not overtakable else None
