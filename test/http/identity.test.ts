import { expect, test } from 'vitest'
import { hashPassword, newPassword, verifyPassword } from '../../server/identity/passwords.ts'
import { keyPermissionsOf, permissionsOf } from '../../server/identity/permissions.ts'
import {
  createApiKeySecret,
  createVisitorToken,
  createWidgetKey,
  hashSecret,
  secretPrefix,
} from '../../server/identity/secrets.ts'

test('secrets have their prefix and 43 random characters (docs/behaviour.md#authentication)', () => {
  expect(createApiKeySecret()).toMatch(/^svc_sk_[A-Za-z0-9_-]{43}$/)
  expect(createWidgetKey()).toMatch(/^svc_wk_[A-Za-z0-9_-]{43}$/)
  expect(createVisitorToken()).toMatch(/^svc_vt_[A-Za-z0-9_-]{43}$/)
  expect(createApiKeySecret()).not.toBe(createApiKeySecret())
})

test('a secret is stored as its SHA-256 and shown by its first 12 characters', () => {
  expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(secretPrefix('svc_sk_abcdefgh')).toBe('svc_sk_abcde')
})

test('a password is verified by its hash, and every hash has its own salt (docs/behaviour.md#passwords)', async () => {
  const password = newPassword()

  const [first, second] = await Promise.all([hashPassword(password), hashPassword(password)])

  expect(first).toMatch(/^\$scrypt\$ln=16,r=8,p=1\$/)
  expect(first).not.toBe(second)
  expect(await verifyPassword(password, first)).toBe(true)
  expect(await verifyPassword(`${password}x`, first)).toBe(false)
})

test('composed and decomposed letters are the same password', async () => {
  const stored = await hashPassword('Café-zehn!')

  expect(await verifyPassword('Cafe\u0301-zehn!', stored)).toBe(true)
})

test('no password matches an absent or damaged hash', async () => {
  expect(await verifyPassword('x', null)).toBe(false)
  expect(await verifyPassword('x', '$scrypt$ln=16,r=8,p=1$x$y')).toBe(false)
})

test('a key has the permissions of its role except managing keys (docs/behaviour.md#roles-and-permissions)', () => {
  expect([...keyPermissionsOf.owner].sort()).toEqual(
    [...permissionsOf.owner].filter((permission) => permission !== 'api_key.manage').sort(),
  )
  expect(keyPermissionsOf.member.has('knowledge.ingest')).toBe(false)
})
