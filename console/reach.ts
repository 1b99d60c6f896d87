/** Why pages of a website cannot load the script of a tag. */
export type Obstacle = 'local' | 'elsewhere' | 'insecure'

/**
 * Obstacle between visitors of these websites and a tag's script; null: none that can be told from
 * the addresses. `local`: the script is on this computer alone. `elsewhere`: the service is reached
 * under another address than the script's, at which the reader has just opened it. `insecure`: a
 * page with https loads no script over http.
 */
export function obstacleOf(script: URL, origins: string[], page: URL): Obstacle | null {
  const websites = origins.flatMap((origin) => URL.parse(origin) ?? [])
  const isPublic = websites.some(({ hostname }) => !isLoopback(hostname))
  if (isLoopback(script.hostname)) {
    if (!isLoopback(page.hostname)) return 'elsewhere'
    return isPublic ? 'local' : null
  }
  const isInsecure = script.protocol === 'http:' && websites.some(isEncrypted)
  return isInsecure ? 'insecure' : null
}

function isEncrypted({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' && !isLoopback(hostname)
}

/** Names of this machine itself, as the service knows them. */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}
