import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

/** A text that only the holder of the key can read. */
export interface Sealed {
  /** Names the key without telling it. */
  key_id: string
  /** Nonce, tag and cipher text, in base64. */
  box: string
}

export interface Vault {
  /** `context` is authenticated, not stored: the text can be opened in that context alone. */
  seal(text: string, context: string): Sealed
  /** null: sealed under another key, in another context, or damaged. */
  open(sealed: Sealed, context: string): string | null
  /** Whether the key is the one that it was sealed under. */
  hasKeyOf(sealed: Pick<Sealed, 'key_id'>): boolean
  /** A signature of a text that only the holder of the key can make, in base64url. */
  sign(text: string, context: string): string
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts secrets at rest with AES-256-GCM. `read` gives the secret that the key is derived from,
 * null while there is none; `make` makes one with the first text that is sealed.
 */
export function createVault({ read, make }: { read(): string | null; make(): string }): Vault {
  let key: { id: string; bytes: Uint8Array } | null = null

  function keyFrom(secret: string | null) {
    if (secret === null) return null
    const bytes = new Uint8Array(hkdfSync('sha256', secret, '', 'credentials', 32))
    key = { id: hash('sha256', bytes, 'hex').slice(0, 16), bytes }
    return key
  }

  const knownKey = () => key ?? keyFrom(read())

  return {
    seal(text, context) {
      const { id, bytes } = knownKey() ?? keyFrom(make()) ?? never()
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, bytes, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const box = Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
      return { key_id: id, box }
    },

    open({ key_id, box }, context) {
      const current = knownKey()
      if (current?.id !== key_id) return null
      const bytes = Buffer.from(box, 'base64')
      try {
        const nonce = bytes.subarray(0, NONCE_BYTES)
        const decipher = createDecipheriv(CIPHER, current.bytes, nonce, {
          authTagLength: TAG_BYTES,
        })
          .setAAD(Buffer.from(context))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },

    sign(text, context) {
      const { bytes } = knownKey() ?? keyFrom(make()) ?? never()
      return createHmac('sha256', bytes).update(`${context}\n${text}`).digest('base64url')
    },

    hasKeyOf: ({ key_id }) => knownKey()?.id === key_id,
  }
}

/** A vault whose key is known. */
export function createVaultWith(secret: string): Vault {
  return createVault({ read: () => secret, make: () => secret })
}

function never(): never {
  throw new Error('A key was not made.')
}
