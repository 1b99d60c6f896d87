import { useEffect, useRef } from 'preact/hooks'
import type { Quotation } from '../../server/contract/conversation.ts'
import { markQuotes, unmark } from '../../widget/extras/mark-quotes.ts'
import { passageLink } from '../../widget/links.ts'
import { AnswerText } from './AnswerText.tsx'

const NONE: Quotation[] = []

const linkOf = (url: string) => passageLink(url, null)

/** The Markdown of a passage, with its quotations marked as in the widget's card. */
export function QuotedText({
  text,
  quotes = NONE,
}: {
  text: string
  quotes?: readonly Quotation[] | undefined
}) {
  const passage = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!passage.current) return
    const places = markQuotes(passage.current, quotes)
    return () => unmark(places)
  }, [text, quotes])
  return (
    <div ref={passage}>
      <AnswerText text={text} linkOf={linkOf} />
    </div>
  )
}
