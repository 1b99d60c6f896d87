import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const RUN = join(import.meta.dirname, '../../proof/run.ts')

function proof(...args: string[]): Promise<{ code: number; told: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [RUN, ...args], (error, _, told) =>
      resolve({ code: Number(error?.code ?? 0), told }),
    )
  })
}

test.each([
  [[], 'faults'],
  [['nothing'], 'faults'],
  [['faults', 'nothing'], 'disk, kill, parsers, questions, reading, sites, streams'],
  [
    ['postgres', 'nothing'],
    'suites, processes, broken-off, restart, rolling, pooler, balancers, same, speed',
  ],
  [['postgres', '--seconds', '0'], '--seconds must be a whole number from 1'],
  [['faults', '--kills', 'many'], '--kills must be a whole number'],
  [['faults', '--nothing'], '--nothing'],
  [['mutants', '--area', 'nothing'], 'formats, provisioning, retrieval'],
  [['mutants', '--seed', 'any'], '--seed must be a whole number'],
])(
  'a wrong call %j tries nothing, says what can be asked for and ends with 2',
  async (args, words) => {
    const { code, told } = await proof(...args)

    expect(code).toBe(2)
    expect(told).toContain(words)
  },
)
