import type { ComponentType } from 'preact'
import type { Permission } from '../server/contract/operation.ts'
import type * as SignedIn from './screens/signed-in.ts'
import { may } from './session.ts'
import type { Messages } from './strings.ts'

/** Loads a screen, which is the default export of its module and gets the id in its path. */
export type LoadScreen = () => Promise<{ default: ComponentType<{ id: string }> }>

/** Screens that need no session, by path; `claim` is also shown for a link that ends in a code. */
export const open: Partial<Record<string, LoadScreen>> = {
  claim: () => import('./screens/Claim.tsx'),
  invite: () => import('./screens/Invitation.tsx'),
  reset: () => import('./screens/Reset.tsx'),
  'reset/done': () => import('./screens/ResetDone.tsx'),
}

/** Groups of the navigation, in their order; a screen without one stands above them. */
export const groups = ['answers', 'site', 'organization'] as const

/** A screen for a signed-in person. */
export interface Screen {
  /** Below the console's address; `:id` stands for the id of what is shown. */
  path: string
  load: LoadScreen
  /** Who may open it; without one, everybody. */
  needs?: Permission
  /** Its name in the navigation, and its group; without one it is reached from another screen. */
  name?: Exclude<keyof Messages['navigation'], 'label' | 'open' | 'groups'>
  group?: (typeof groups)[number]
}

/** Whether the console is built to be worked on, by the build. */
declare const DEVELOPMENT: boolean

/** A screen behind sign-in: all of them come with the first one that is shown. */
function signedIn(name: keyof typeof SignedIn): LoadScreen {
  return async () => ({ default: (await import('./screens/signed-in.ts'))[name] })
}

/** In the order of the navigation. */
export const screens: Screen[] = [
  {
    path: 'overview',
    name: 'overview',
    needs: 'usage.read',
    load: signedIn('Overview'),
  },
  {
    path: 'setup',
    needs: 'assistant.manage',
    load: signedIn('Setup'),
  },
  {
    path: 'knowledge',
    name: 'knowledge',
    needs: 'knowledge.read',
    load: signedIn('Knowledge'),
  },
  {
    path: 'knowledge/add',
    needs: 'knowledge.manage',
    load: signedIn('AddSource'),
  },
  {
    path: 'knowledge/:id',
    needs: 'knowledge.read',
    load: signedIn('Source'),
  },
  {
    path: 'knowledge/documents/:id',
    needs: 'knowledge.read',
    load: signedIn('Document'),
  },
  {
    path: 'inbox',
    name: 'inbox',
    group: 'answers',
    needs: 'inbox.read',
    load: signedIn('Inbox'),
  },
  {
    path: 'gaps',
    name: 'gaps',
    group: 'answers',
    needs: 'usage.read',
    load: signedIn('Gaps'),
  },
  {
    path: 'try',
    name: 'try',
    group: 'answers',
    needs: 'assistant.manage',
    load: signedIn('Try'),
  },
  {
    path: 'answers',
    name: 'answers',
    group: 'answers',
    needs: 'knowledge.read',
    load: signedIn('Answers'),
  },
  {
    path: 'answers/:id',
    needs: 'knowledge.read',
    load: signedIn('Answer'),
  },
  {
    path: 'assistant',
    name: 'assistant',
    group: 'answers',
    needs: 'assistant.manage',
    load: signedIn('Assistants'),
  },
  {
    path: 'website',
    name: 'website',
    group: 'site',
    needs: 'widget.read',
    load: signedIn('Websites'),
  },
  {
    path: 'website/:id',
    needs: 'widget.read',
    load: signedIn('Website'),
  },
  {
    path: 'look',
    name: 'look',
    group: 'site',
    needs: 'branding.read',
    load: signedIn('Look'),
  },
  {
    path: 'usage',
    name: 'usage',
    group: 'organization',
    needs: 'usage.read',
    load: signedIn('Usage'),
  },
  {
    path: 'people',
    name: 'people',
    group: 'organization',
    needs: 'member.manage',
    load: signedIn('People'),
  },
  {
    path: 'support',
    name: 'support',
    group: 'organization',
    needs: 'support_access.manage',
    load: signedIn('SupportAccess'),
  },
  {
    path: 'data',
    name: 'data',
    group: 'organization',
    needs: 'organization.manage',
    load: signedIn('Data'),
  },
  {
    path: 'notifications',
    name: 'notifications',
    group: 'organization',
    needs: 'organization.manage',
    load: signedIn('Notifications'),
  },
  {
    path: 'audit',
    name: 'audit',
    group: 'organization',
    needs: 'audit.read',
    load: signedIn('Audit'),
  },
  { path: 'look-in', load: signedIn('StaffSupport') },
  { path: 'account', load: signedIn('Account') },
  ...(DEVELOPMENT ? [{ path: 'parts', load: () => import('./screens/Parts.tsx') }] : []),
]

/** Whether the signed-in person may open a screen. */
export function mayOpen({ needs }: Screen): boolean {
  return !needs || may(needs)
}

/** The path that is shown: at the console's own address that of the person's first screen. */
export function shownPath(path: string): string {
  return path || (screens.find(mayOpen)?.path ?? '')
}

/** The screen at a path, with the id in it; null where there is none. */
export function screenAt(path: string): { screen: Screen; id: string } | null {
  for (const screen of screens) {
    const id = idIn(shownPath(path), screen.path)
    if (id !== null) return { screen, id }
  }
  return null
}

/** What stands for `:id` in a path; '' in one without it; null when the path is another. */
function idIn(path: string, pattern: string): string | null {
  const [start, end] = pattern.split(':id')
  if (end === undefined) return path === pattern ? '' : null
  const id = path.slice(start?.length, path.length - end.length)
  return path === `${start}${id}${end}` && /^[\w-]+$/.test(id) ? id : null
}
