import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addressAt, SettingError } from './config.ts'

/** Listens on a port (0: any that is free). Throws `SettingError` when it cannot. */
export async function listen({
  host,
  port,
  settings,
  answer = () => {},
}: {
  host: string
  port: number
  /** The names of the settings, for the error message. */
  settings: { host: string; port: string }
  /** Attaches the request listeners before the port opens. */
  answer?: (server: Server) => void
}): Promise<Server> {
  // The app itself refuses a request without Host, so that its error has the API's shape.
  const server = createServer({ requireHostHeader: false })
  answer(server)
  const listening = Promise.withResolvers<void>()
  server.once('listening', listening.resolve)
  server.once('error', (error: NodeJS.ErrnoException) => {
    const why = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be opened (${error.code})`
    const wrong = OF_HOST.has(error.code ?? '') ? settings.host : settings.port
    listening.reject(new SettingError(`${wrong}: ${host} port ${port} ${why}.`))
  })
  server.listen(port, host)
  await listening.promise
  return server
}

/**
 * Throws `SettingError` when a host or port cannot be opened, so that a start is refused before
 * its work and not after it. It may still be taken meanwhile.
 */
export async function checkPort(place: Parameters<typeof listen>[0]): Promise<void> {
  await close(await listen(place))
}

/** Failures to listen that another port would not cure. */
const OF_HOST = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EAI_AGAIN', 'EINVAL', 'ENOTFOUND'])

/** `http://host:port`, with the port that the system chose. */
export function addressOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo
  return addressAt(address, port)
}

/** A port that is free at the moment. */
export async function freePort(host: string): Promise<number> {
  const server = await listen({ host, port: 0, settings: { host: 'SVC_HOST', port: 'SVC_PORT' } })
  const { port } = server.address() as AddressInfo
  await close(server)
  return port
}

/** Timeout for the last responses to be sent. */
const FLUSH_MS = 1000

/** Stops listening, lets responses be sent for up to a second, and closes all connections. */
export async function close(server: Server): Promise<void> {
  const closed = Promise.withResolvers<void>()
  server.close(() => closed.resolve())
  server.closeIdleConnections()
  const late = setTimeout(() => server.closeAllConnections(), FLUSH_MS)
  await closed.promise
  clearTimeout(late)
}
