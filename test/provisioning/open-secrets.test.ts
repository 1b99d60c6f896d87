import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hasOpenSecrets } from '../../server/provisioning/open-secrets.ts'

const SECRET = { api_keys: [{ secret: 'svc_sk_0' }] }

test.each([
  [SECRET, 0o644, 0o755, true],
  [{ sources: [{ credentials: { type: 'bearer', token: 'abc' } }] }, 0o604, 0o755, true],
  [{ users: [{ password: 'x${NAME}' }] }, 0o644, 0o711, true],
  [SECRET, 0o640, 0o755, false],
  [SECRET, 0o644, 0o750, false],
  [{ api_keys: [{ secret: '${SECRET}' }] }, 0o644, 0o755, false],
  [{ organizations: [{ name: 'secret' }] }, 0o644, 0o755, false],
])(
  '%j with mode %o in a folder of %o: %s (docs/behaviour.md#provisioning)',
  async (json, mode, folderMode, open) => {
    const folder = mkdtempSync(join(tmpdir(), 'provisioning-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'provision.json')
    writeFileSync(file, JSON.stringify(json))
    chmodSync(file, mode)
    chmodSync(folder, folderMode)

    expect(await hasOpenSecrets(file)).toBe(open)
  },
)
