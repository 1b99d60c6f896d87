import type { Role } from '../../server/contract/member.ts'
import { hashPassword } from '../../server/identity/passwords.ts'
import { call, type TestService } from './service.ts'
import { createPerson, type Person, PUBLIC_URL } from './tenants.ts'

export const PASSWORD = 'correct horse'

let hashed: Promise<string> | undefined

/** A member who can sign in with `PASSWORD`, by default of the service's own organization. */
export async function createMember(
  { store, tenant }: TestService,
  role: Role = 'editor',
  { id: organization_id }: { id: string } = tenant,
): Promise<Person> {
  const membership = { organization_id, role }
  return createPerson(store, membership, { password_hash: await passwordHash() })
}

/** Of the least cost, which is also that of each sign-in. */
function passwordHash(): Promise<string> {
  hashed ??= hashPassword(PASSWORD, { logCost: 4 })
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
