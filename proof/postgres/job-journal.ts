import type { Pool } from 'pg'

interface Step {
  job: string
  source_id: string
  was: string
  becomes: string
  /** Whether the attempt was given to another one, and not by its owner. */
  is_taken: boolean
  was_held: boolean
}

/**
 * Writes each change of a job's status down, by a trigger, which the product itself has none of.
 * Returns a function that tells what was wrong, a sentence each, and how many jobs were taken over.
 */
export async function keepJobJournal(pool: Pool) {
  await pool.query(`
    CREATE TABLE proof_job_steps (
      at timestamptz NOT NULL DEFAULT clock_timestamp(), job text, source_id text, was text,
      becomes text, is_taken boolean, was_held boolean);
    CREATE FUNCTION proof_write_job_step() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO proof_job_steps (job, source_id, was, becomes, is_taken, was_held)
        VALUES (NEW.id, NEW.source_id, OLD.status, NEW.status,
                OLD.status = 'running' AND NEW.status = 'queued' AND NEW.error_code IS NULL
                  OR NEW.error_code = 'interrupted',
                OLD.lease_until::timestamptz > clock_timestamp());
        RETURN NULL;
      END $$;
    CREATE TRIGGER proof_job_steps AFTER UPDATE OF status ON jobs FOR EACH ROW
      WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION proof_write_job_step();
  `)
  return async () => {
    const { rows } = await pool.query<Step>(`
      SELECT job, source_id, was, becomes, coalesce(is_taken, false) AS is_taken,
             coalesce(was_held, false) AS was_held
        FROM proof_job_steps
       ORDER BY at
    `)
    return { faults: faultsOf(rows), taken: rows.filter(({ is_taken }) => is_taken).length }
  }
}

function faultsOf(steps: Step[]): string[] {
  const faults: string[] = []
  /** The running job of each source. */
  const running = new Map<string, string>()
  for (const { job, source_id, was, becomes, is_taken, was_held } of steps) {
    if (is_taken && was_held) faults.push('a job was taken over while its lease lasted')
    if (was === 'running') running.delete(source_id)
    if (becomes !== 'running') continue
    if (running.has(source_id)) faults.push(`${job} began while another job of its source ran`)
    running.set(source_id, job)
  }
  return faults
}
