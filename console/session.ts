import { computed, effect } from '@preact/signals'
import type { Role } from '../server/contract/member.ts'
import type { Permission } from '../server/contract/operation.ts'
import type { Session } from '../server/contract/session.ts'
import { forgetAll, isUnauthenticated, read, refresh, send, write } from './cache.ts'
import { call } from './client.ts'
import { forgetDrafts } from './drafts.ts'
import { organizationNamed, place, replace } from './location.ts'

/** The signed-in person; null for nobody, undefined until it is known. */
export const session = computed<Session | null | undefined>(() => {
  const { value, failure } = read('getSession')
  return isUnauthenticated(failure.value) ? null : value.value
})

/** From the rules of the service, by the build. */
declare const PERMISSIONS: Record<Role | 'support', Permission[]>

const granted = computed<Permission[]>(() => {
  const { role, support_session } = session.value ?? {}
  if (role) return PERMISSIONS[role]
  return support_session ? PERMISSIONS.support : []
})

/** Whether the person may do this here (docs/behaviour.md#roles-and-permissions). */
export function may(permission: Permission): boolean {
  return granted.value.includes(permission)
}

/** The name of a draft of which an organization has one: the person may belong to several. */
export function ownDraft(name: string): string {
  return `${name}-${session.value?.organization?.id}`
}

/** The roles of an organization, highest first. */
export const roles = Object.keys(PERMISSIONS).filter((role): role is Role => role !== 'support')

/** Whether the person may give this role, and change or take it away: none above their own. */
export function mayGive(role: Role): boolean {
  const own = session.value?.role
  return !!own && may('member.manage') && roles.indexOf(own) <= roles.indexOf(role)
}

/** Shows the console to the person whose session has begun or changed. */
export function enter(begun: Session): void {
  forgetAll()
  write('getSession', begun)
}

/** Shows a session that has moved: the address names where it is now. */
function follow(moved: Session): void {
  enter(moved)
  const { path, query } = place.peek()
  replace(path, query)
}

/**
 * Has addresses name the organization of a person who belongs to several, so that each of them
 * opens in the organization that it was copied from (docs/behaviour.md#the-console).
 */
export function nameOrganization(): void {
  effect(() => {
    if (!session.value) return
    const { organization, organizations } = session.value
    organizationNamed.value = (organizations.length > 1 && organization?.slug) || ''
    const { path, query, fragment } = place.peek()
    if (organizationNamed.peek() && !query['org'] && !fragment) replace(path, query)
  })
}

/** Kept in the browser while somebody is signed in, so that a session that has ended is told. */
const SIGNED_IN = 'svc-console-signed-in'

/** Whether the session of this browser has ended by itself, or was ended elsewhere. */
export function hasEnded(): boolean {
  return localStorage.getItem(SIGNED_IN) !== null
}

export function rememberSession(): void {
  effect(() => {
    if (session.value) localStorage.setItem(SIGNED_IN, 'yes')
  })
}

/**
 * The tabs of a browser share one session: after one of them signs in or out, or switches the
 * organization, the others read it again.
 */
export function followTabs(): void {
  const tabs = new BroadcastChannel('svc-session')
  const who = () => session.value && `${session.value.user.id} ${session.value.organization?.id}`
  effect(() => {
    const own = who()
    if (own !== undefined) tabs.postMessage(own)
  })
  tabs.addEventListener('message', ({ data }) => {
    if (data !== who()) call('getSession').then(follow, () => refresh('getSession'))
  })
}

/** Switches to another organization of the person. Throws `Failure`. */
export async function switchOrganization(organization_id: string): Promise<void> {
  follow(await send('switchOrganization', { body: { organization_id } }))
}

/** Removes the demo, and leaves it where the person is in it. Throws `Failure`. */
export async function removeDemo(): Promise<void> {
  follow(await send('removeDemo'))
}

/** Ends the session and loads the page anew, so that nothing of it is left in memory. */
export async function leave(): Promise<void> {
  await send('signOut')
  localStorage.removeItem(SIGNED_IN)
  forgetDrafts()
  location.assign('/svc/console/')
}
