import { defineSvcChat as define } from './element.ts'

export type { SvcChatElement } from './element.ts'

/** Defines `<svc-chat>`, for pages that bundle their own scripts. */
export function defineSvcChat() {
  define(() => import('./panel.tsx'))
}
