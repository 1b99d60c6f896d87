import type { ComponentChildren } from 'preact'
import { linkTarget } from '../links.ts'
import { reactive } from '../reactive.ts'
import type { AnswerContext } from './answer-context.ts'
import { outside } from './NewTab.tsx'

interface Props {
  url: string
  children: ComponentChildren
}

/** A link that may lead where it does; any other is only its label. */
export const Link = reactive(({ url, children }: Props, { citations, linkOf }: AnswerContext) => {
  const target = linkOf ? linkOf(url) : linkTarget(url, citations.value)
  if (!target) return children
  return (
    <a href={target} {...outside}>
      {children}
    </a>
  )
})
