import { hashPassword } from '../../server/identity/passwords.ts'
import { call, type TestService } from './service.ts'
import { type Person, PUBLIC_URL } from './tenants.ts'

export const PASSWORD = 'correct horse'

let hashed: Promise<string> | undefined

/** Hashed once for each test file, because it is slow. */
export function passwordHash(): Promise<string> {
  hashed ??= hashPassword(PASSWORD)
  return hashed
}

interface ConsoleCall {
  person?: Person | undefined
  headers?: Record<string, string>
  json?: unknown
}

/** `consoleCall(service, 'POST /session', { json })`, as the console's own page sends it. */
export function consoleCall(
  { console: url }: TestService,
  route: string,
  { person, headers, json }: ConsoleCall = {},
): Promise<Response> {
  return call({ url }, route, {
    ...(person && { person }),
    headers: { origin: PUBLIC_URL, ...headers },
    json,
  })
}

export function signIn(service: TestService, email: string, password = PASSWORD) {
  return consoleCall(service, 'POST /session', { json: { email, password } })
}

/** The cookie that a response sets, as the next request sends it. */
export function cookieOf(response: Response): string {
  const [cookie = ''] = response.headers.getSetCookie().map((header) => header.split(';')[0])
  return cookie
}

/** Moves the service's clock forward. */
export function wait(service: TestService, milliseconds: number): void {
  service.clock.now = new Date(Date.parse(service.clock.now) + milliseconds).toISOString()
}

export const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE
