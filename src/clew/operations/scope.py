"""What somebody must be allowed to do before an operation is done for them."""

from enum import StrEnum

__all__ = ["Scope"]


class Scope(StrEnum):
    """What is allowed; none includes another."""

    READ = "read"
    WRITE = "write"
    FORGET = "forget"
    ADMIN = "admin"
