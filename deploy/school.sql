-- Who may read and write what in a school's database. prepare.py runs it after the tables are there; again does no harm.
--
-- Every pupil and every teacher is a role of their own, `u_` and the name at the hub, that logs in with a password of
-- its own. The policies compare session_user with the nickname in the row. Only the server sets session_user, from the
-- password it has checked; SET ROLE does not change it, and SET SESSION AUTHORIZATION to another is for superusers.

DO $$
DECLARE role text;
BEGIN
    FOREACH role IN ARRAY ARRAY['tienlen_pupil', 'tienlen_teacher', 'tienlen_hub'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
            EXECUTE format('CREATE ROLE %I NOLOGIN', role);
        END IF;
    END LOOP;
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO tienlen_pupil, tienlen_teacher, tienlen_hub', current_database());
END $$;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
-- Large objects stand in no schema: everybody could fill the disk with them.
REVOKE EXECUTE ON FUNCTION lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO tienlen_pupil, tienlen_teacher, tienlen_hub;

-- The nickname whose rows belong to whoever has logged in; null for roles that the hub did not make.
CREATE OR REPLACE FUNCTION school_me() RETURNS text LANGUAGE sql STABLE
    RETURN substring(session_user::text FROM '^u_(.*)$');

-- Answers are added and, for privacy's sake, deleted, but never changed: nobody has UPDATE.
GRANT SELECT, DELETE ON learner, attempt TO tienlen_pupil, tienlen_teacher;
GRANT INSERT ON attempt TO tienlen_pupil, tienlen_teacher;
GRANT INSERT (name) ON learner TO tienlen_pupil, tienlen_teacher;
GRANT USAGE ON SEQUENCE learner_id_seq TO tienlen_pupil, tienlen_teacher;

ALTER TABLE learner ENABLE ROW LEVEL SECURITY;
ALTER TABLE attempt ENABLE ROW LEVEL SECURITY;
ALTER TABLE alembic_version ENABLE ROW LEVEL SECURITY;

DROP POLICY IF EXISTS own ON learner;
CREATE POLICY own ON learner TO tienlen_pupil, tienlen_teacher
    USING (name = school_me()) WITH CHECK (name = school_me());
DROP POLICY IF EXISTS own ON attempt;
CREATE POLICY own ON attempt TO tienlen_pupil, tienlen_teacher
    USING (learner_id = (SELECT id FROM learner WHERE name = school_me()))
    WITH CHECK (learner_id = (SELECT id FROM learner WHERE name = school_me()));

-- A teacher reads everybody's answers and deletes those of whoever has left; none can be added in another's name.
DROP POLICY IF EXISTS teacher_reads ON learner;
CREATE POLICY teacher_reads ON learner FOR SELECT TO tienlen_teacher USING (true);
DROP POLICY IF EXISTS teacher_deletes ON learner;
CREATE POLICY teacher_deletes ON learner FOR DELETE TO tienlen_teacher USING (true);
DROP POLICY IF EXISTS teacher_reads ON attempt;
CREATE POLICY teacher_reads ON attempt FOR SELECT TO tienlen_teacher USING (true);
DROP POLICY IF EXISTS teacher_deletes ON attempt;
CREATE POLICY teacher_deletes ON attempt FOR DELETE TO tienlen_teacher USING (true);

-- The store reads the tables' version and tries an UPDATE to see whether it can write: allowed, and it meets no row.
GRANT SELECT, UPDATE ON alembic_version TO tienlen_pupil, tienlen_teacher;
DROP POLICY IF EXISTS everybody_reads ON alembic_version;
CREATE POLICY everybody_reads ON alembic_version FOR SELECT TO tienlen_pupil, tienlen_teacher USING (true);

-- All that the hub may do: make the role of somebody who has just logged in, or give it a new password.
CREATE OR REPLACE FUNCTION school_admit(who text, password text, teacher boolean) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    role text := 'u_' || who;
BEGIN
    IF who = '' OR octet_length(role) > 63 OR who <> normalize(who) OR who <> btrim(who) OR who ~ '[[:cntrl:]]' THEN
        RAISE EXCEPTION '% cannot be a nickname in the database: at most 61 bytes, no blanks round it', quote_literal(who);
    END IF;
    IF length(password) < 20 THEN
        RAISE EXCEPTION 'the password is too short';
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
        EXECUTE format('CREATE ROLE %I CONNECTION LIMIT 20', role);
    END IF;
    EXECUTE format('ALTER ROLE %I LOGIN PASSWORD %L', role, password);
    EXECUTE format('GRANT %I TO %I', CASE WHEN teacher THEN 'tienlen_teacher' ELSE 'tienlen_pupil' END, role);
    EXECUTE format('REVOKE %I FROM %I', CASE WHEN teacher THEN 'tienlen_pupil' ELSE 'tienlen_teacher' END, role);
END $$;
REVOKE ALL ON FUNCTION school_admit(text, text, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION school_admit(text, text, boolean) TO tienlen_hub;
