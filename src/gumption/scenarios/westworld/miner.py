"""Miner Bob: what he is and what he can do. How he decides stands elsewhere, one file for each way of thinking."""

from dataclasses import dataclass

from gumption.core.context import Context

COMFORT = 5
"""Savings with which he calls it a day."""
POCKETS = 3
"""Nuggets that he can carry."""
THIRSTY_AT = 5
TIRED_ABOVE = 5
WHISKEY = 2
"""What a drink costs."""


@dataclass
class Miner:
    """One life in West World. Each deed takes the context as well, to tell the story."""

    name: str = "Bob"
    place: str = "shack"
    gold: int = 0
    bank: int = 0
    thirst: int = 0
    fatigue: int = 0
    stew: bool = False
    """Whether a meal waits for him."""
    wife: int | None = None
    """Id of her entity."""

    @property
    def pockets_full(self) -> bool:
        """Whether he can carry no more."""
        return self.gold >= POCKETS

    @property
    def thirsty(self) -> bool:
        """Whether he would leave his work for a drink."""
        return self.thirst >= THIRSTY_AT

    @property
    def tired(self) -> bool:
        """Whether he would rather sleep than work."""
        return self.fatigue > TIRED_ABOVE

    @property
    def comfortable(self) -> bool:
        """Whether he has earned enough for today."""
        return self.bank >= COMFORT

    def go_to(self, place: str, context: Context) -> None:
        """Be at `place`; say so if that is elsewhere."""
        if self.place != place:
            self.place = place
            context.say(_ARRIVALS[place])

    def get_thirsty(self, _context: Context) -> None:
        """Happens all the time, asleep too."""
        self.thirst += 1

    def dig(self, context: Context) -> None:
        """Find a nugget."""
        self.gold += 1
        self.fatigue += 1
        context.say(f"digs out a nugget, {_count(self.gold)} in his pockets")

    def deposit(self, context: Context) -> None:
        """Carry all the gold to the bank's safe."""
        self.bank += self.gold
        context.say(f"pays in {_count(self.gold)}; his savings are {self.bank}")
        self.gold = 0

    def drink(self, context: Context) -> None:
        """Buy a whiskey out of his savings."""
        self.thirst = 0
        self.bank -= WHISKEY
        context.say(f"drinks a whiskey for {WHISKEY} of his savings; {self.bank} left")

    def sleep(self, context: Context) -> None:
        """Rest a little."""
        self.fatigue -= 1
        context.say("sleeps: zzz")

    def greet(self, context: Context) -> None:
        """Let his wife know that he is home."""
        if self.wife is not None:
            context.say("calls out: Elsa, I am home!")
            context.send(self.wife, "home")

    def eat(self, context: Context) -> None:
        """Enjoy the stew."""
        context.say("sits down to the stew, and eats every bit of it")


_ARRIVALS = {
    "mine": "walks up to the mine",
    "bank": "carries his gold to the bank",
    "saloon": "has a dry throat, and walks over to the saloon",
    "shack": "strolls home to the shack",
}


def _count(nuggets: int) -> str:
    return "one nugget" if nuggets == 1 else f"{nuggets} nuggets"
