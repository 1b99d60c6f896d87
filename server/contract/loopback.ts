/**
 * Whether a URL's `hostname` is this machine's own: `localhost` and names below it, 127.0.0.0/8,
 * `[::1]`.
 */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}
