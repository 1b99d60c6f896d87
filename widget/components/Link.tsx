import type { ComponentChildren } from 'preact'
import { linkTarget } from '../links.ts'
import { reactive } from '../reactive.ts'
import type { AnswerContext } from './answer-context.ts'
import { outside } from './NewTab.tsx'

interface Props {
  url: string
  children: ComponentChildren
}

/** A link to what is cited; any other link is only its label. */
export const Link = reactive(({ url, children }: Props, { citations }: AnswerContext) => {
  const target = linkTarget(url, citations.value)
  if (!target) return children
  return (
    <a href={target} {...outside}>
      {children}
    </a>
  )
})
