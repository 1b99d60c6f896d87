import { basename } from 'node:path'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../server/open-store.ts'
import { migrate } from '../../server/storage/drivers/postgres/migrate.ts'
import { openPool } from '../../server/storage/drivers/postgres/pool.ts'
import { refusalOf } from '../../server/storage/drivers/postgres/refusals.ts'
import { dropPostgresDatabase, postgresDatabase } from '../support/postgres/database.ts'
import { temporaryFolder } from './backends.ts'

/** The address of a new database, after these statements. */
async function databaseWith(...statements: string[]): Promise<URL> {
  const name = basename(await temporaryFolder())
  onTestFinished(() => dropPostgresDatabase(name))
  const url = await postgresDatabase(name)
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
  return new URL(url)
}

/** What an operator is told who starts the service at an address. */
async function toldAt(address: URL): Promise<string> {
  const opening = openStore({ data_dir: await temporaryFolder(), database_url: address.href })
  const error = await opening.then(
    (store) => store.close().then(() => new Error('It was opened.')),
    (error: Error) => error,
  )
  return error.message.replace(`${address.host}${address.pathname}`, 'HOST/DATABASE')
}

const cannotBeUsed = (reason: string) =>
  `SVC_DATABASE_URL: the database HOST/DATABASE cannot be used (${reason}).`

describe('a database that cannot be used is refused in one sentence', () => {
  test('that is missing', async () => {
    const address = await databaseWith()
    address.pathname += '-elsewhere'

    expect(await toldAt(address)).toBe(
      cannotBeUsed(`database "${address.pathname.slice(1)}" does not exist`),
    )
  })

  test('in which the user may make no tables', async () => {
    const role = `role_${Date.now()}`
    const address = await databaseWith(
      'DROP TABLE schema_version',
      'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
      `CREATE ROLE ${role} LOGIN`,
    )
    onTestFinished(async () => void (await databaseWith(`DROP ROLE ${role}`)))
    address.username = role

    expect(await toldAt(address)).toBe(
      cannotBeUsed(
        'permission denied for schema public; make the user of the address the owner of the database',
      ),
    )
  })

  test('whose server has no TLS', async () => {
    const address = await databaseWith()
    for (const mode of ['require', 'verify-full']) {
      address.searchParams.set('sslmode', mode)

      expect(await toldAt(address)).toBe(
        cannotBeUsed('The server does not support SSL connections'),
      )
    }
  })

  test('of a schema that is two ahead (docs/behaviour.md#several-processes)', async () => {
    const address = await databaseWith('UPDATE schema_version SET version = version + 2')

    expect(await toldAt(address)).toMatch(
      /^SVC_DATABASE_URL: .*was migrated by a newer version of this program \(schema \d+, known here: \d+\): start that version\)\.$/,
    )
  })

  test.each([
    [
      { number: 130_023, name: '13.23', encoding: 'UTF8' },
      'it is of PostgreSQL 13.23; the service needs PostgreSQL 15 or newer',
    ],
    [
      { number: 150_018, name: '15.18', encoding: 'SQL_ASCII' },
      'its encoding is SQL_ASCII; the service needs UTF8',
    ],
  ])('of a server with %j', async (server, told) => {
    const db = openPool((await databaseWith()).href, { connections: 1 })
    onTestFinished(() => db.close())

    const migrated = migrate({ ...db, query: async () => ({ rows: [server], count: 1 }) })

    await expect(migrated).rejects.toThrow(told)
  })
})

test.each([
  [
    'password authentication failed for user "svc"',
    'password authentication failed for user "svc"',
  ],
  [
    'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
    'the server asks for a password, and the address has none',
  ],
  [
    'no pg_hba.conf entry for host "10.0.0.9", user "svc", database "svc", no encryption',
    'no pg_hba.conf entry for host "10.0.0.9", user "svc", database "svc", no encryption; add sslmode=verify-full to the address',
  ],
  [
    'self-signed certificate; if the root CA is installed locally, try running Node.js with --use-system-ca',
    'self-signed certificate; name the certificate of its authority with sslrootcert in the address',
  ],
])('of a server that says %j, an operator is told what helps', (said, told) => {
  expect(refusalOf(new Error(said))).toBe(told)
})

test('a pool of one connection serves many steps at once', async () => {
  const { href } = await databaseWith()
  const data_dir = await temporaryFolder()
  const store = await openStore({ data_dir, database_url: href, database_pool: 1 })
  onTestFinished(() => store.close())
  const slugs = Array.from({ length: 20 }, (_, at) => `org-${String(at).padStart(2, '0')}`)

  await Promise.all(
    slugs.map((slug, at) =>
      store.organizations.create({
        id: `00000000-0000-7000-8000-0000000000${String(at).padStart(2, '0')}`,
        slug,
        name: slug,
        status: 'active',
        support_access: false,
        created_at: '2026-01-01T00:00:00.000Z',
      }),
    ),
  )

  expect((await store.organizations.list()).map(({ slug }) => slug).toSorted()).toEqual(slugs)
})
