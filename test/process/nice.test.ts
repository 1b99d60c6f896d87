import { join } from 'node:path'
import { expect, test } from 'vitest'
import { write } from '../ingestion/ingestion.ts'
import { createSvc } from './svc.ts'

/** Root may raise priorities, unless it is kept from it. */
const unprivileged = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-sys_nice'] : []

test.runIf(process.platform === 'linux')(
  'a program that was started at the lowest priority reads documents and serves',
  async () => {
    await using svc = await createSvc({ prefix: [...unprivileged, 'nice', '-n', '19'] })
    const folder = join(svc.dir, 'help')
    write(folder, { 'fees.md': '# Fees\n\nThe fee is ten francs a year.\n' })

    const read = await svc.run(['ingest', folder, '--into', 'Help'])
    const serving = await svc.serve({ SVC_DEMO: 'off' })

    expect(read).toMatchObject({ code: 0, output: expect.stringContaining('1 passages written') })
    expect((await fetch(`${serving.api}/ready`)).status).toBe(200)
  },
)
