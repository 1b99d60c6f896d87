import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cookieOf, signIn } from '../http/console.ts'
import { outcome } from '../http/service.ts'
import { PASSWORD, type Provisioned, startProvisioned } from './provisioned.ts'

let provisioned: Provisioned
beforeEach(async () => {
  provisioned = await startProvisioned()
})
afterEach(() => provisioned.service.stop())

describe('people of the file (docs/behaviour.md#provisioning)', () => {
  const person = { email: 'sam@beta.test', name: 'Sam', role: 'member' }
  const withUser = (slug: string, user: object) => ({ slug, name: slug, users: [user] })

  test('are one person in all organizations and in the staff, with one password', async () => {
    const declared = {
      organizations: [withUser('beta', person), withUser('gamma', { ...person, role: 'owner' })],
      staff: [{ email: person.email, name: person.name, password: PASSWORD }],
    }

    const { changes, made } = await provisioned.apply(declared)
    const again = await provisioned.apply(declared)

    expect(made).toEqual([])
    expect(changes.map(({ place, kind, fields }) => [place, kind, ...fields])).toEqual([
      ['organizations[0]', 'created'],
      ['organizations[0].users[0]', 'created'],
      ['organizations[1]', 'created'],
      ['organizations[1].users[0]', 'updated', 'password'],
      ['staff[0]', 'updated', 'staff', 'password'],
    ])
    expect(again).toEqual({ made: [], changes: [], weak: [], untaken: [], keptEmbeddings: [] })
    const { users } = provisioned.service.store
    const found = await users.findByEmail(person.email)
    expect(found).toMatchObject({ name: 'Sam', staff: true })
    expect(await users.memberships(found!.id)).toMatchObject([
      { organization: { slug: 'beta' }, role: 'member' },
      { organization: { slug: 'gamma' }, role: 'owner' },
    ])
    expect((await signIn(provisioned.service, person.email, PASSWORD)).status).toBe(200)
  })

  test('stay of the staff when the file names them as members only', async () => {
    await provisioned.apply({ staff: [{ email: person.email, name: 'Sam', password: PASSWORD }] })

    const { changes } = await provisioned.apply({ organizations: [withUser('beta', person)] })

    expect(changes).toEqual([
      expect.objectContaining({ place: 'organizations[0]', kind: 'created' }),
    ])
    expect(await provisioned.service.store.users.findByEmail(person.email)).toMatchObject({
      staff: true,
    })
  })

  test.each<[string, object]>([
    ['name', { name: 'Samuel' }],
    ['role', { role: 'editor' }],
    ['password', { password: 'a password that is another' }],
  ])('take the %s of the file, once', async (field, change) => {
    const there = { ...person, password: PASSWORD }
    await provisioned.apply({ organizations: [withUser('beta', there)] })
    const changed = withUser('beta', { ...there, ...change })

    const first = await provisioned.changes(changed)
    const second = await provisioned.changes(changed)

    expect(first).toEqual([
      { place: 'organizations[0].users[0]', name: null, kind: 'updated', fields: [field] },
    ])
    expect(second).toEqual([])
    const session = await signIn(
      provisioned.service,
      person.email,
      'password' in change ? 'a password that is another' : PASSWORD,
    )
    expect((await outcome(session)).body).toMatchObject({
      user: { name: 'name' in change ? 'Samuel' : 'Sam' },
      role: 'role' in change ? 'editor' : 'member',
    })
  })

  test('get a password where the file has none, which works and is told once', async () => {
    const declared = { organizations: [withUser('beta', person)] }

    const { made } = await provisioned.apply(declared)
    const again = await provisioned.apply(declared)

    expect(made).toMatchObject([{ organization: 'beta', what: 'password', of: person.email }])
    expect((await signIn(provisioned.service, person.email, made[0]?.secret)).status).toBe(200)
    expect(again).toEqual({ made: [], changes: [], weak: [], untaken: [], keptEmbeddings: [] })
  })

  test('are refused when they are new with a password that is easily guessed, else it is told', async () => {
    const weak = { ...person, password: '1q2w3e4r5t' }

    const refusal = await provisioned.refusal({ organizations: [withUser('beta', weak)] })
    await provisioned.apply({
      organizations: [withUser('beta', { ...person, password: PASSWORD })],
    })
    const applied = await provisioned.apply({ organizations: [withUser('beta', weak)] })

    const place = 'organizations[0].users[0]'
    const weakness = 'must not be one of the 10000 most common ones'
    expect(refusal).toBe(`${place} ("sam@beta.test"): password ${weakness}.`)
    expect(applied.weak).toEqual([{ place, weakness }])
    expect((await signIn(provisioned.service, person.email, weak.password)).status).toBe(200)
  })

  test('keep the password that they chose where the file has none', async () => {
    const named = withUser('beta', person)
    await provisioned.apply({
      organizations: [withUser('beta', { ...person, password: PASSWORD })],
    })

    const changes = await provisioned.changes(named)

    expect(changes).toEqual([])
    expect(cookieOf(await signIn(provisioned.service, person.email, PASSWORD))).not.toBe('')
  })
})
