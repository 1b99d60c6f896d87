/** Directives that must allow the service, each with the order of its fallbacks. */
const NEEDED = {
  'script-src': ['script-src-elem', 'script-src', 'default-src'],
  'connect-src': ['connect-src', 'default-src'],
}

/**
 * Returns the directives of a Content-Security-Policy header that block the service on a page of
 * the origin. The header may hold several policies, separated by commas; all of them must allow it.
 */
export function blockedBy(header: string, service: URL, origin: string): string[] {
  const policies = header.split(',').map(directivesOf)
  const lacks = ([, names]: [string, string[]]) =>
    policies.some((policy) => {
      const sources = names.map((name) => policy.get(name)).find(Boolean)
      if (!sources) return false
      return sources.includes(STRICT) || !sources.some((source) => allows(source, service, origin))
    })
  return Object.entries(NEEDED)
    .filter(lacks)
    .map(([directive]) => directive)
}

/** Parses a policy; of repeated directives the first counts. */
function directivesOf(policy: string): Map<string, string[]> {
  const directives = new Map<string, string[]>()
  for (const text of policy.split(';')) {
    const [name = '', ...sources] = text.trim().split(/\s+/)
    if (!directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources)
  }
  return directives
}

const SOURCE =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|[^/:*]+|\*\.[^/:*]+|\[[^\]]+\])(?::(\d+|\*))?(\/.*)?$/i

/** Makes browsers ignore host sources. A nonce or hash may still allow the tag; not known here. */
const STRICT = "'strict-dynamic'"

/** Whether a source expression allows everything that the service serves below `/svc/`. */
function allows(source: string, service: URL, origin: string): boolean {
  if (source === '*') return true
  if (source.toLowerCase() === "'self'") return service.origin === origin
  if (/^https?:$/i.test(source)) return allowsScheme(source.slice(0, -1), service)
  const [, scheme = '', host = '', port = '', path = '/'] = SOURCE.exec(source) ?? []
  if (scheme ? !allowsScheme(scheme, service) : origin.startsWith('https:') && !isSecure(service)) {
    return false
  }
  return allowsHost(host, service) && allowsPort(port, service) && isAbove(path)
}

function allowsScheme(scheme: string, service: URL): boolean {
  const wanted = `${scheme.toLowerCase()}:`
  return wanted === service.protocol || (wanted === 'http:' && isSecure(service))
}

function isSecure({ protocol }: URL): boolean {
  return protocol === 'https:'
}

function allowsHost(host: string, { hostname }: URL): boolean {
  const wanted = host.toLowerCase()
  if (wanted.startsWith('*')) return hostname.endsWith(wanted.slice(1))
  return wanted === hostname
}

function allowsPort(port: string, service: URL): boolean {
  const own = service.port || (isSecure(service) ? '443' : '80')
  if (port === '') return service.port === ''
  return port === '*' || port === own
}

/** A path that ends with a slash allows everything below it; any other only itself. */
function isAbove(path: string): boolean {
  return path.endsWith('/') && '/svc/'.startsWith(path)
}
