import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { beta, type Provisioned, SECRET, startProvisioned } from './provisioned.ts'

let provisioned: Provisioned
beforeEach(async () => {
  provisioned = await startProvisioned()
})
afterEach(() => provisioned.service.stop())

describe('API keys of the file (docs/behaviour.md#provisioning)', () => {
  const withKeys = (...api_keys: object[]) => ({ ...beta, api_keys })
  const OTHER = `svc_sk_${'o'.repeat(40)}`

  test('give way to one with another secret, which may have another role', async () => {
    await provisioned.changes(withKeys({ name: 'ci', role: 'admin', secret: SECRET }))

    const changes = await provisioned.changes(
      withKeys({ name: 'ci', role: 'member', secret: OTHER }),
    )

    expect(changes).toEqual([
      { place: 'organizations[0].api_keys[0]', name: 'ci', kind: 'created', fields: [] },
    ])
    expect([await provisioned.statusWith(SECRET), await provisioned.statusWith(OTHER)]).toEqual([
      401, 200,
    ])
  })

  test('without a secret give way to one of another role', async () => {
    const first = await provisioned.apply({
      organizations: [withKeys({ name: 'ci', role: 'admin' })],
    })

    const second = await provisioned.apply({
      organizations: [withKeys({ name: 'ci', role: 'member' })],
    })

    const [old, made] = [first, second].map(({ made }) => made[0]?.secret ?? '')
    expect([await provisioned.statusWith(old!), await provisioned.statusWith(made!)]).toEqual([
      401, 200,
    ])
  })

  test('stay revoked', async () => {
    await provisioned.changes(beta)
    const { id } = (await provisioned.service.store.organizations.findBySlug('beta'))!
    const [key] = await provisioned.service.store.apiKeys.list(id)
    await provisioned.service.store.apiKeys.revoke(id, key!.id, new Date().toISOString())

    const changes = await provisioned.changes(beta)
    const unsaid = await provisioned.changes(withKeys({ name: 'ci', role: 'admin' }))

    expect([changes, unsaid]).toEqual([[], []])
    expect(await provisioned.statusWith(SECRET)).toBe(401)
  })

  test('are told by their prefix and have no end', async () => {
    await provisioned.changes(beta)

    const { id } = (await provisioned.service.store.organizations.findBySlug('beta'))!
    expect(await provisioned.service.store.apiKeys.list(id)).toMatchObject([
      { name: 'ci', prefix: SECRET.slice(0, 12), expires_at: null, revoked_at: null },
    ])
  })
})
