import type { Pool } from 'pg'
import { createSvc } from '../../test/process/svc.ts'
import { judge, type Table } from '../table.ts'
import { createPlace } from './place.ts'
import { smoke } from './smoke.ts'

/** What a later version may do to the schema while this one runs: it only adds. */
const MIGRATION = `
  ALTER TABLE conversations ADD COLUMN mood text COLLATE "C" NOT NULL DEFAULT 'calm';
  ALTER TABLE messages ADD COLUMN weight integer;
  CREATE TABLE moods (
    organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    name text COLLATE "C" NOT NULL,
    PRIMARY KEY (organization_id, name)
  );
`

/**
 * Promises that processes can be replaced by those of the next version one after another
 * (docs/behaviour.md#several-processes).
 */
export async function proveRolling(): Promise<Table> {
  await using place = await createPlace()
  await using running = await createSvc()
  await using started = await createSvc()
  const { environment, pool } = place
  const serving = await running.serve(environment)
  const before = await smoke(serving)
  await pool.query(MIGRATION)
  await advance(pool)
  const during = await smoke(serving)
  const beside = await smoke(await started.serve(environment))
  await started[Symbol.asyncDispose]()
  await advance(pool)
  await using refused = await createSvc()
  const { code, output } = await refused.run(['serve'], environment)
  const isTold = /migrated by a newer version.*start that version/.test(output)
  return {
    title: 'postgres rolling: the schema of the next version, and of the one after it',
    findings: [
      judge('it works on its own schema', before),
      judge('it goes on when the schema is one ahead', during),
      judge('it starts on a schema that is one ahead', beside),
      judge(
        'it refuses to start on a schema that is two ahead',
        code === 2 && isTold ? [] : [`exit code ${code}: ${output.slice(-300)}`],
      ),
      judge('what runs goes on then too', await smoke(serving)),
    ],
  }
}

async function advance(pool: Pool): Promise<void> {
  await pool.query('UPDATE schema_version SET version = version + 1')
}
