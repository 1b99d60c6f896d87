import { expect, test } from 'vitest'
import { createVault, createVaultWith } from '../../server/identity/vault.ts'

test('a text is opened under the same key and in the same context alone', () => {
  const vault = createVaultWith('one')
  const sealed = vault.seal('secret', 'source 1')
  const damaged = {
    ...sealed,
    box: sealed.box.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
  }

  expect(vault.open(sealed, 'source 1')).toBe('secret')
  expect(vault.open(sealed, 'source 2')).toBeNull()
  expect(vault.open(damaged, 'source 1')).toBeNull()
  expect(vault.open({ ...sealed, box: '' }, 'source 1')).toBeNull()
  expect(createVaultWith('two').open(sealed, 'source 1')).toBeNull()
  expect(sealed.box).not.toBe(vault.seal('secret', 'source 1').box)
})

test('a key is made with the first text, and known to vaults of the same place from then on', () => {
  let stored: string | null = null
  const place = {
    read: () => stored,
    make: () => {
      stored = 'made'
      return stored
    },
  }
  const reader = createVault(place)
  const writer = createVault(place)
  expect(reader.hasKeyOf({ key_id: '' })).toBe(false)
  expect(stored).toBeNull()

  const sealed = writer.seal('secret', 'a')

  expect(stored).toBe('made')
  expect(reader.open(sealed, 'a')).toBe('secret')
})
