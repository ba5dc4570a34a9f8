"""Minds that break one promise each about their life: C1 to C4."""

from collections.abc import Callable
from typing import Any

from gumption import Status
from gumption.core.trace import Entered, Exited, Halted
from gumption.errors import BusyError, MindError
from tests.testing.around import Around, Broken

LIVES = Broken()


@LIVES.breaks("C1", "halting an idle mind told events$")
class TellsOfEveryHalt(Around):
    def halt(self, reason="halted"):
        self.context.tracer(Halted(self.context.entity, reason))
        self.mind.halt(reason)


@LIVES.breaks("C1", "halting an idle mind a second time")
class TellsOfASecondHalt(Around):
    def halt(self, reason="halted"):
        if self.agent.total and self.mind.status is None:
            self.context.tracer(Halted(self.context.entity, reason))
        self.mind.halt(reason)


@LIVES.breaks("C1", "never ticked has a status")
class HasAStatusFromTheStart(Around):
    @property
    def status(self):
        return self.mind.status or Status.FAILURE


@LIVES.breaks("C1", "still running")
class CannotBeHalted(Around):
    def halt(self, reason="halted"):
        pass


@LIVES.breaks("C1", "does not start anew")
class LivesOnce(Around):
    """After a halt it is dead."""

    dead = False

    def halt(self, reason="halted"):
        self.dead = self.dead or self.mind.status is Status.RUNNING
        self.mind.halt(reason)

    def tick(self):
        return Status.FAILURE if self.dead else self.mind.tick()


@LIVES.breaks("C1")
class StaysFinished(Around):
    """After its own end it is dead."""

    def tick(self):
        return Status.SUCCESS if self.mind.status is Status.SUCCESS else self.mind.tick()


def without(kind: type, mind: Any) -> None:
    """Keep the events of one kind from the tracer."""
    tracer = mind.context.tracer
    mind.trace(lambda event: None if isinstance(event, kind) else tracer(event))


@LIVES.breaks("C2", "without being entered")
class TellsOfNoEntering(Around):
    def __init__(self, mind, agent):
        super().__init__(mind, agent)
        if mind.context.tracer is not None:
            without(Entered, mind)


@LIVES.breaks("C2", "still entered")
class TellsOfNoExit(Around):
    def __init__(self, mind, agent):
        super().__init__(mind, agent)
        if mind.context.tracer is not None:
            without(Exited, mind)


@LIVES.breaks("C2", "was entered")
class ForgetsAnExitHook(Around):
    """Halting tells the right events, and calls nobody."""

    def halt(self, reason="halted"):
        calls, self.agent.call = self.agent.call, lambda what: None
        self.mind.halt(reason)
        self.agent.call = calls


@LIVES.breaks("C2", "still alive")
class HearsWhileHalted(Around):
    def send(self, message):
        if self.mind.status is None:
            self.agent.call("ghost.on_message")
        return self.mind.send(message)


@LIVES.breaks("C3", "went nowhere")
class SwallowsErrors(Around):
    def tick(self):
        try:
            return self.mind.tick()
        except MindError:
            return Status.FAILURE


@LIVES.breaks("C3", "the cause is None")
class LosesTheCause(Around):
    def tick(self):
        try:
            return self.mind.tick()
        except MindError as error:
            raise MindError(str(error), where="somewhere") from None


@LIVES.breaks("C3", "does not say where")
class ForgetsWhere(Around):
    def tick(self):
        try:
            return self.mind.tick()
        except MindError as error:
            raise MindError("failed") from error.__cause__


@LIVES.breaks("C3")
class LetsErrorsThroughAsTheyAre(Around):
    def tick(self):
        try:
            return self.mind.tick()
        except MindError as error:
            raise (error.__cause__ or error) from None


@LIVES.breaks("C3", "status is")
class KeepsAStatusAfterAnError(Around):
    @property
    def status(self):
        return self.mind.status or (Status.FAILURE if self.agent.total else None)


class Permissive(Around):
    """Where a call from inside would be refused, it does nothing."""

    def permit(self, action: Callable[[], Any]) -> Any:
        try:
            return action()
        except BusyError:
            return None


@LIVES.breaks("C4", "tick was not refused")
class MayBeTickedFromInside(Permissive):
    def tick(self):
        return self.permit(self.mind.tick)


@LIVES.breaks("C4", "halt was not refused")
class MayBeHaltedFromInside(Permissive):
    def halt(self, reason="halted"):
        return self.permit(lambda: self.mind.halt(reason))


@LIVES.breaks("C4", "restore was not refused")
class MayBeRestoredFromInside(Permissive):
    def restore(self, snapshot):
        return self.permit(lambda: self.mind.restore(snapshot))


@LIVES.breaks("C4")
class MayBeSavedFromInside(Permissive):
    def snapshot(self):
        return self.permit(self.mind.snapshot) or self.mind.machine.bind(None).snapshot()


@LIVES.breaks("C4", "changed what came after")
class IsHaltedLater(Around):
    """Refuses a halt from inside, and then obeys."""

    later = False

    def halt(self, reason="halted"):
        try:
            self.mind.halt(reason)
        except BusyError:
            self.later = True
            raise

    def tick(self):
        status = self.mind.tick()
        if self.later:
            self.later = False
            self.mind.halt()
        return status


@LIVES.breaks("C4", "did not wait")
class DoesNotWait(Around):
    """A message sent from inside a hook is told at once."""

    def send(self, message):
        if self.mind.status is Status.RUNNING and not self.mind._ready:
            self.agent.call("hasty.on_message")
        return self.mind.send(message)


@LIVES.breaks("C4", "handled inside")
class HandlesAtOnce(Around):
    def send(self, message):
        return self.mind.send(message) or self.mind.status is Status.RUNNING
