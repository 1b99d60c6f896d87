import type { ComponentType } from 'preact'

/** Loads a screen, which is the default export of its module. */
export type LoadScreen = () => Promise<{ default: ComponentType }>

/** Screens that need no session, by path; `claim` is also shown for a link that ends in a code. */
export const open: Partial<Record<string, LoadScreen>> = {
  claim: () => import('./screens/Claim.tsx'),
  invite: () => import('./screens/Invitation.tsx'),
  reset: () => import('./screens/Reset.tsx'),
  'reset/done': () => import('./screens/ResetDone.tsx'),
}

/** A screen for a signed-in person. */
export interface Screen {
  /** Below the console's address; '' is the start. */
  path: string
  load: LoadScreen
}

const account: LoadScreen = () => import('./screens/Account.tsx')

export const screens: Screen[] = [
  { path: '', load: account },
  { path: 'account', load: account },
]
