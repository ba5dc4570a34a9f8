"""What is raised in a coroutine that is being left (rule W4)."""


class Cancelled(BaseException):
    """Raised at an await because what the coroutine belongs to is being left. Let it pass; clean up in `finally`."""
