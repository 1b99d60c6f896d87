import { useMemo } from 'preact/hooks'
import type { Citation } from '../../server/contract/conversation.ts'
import { AnswerText as WidgetText } from '../../widget/components/AnswerText.tsx'
import type { LinkOf } from '../../widget/components/answer-context.ts'
import { createMarkdown } from '../../widget/markdown.tsx'
import { fill, texts } from '../strings.ts'
import '../styles/answer.css'

const NONE: Citation[] = []

/** The Markdown of an answer or passage as the widget shows it. */
export function AnswerText({
  text,
  citations = NONE,
  isGrowing = false,
  linkOf,
}: {
  text: string
  citations?: readonly Citation[]
  isGrowing?: boolean
  /** Of a passage. */
  linkOf?: LinkOf
}) {
  const { sources, untitled } = texts.value
  const markdown = useMemo(createMarkdown, [])
  const strings = useMemo(
    () => ({
      ...sources,
      locale: document.documentElement.lang || 'en',
      untitled,
      source: (n: number, title: string) => fill(sources.source, { n: `${n}`, title }),
    }),
    [sources],
  )
  const answer = { text, citations, state: isGrowing ? 'streaming' : 'answered' } as const
  return <WidgetText answer={answer} markdown={markdown} strings={strings} linkOf={linkOf} />
}
