import type { ComponentType } from 'preact'
import type { Permission } from '../server/contract/operation.ts'
import type * as SignedIn from './screens/signed-in.ts'
import { may, session } from './session.ts'
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

/** Entries of the navigation, in their order. */
export const areas = [
  'overview',
  'conversations',
  'answers',
  'knowledge',
  'assistant',
  'website',
  'settings',
] as const
export type Area = (typeof areas)[number]

/** A screen for a signed-in person. */
export interface Screen {
  /** Below the console's address; `:id` stands for the id of what is shown. */
  path: string
  load: LoadScreen
  /** The entry of the navigation that it belongs to. */
  area?: Area
  /** The name among the views of the area; without one it is reached from another screen. */
  view?: keyof Messages['navigation']['views']
  /** Who may open it; without one, everybody. */
  needs?: Permission
  /** Whether it is offered to a person; every screen is that does not say otherwise. */
  isOffered?: () => boolean
}

/** Whether the console is built to be worked on, by the build. */
declare const DEVELOPMENT: boolean

/** A screen behind sign-in: all of them come with the first one that is shown. */
function signedIn(name: keyof typeof SignedIn): LoadScreen {
  return async () => ({ default: (await import('./screens/signed-in.ts'))[name] })
}

/** In the order of the navigation, and of the views of each area. */
export const screens: Screen[] = [
  {
    path: 'overview',
    area: 'overview',
    view: 'overview',
    needs: 'usage.read',
    load: signedIn('Overview'),
  },
  {
    path: 'setup',
    area: 'overview',
    needs: 'assistant.manage',
    load: signedIn('Setup'),
  },
  {
    path: 'conversations',
    area: 'conversations',
    view: 'all',
    needs: 'inbox.read',
    load: signedIn('Inbox'),
  },
  {
    path: 'conversations/unanswered',
    area: 'conversations',
    view: 'unanswered',
    needs: 'usage.read',
    load: signedIn('Gaps'),
  },
  {
    path: 'conversations/not-helpful',
    area: 'conversations',
    view: 'notHelpful',
    needs: 'inbox.read',
    load: signedIn('NotHelpful'),
  },
  {
    path: 'answers',
    area: 'answers',
    view: 'answers',
    needs: 'knowledge.read',
    load: signedIn('Answers'),
  },
  {
    path: 'answers/:id',
    area: 'answers',
    needs: 'knowledge.read',
    load: signedIn('Answer'),
  },
  {
    path: 'knowledge',
    area: 'knowledge',
    view: 'knowledge',
    needs: 'knowledge.read',
    load: signedIn('Knowledge'),
  },
  {
    path: 'knowledge/add',
    area: 'knowledge',
    needs: 'knowledge.manage',
    load: signedIn('AddSource'),
  },
  {
    path: 'knowledge/:id',
    area: 'knowledge',
    needs: 'knowledge.read',
    load: signedIn('Source'),
  },
  {
    path: 'knowledge/documents/:id',
    area: 'knowledge',
    needs: 'knowledge.read',
    load: signedIn('Document'),
  },
  {
    path: 'assistant',
    area: 'assistant',
    view: 'assistant',
    needs: 'assistant.manage',
    load: signedIn('Assistants'),
  },
  {
    path: 'assistant/try',
    area: 'assistant',
    view: 'try',
    needs: 'assistant.manage',
    load: signedIn('Try'),
  },
  {
    path: 'website',
    area: 'website',
    view: 'tag',
    needs: 'widget.read',
    load: signedIn('Websites'),
  },
  {
    path: 'website/look',
    area: 'website',
    view: 'look',
    needs: 'branding.read',
    load: signedIn('Look'),
  },
  {
    path: 'website/words',
    area: 'website',
    view: 'words',
    needs: 'widget.read',
    load: signedIn('Words'),
  },
  {
    path: 'website/access',
    area: 'website',
    view: 'access',
    needs: 'widget.read',
    load: signedIn('Access'),
  },
  {
    path: 'settings',
    area: 'settings',
    view: 'organization',
    needs: 'organization.manage',
    load: signedIn('Data'),
  },
  {
    path: 'settings/people',
    area: 'settings',
    view: 'people',
    needs: 'member.manage',
    load: signedIn('People'),
  },
  {
    path: 'settings/notifications',
    area: 'settings',
    view: 'notifications',
    needs: 'organization.manage',
    load: signedIn('Notifications'),
  },
  {
    path: 'settings/support',
    area: 'settings',
    view: 'support',
    needs: 'support_access.manage',
    isOffered: () => !session.value?.user.staff,
    load: signedIn('SupportAccess'),
  },
  {
    path: 'settings/audit',
    area: 'settings',
    view: 'audit',
    needs: 'audit.read',
    load: signedIn('Audit'),
  },
  {
    path: 'settings/health',
    area: 'settings',
    view: 'health',
    load: signedIn('Health'),
  },
  {
    path: 'settings/account',
    area: 'settings',
    view: 'account',
    load: signedIn('Account'),
  },
  { path: 'look-in', load: signedIn('StaffSupport') },
  ...(DEVELOPMENT ? [{ path: 'parts', load: () => import('./screens/Parts.tsx') }] : []),
]

/** Whether the signed-in person may open a screen. */
export function mayOpen({ needs }: Screen): boolean {
  return !needs || may(needs)
}

/** The views of an area that are offered to the signed-in person. */
export function viewsOf(area: Area): Screen[] {
  return screens.filter(
    (screen) =>
      screen.area === area && screen.view && mayOpen(screen) && screen.isOffered?.() !== false,
  )
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
