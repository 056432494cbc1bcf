"""Alembic's entry to the migrations: `tutor.progress.database.upgrade` hands in a connection, its transaction begun.

To change a table: change models.py, write the next file in versions/ by hand or with Alembic's autogenerate, and set
`HEAD` in models.py. A test compares the models with what the migrations make.
"""

from alembic import context

from tutor.progress.models import Base

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=Base.metadata,
    render_as_batch=True,  # SQLite can change a table only by copying it
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
