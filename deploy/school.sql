-- Who may read and write what in a school's database. prepare.py runs it after the tables are there; again does no harm.
--
-- Every pupil and every teacher is a role of their own that logs in with a password of its own. Its name is made up, as
-- everybody can list roles; school_role, which only the functions below can read, says whose it is. The policies ask for
-- session_user. Only the server sets that, from the password it has checked; SET ROLE does not change it, and
-- SET SESSION AUTHORIZATION to another is for superusers.

-- Rather give up than make everybody wait behind us for somebody who holds a table.
SET lock_timeout = '10s';

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

-- One role could take all the locks that the server has room for.
DO $$
DECLARE each regprocedure;
BEGIN
    FOR each IN SELECT oid FROM pg_catalog.pg_proc WHERE proname LIKE 'pg\_%advisory%' LOOP
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', each);
    END LOOP;
END $$;

CREATE TABLE IF NOT EXISTS school_role (role name PRIMARY KEY, learner text NOT NULL UNIQUE);

-- The nickname whose rows belong to whoever has logged in; null for roles that the hub did not make.
CREATE OR REPLACE FUNCTION school_me() RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    RETURN (SELECT learner FROM public.school_role WHERE role = session_user);

-- Answers are added and never changed. Nobody has UPDATE or DELETE: whoever has may lock the whole table. Nor INSERT for
-- nicknames, for these are numbered, and numbers run out.
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM tienlen_pupil, tienlen_teacher;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM tienlen_pupil, tienlen_teacher;
GRANT SELECT ON learner, attempt, alembic_version TO tienlen_pupil, tienlen_teacher;
GRANT INSERT ON attempt TO tienlen_pupil, tienlen_teacher;

ALTER TABLE learner ENABLE ROW LEVEL SECURITY;
ALTER TABLE attempt ENABLE ROW LEVEL SECURITY;
ALTER TABLE alembic_version ENABLE ROW LEVEL SECURITY;

DROP POLICY IF EXISTS own ON learner;
CREATE POLICY own ON learner FOR SELECT TO tienlen_pupil, tienlen_teacher USING (name = (SELECT school_me()));
DROP POLICY IF EXISTS own ON attempt;
CREATE POLICY own ON attempt TO tienlen_pupil, tienlen_teacher
    USING (learner_id = (SELECT id FROM learner WHERE name = (SELECT school_me())))
    WITH CHECK (learner_id = (SELECT id FROM learner WHERE name = (SELECT school_me())));

-- A teacher reads everybody's answers; none can be added in another's name.
DROP POLICY IF EXISTS teacher_reads ON learner;
CREATE POLICY teacher_reads ON learner FOR SELECT TO tienlen_teacher USING (true);
DROP POLICY IF EXISTS teacher_reads ON attempt;
CREATE POLICY teacher_reads ON attempt FOR SELECT TO tienlen_teacher USING (true);

-- The store reads the tables' version.
DROP POLICY IF EXISTS everybody_reads ON alembic_version;
CREATE POLICY everybody_reads ON alembic_version FOR SELECT TO tienlen_pupil, tienlen_teacher USING (true);

-- For privacy's sake answers are deleted, by whom they belong to or a teacher; how many. The store calls it if it is there.
CREATE OR REPLACE FUNCTION school_forget(who text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    removed bigint;
BEGIN
    IF who IS DISTINCT FROM public.school_me() AND NOT pg_has_role(session_user, 'tienlen_teacher', 'MEMBER') THEN
        RAISE EXCEPTION 'permission denied: these are the answers of somebody else';
    END IF;
    DELETE FROM public.attempt WHERE learner_id = (SELECT id FROM public.learner WHERE name = who);
    GET DIAGNOSTICS removed = ROW_COUNT;
    RETURN removed;
END $$;
REVOKE ALL ON FUNCTION school_forget(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION school_forget(text) TO tienlen_pupil, tienlen_teacher;

-- When somebody has left the school: every trace of them. For the database's administrator.
CREATE OR REPLACE FUNCTION school_leave(who text) RETURNS void
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    gone name;
BEGIN
    DELETE FROM public.learner WHERE name = who;
    DELETE FROM public.school_role WHERE learner = who RETURNING role INTO gone;
    IF gone IS NOT NULL THEN
        EXECUTE format('DROP ROLE %I', gone);
    END IF;
END $$;
REVOKE ALL ON FUNCTION school_leave(text) FROM PUBLIC;

-- All that the hub may do: make a role for somebody who has just logged in, or give it a new password; the role's name.
DROP FUNCTION IF EXISTS school_admit(text, text, boolean);
CREATE FUNCTION school_admit(who text, password text, teacher boolean) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    its name := (SELECT role FROM public.school_role WHERE learner = who);
BEGIN
    IF who = '' OR length(who) > 64 OR who <> normalize(who) OR who <> btrim(who) OR who ~ '[[:cntrl:]]' THEN
        RAISE EXCEPTION '% cannot be a nickname in the database: at most 64 letters, no blanks round it', quote_literal(who);
    END IF;
    IF length(password) < 20 THEN
        RAISE EXCEPTION 'the password is too short';
    END IF;
    INSERT INTO public.learner (name) SELECT who WHERE NOT EXISTS (SELECT FROM public.learner WHERE name = who);
    IF its IS NULL THEN
        its := 'u_' || replace(gen_random_uuid()::text, '-', '');
        EXECUTE format('CREATE ROLE %I CONNECTION LIMIT 20', its);
        INSERT INTO public.school_role VALUES (its, who);
    END IF;
    EXECUTE format('ALTER ROLE %I LOGIN PASSWORD %L', its, password);
    EXECUTE format('GRANT %I TO %I', CASE WHEN teacher THEN 'tienlen_teacher' ELSE 'tienlen_pupil' END, its);
    EXECUTE format('REVOKE %I FROM %I', CASE WHEN teacher THEN 'tienlen_pupil' ELSE 'tienlen_teacher' END, its);
    RETURN its;
END $$;
REVOKE ALL ON FUNCTION school_admit(text, text, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION school_admit(text, text, boolean) TO tienlen_hub;
