import type { Runner } from './database.ts'
import { sql } from './statement.ts'

interface Held {
  organization_id: string
  job_id: string
  owner: string
}

const held = sql<Held>(`
  SELECT 1
    FROM jobs
   WHERE organization_id = :organization_id AND id = :job_id AND status = 'running'
     AND owner = :owner
     FOR SHARE
`)

/**
 * In a step: whether the owner still runs a job, and so may write what its run makes, until the
 * step ends. What is written without a job always may.
 */
export async function mayWrite(
  on: Runner,
  { organization_id, job_id, owner }: Omit<Held, 'job_id'> & { job_id: string | undefined },
): Promise<boolean> {
  return (
    job_id === undefined || (await held.get(on, { organization_id, job_id, owner })) !== undefined
  )
}
