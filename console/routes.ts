import type { ComponentType } from 'preact'

/** Loads a screen, which is the default export of its module and gets the id in its path. */
export type LoadScreen = () => Promise<{ default: ComponentType<{ id: string }> }>

/** Screens that need no session, by path; `claim` is also shown for a link that ends in a code. */
export const open: Partial<Record<string, LoadScreen>> = {
  claim: () => import('./screens/Claim.tsx'),
  invite: () => import('./screens/Invitation.tsx'),
  reset: () => import('./screens/Reset.tsx'),
  'reset/done': () => import('./screens/ResetDone.tsx'),
}

/** A screen for a signed-in person. */
interface Screen {
  /** Matches the path below the console's address; a group is the id of what is shown. */
  at: RegExp
  load: LoadScreen
}

const screens: Screen[] = [
  { at: /^(?:knowledge)?$/, load: () => import('./screens/Knowledge.tsx') },
  { at: /^knowledge\/([\w-]+)$/, load: () => import('./screens/Source.tsx') },
  { at: /^account$/, load: () => import('./screens/Account.tsx') },
]

/** The screen at a path, with the id in it; null where there is none. */
export function screenAt(path: string): { load: LoadScreen; id: string } | null {
  for (const { at, load } of screens) {
    const match = at.exec(path)
    if (match) return { load, id: match[1] ?? '' }
  }
  return null
}
