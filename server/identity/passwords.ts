import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** scrypt is memory-hard: 64 MiB and about 0.2 s a password (docs/behaviour.md#passwords). */
const LOG_COST = 16
const BLOCK_SIZE = 8
const PARALLELIZATION = 1
const SALT_BYTES = 16
const HASH_BYTES = 32

const STORED =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{16,64})\$([A-Za-z0-9+/]{43})$/

/** `$scrypt$ln=16,r=8,p=1$salt$hash`, with its parameters, so that they can be raised later. */
export async function hashPassword(password: string, { logCost = LOG_COST } = {}): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const cost = { logCost, blockSize: BLOCK_SIZE, parallelization: PARALLELIZATION }
  const hash = await derive(password, salt, cost)
  return `$scrypt$ln=${logCost},r=${BLOCK_SIZE},p=${PARALLELIZATION}$${unpadded(salt)}$${unpadded(hash)}`
}

/** A temporary password for a person to change: 96 random bits in 16 characters. */
export function newPassword(): string {
  return randomBytes(12).toString('base64url')
}

/**
 * Whether the password is the one that was hashed. `null` (no account, or no password set) takes
 * the same time and is false, so that timing does not reveal who has an account.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const match = STORED.exec(stored ?? '')
  if (!match) {
    await hashPassword(password)
    return false
  }
  const [, logCost, blockSize, parallelization, salt = '', hash = ''] = match
  const expected = Buffer.from(hash, 'base64')
  const actual = await derive(password, Buffer.from(salt, 'base64'), {
    logCost: Number(logCost),
    blockSize: Number(blockSize),
    parallelization: Number(parallelization),
  })
  return timingSafeEqual(actual, expected)
}

interface Cost {
  logCost: number
  blockSize: number
  parallelization: number
}

function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  const N = 2 ** cost.logCost
  const options: ScryptOptions = {
    N,
    r: cost.blockSize,
    p: cost.parallelization,
    maxmem: 256 * N * cost.blockSize,
  }
  return new Promise((resolve, reject) => {
    // NFC: the same password typed on another keyboard must be the same bytes.
    scrypt(password.normalize('NFC'), salt, HASH_BYTES, options, (error, hash) =>
      error ? reject(error) : resolve(hash),
    )
  })
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
