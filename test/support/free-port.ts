import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * The system gives ports from 32,768 on to whoever listens on port 0, also between the choice of a
 * port here and the start of the program that is to listen on it. These are below, a thousand for
 * each process that runs tests, every other one because a demo listens on the next.
 */
const PORTS = 1000
const FIRST = 20_000 + PORTS * (Number(process.env['VITEST_POOL_ID'] ?? 0) % 12)
let tried = Math.floor(PORTS * Math.random())

/** A port that nothing listens on and that has not been given to this process before. */
export async function freePort(): Promise<number> {
  for (let left = PORTS / 2; left > 0; left -= 1) {
    tried += 2
    const port = FIRST + (tried % PORTS)
    if (await isFree(port)) return port
  }
  throw new Error(`No port from ${FIRST} to ${FIRST + PORTS - 1} is free.`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
