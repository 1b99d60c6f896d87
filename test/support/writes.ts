import Database from 'better-sqlite3'
import { Client } from 'pg'

/** Looks at what others store. */
export interface Writes {
  /** Another number whenever something was stored. */
  count(): Promise<number>
  stop(): Promise<void>
}

/** Goes by SQLite's counter of changes by other connections. */
export function countWritesTo(file: string): Writes {
  const db = new Database(file, { readonly: true })
  return {
    count: async () => Number(db.pragma('data_version', { simple: true })),
    stop: async () => void db.close(),
  }
}

/**
 * Each row that is stored, changed or erased in any table leaves a row in one table more, but for
 * what consoles were told, which goes with other rows and is erased some minutes later.
 */
const RECORD_WRITES = `
  CREATE TABLE writes (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY);
  CREATE FUNCTION record_write() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO writes DEFAULT VALUES; RETURN NULL; END
  $$;
  DO $$
    DECLARE name text;
    BEGIN
      FOR name IN
        SELECT tablename
          FROM pg_tables
         WHERE schemaname = 'public' AND tablename NOT IN ('writes', 'changes')
      LOOP
        EXECUTE format('CREATE TRIGGER record_write AFTER INSERT OR UPDATE OR DELETE ON %I
                        FOR EACH ROW EXECUTE FUNCTION record_write()', name);
      END LOOP;
    END
  $$;
`

/** Looks at what is stored in the database of a test from now on. */
export async function countWritesAt(url: string): Promise<Writes> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(RECORD_WRITES)
  return {
    async count() {
      const { rows } = await client.query('SELECT max(n) AS count FROM writes')
      return Number(rows[0].count)
    },
    stop: () => client.end(),
  }
}
