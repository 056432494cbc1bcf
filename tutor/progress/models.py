"""The tables, the same for SQLite at home and PostgreSQL in a school. Change them only together with a new migration.

learner   id, name                                      one row a pseudonym
attempt   id, learner_id, puzzle, at, answer, right, seconds, hints, kind      one row an answer, never changed
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    Boolean,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    TypeDecorator,
    Uuid,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from .attempts import LONGEST

HEAD = "0001"
"""The migration that these tables are the result of (a test compares it with the migrations)."""


class UtcTime(TypeDecorator[datetime]):
    """A moment: aware UTC in Python everywhere, though SQLite keeps no zone and PostgreSQL gives the session's."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is not None and value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone")
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        found: datetime = value
        return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)


class Base(DeclarativeBase):
    # Names for every constraint, so that migrations can speak of them on both databases.
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class LearnerRow(Base):
    __tablename__ = "learner"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    name: Mapped[str] = mapped_column(String(LONGEST["learner"]), unique=True)


class AttemptRow(Base):
    __tablename__ = "attempt"
    __table_args__ = (Index("ix_attempt_learner_id_at", "learner_id", "at"),)

    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id", ondelete="CASCADE"))
    puzzle: Mapped[str] = mapped_column(String(LONGEST["puzzle"]))
    at: Mapped[datetime] = mapped_column(UtcTime)
    answer: Mapped[str] = mapped_column(String(LONGEST["answer"]))
    right: Mapped[bool] = mapped_column(Boolean)
    seconds: Mapped[float] = mapped_column(Float(53))
    hints: Mapped[int] = mapped_column(Integer)
    kind: Mapped[str] = mapped_column(String(16))
