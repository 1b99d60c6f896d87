import { expect, test } from 'vitest'
import { Provisioning } from '../../server/provisioning/file.ts'
import { beta, PASSWORD } from './provisioned.ts'

const user = { email: 'bea@beta.test', name: 'Bea', role: 'owner' }
const upload = { name: 'files', type: 'upload' }
const [website] = beta.widget_deployments

/** The places of the file that are refused, each with the reason. */
function refused(file: object): string[] {
  const { error } = Provisioning.safeParse(file)
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`)
}

test('a whole file is taken (docs/behaviour.md#provisioning)', () => {
  expect(refused({ organizations: [beta, { slug: 'gamma', name: 'Gamma' }] })).toEqual([])
  expect(refused({})).toEqual([])
})

const TWICE = 'must not appear twice'
test.each<[string, object]>([
  [`slug ${TWICE}`, { slug: 'beta' }],
  [`users.1.email ${TWICE}`, { users: [user, user] }],
  [
    `api_keys.2.name ${TWICE}`,
    { api_keys: ['a', 'b', 'a'].map((name) => ({ name, role: 'admin' })) },
  ],
  [`collections.1.name ${TWICE}`, { collections: [{ name: 'A' }, { name: 'A' }] }],
  [
    `collections.0.sources.1.name ${TWICE}`,
    { collections: [{ name: 'A', sources: [upload, upload] }] },
  ],
  [`assistants.1.name ${TWICE}`, { assistants: [{ name: 'A' }, { name: 'A' }] }],
  [
    `widget_deployments.1.name ${TWICE}`,
    {
      assistants: beta.assistants,
      collections: beta.collections,
      widget_deployments: [website, website],
    },
  ],
  [
    'assistants.0.collections.1 must name a collection that the file declares in the same organization; "B" is none',
    { collections: [{ name: 'A' }], assistants: [{ name: 'A', collections: ['A', 'B'] }] },
  ],
  [
    'assistants.0.collections must not name a collection twice',
    { collections: [{ name: 'A' }], assistants: [{ name: 'A', collections: ['A', 'A'] }] },
  ],
  [
    'widget_deployments.0.assistant must name an assistant that the file declares in the same organization; "Helper" is none',
    { widget_deployments: [website] },
  ],
  ['slug must be 1 to 64 characters from a-z 0-9 and -', { slug: 'b'.repeat(65) }],
  [
    'api_keys.0.secret must be svc_sk_ and at least 32 characters from A-Z a-z 0-9 _ -',
    { api_keys: [{ name: 'a', role: 'admin', secret: `svc_sk_${'a'.repeat(31)}` }] },
  ],
])('%s (docs/behaviour.md#provisioning)', (refusal, organization) => {
  const gamma = { slug: 'gamma', name: 'Gamma', ...organization }
  const file = { organizations: [{ slug: 'beta', name: 'Beta' }, gamma] }

  expect(refused(file)).toEqual([`organizations.1.${refusal}`])
})

test.each<[string, object, string[]]>([
  ['the same name', { name: 'Bea' }, []],
  [
    'another name',
    { name: 'Beate' },
    ['staff.0.name must be the same wherever the person is declared'],
  ],
  ['the same password', { name: 'Bea', password: PASSWORD }, []],
  [
    'another password',
    { name: 'Bea', password: `${PASSWORD}!` },
    ['staff.0.password must be the same wherever the person is declared'],
  ],
])('a person is declared twice with %s', (_, more, expected) => {
  const users = [{ ...user, password: PASSWORD }]
  const staff = [{ email: user.email, ...more }]

  expect(refused({ organizations: [{ slug: 'beta', name: 'Beta', users }], staff })).toEqual(
    expected,
  )
})
