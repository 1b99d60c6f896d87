import { isFinished } from '../answer.ts'
import type { Turn } from '../chat.ts'
import { plainText } from '../plain-text.ts'
import { reactive } from '../reactive.ts'
import type { Strings } from '../strings.ts'
import { noticeOf } from './Notice.tsx'
import type { PanelProps } from './Panel.tsx'

/**
 * The panel's only live region: it says that the question was taken, and then the finished answer,
 * once. The growing text stays outside, because a screen reader would read each increment.
 */
export const Announcer = reactive(({ chat: { waitSeconds, asked }, strings }: PanelProps) => (
  <div class="visually-hidden" role="status">
    {waitSeconds.value > 0 ? strings.busy : asked.value && spoken(asked.value, strings)}
  </div>
))

function spoken({ answer: { value: answer }, markdown }: Turn, strings: Strings): string {
  if (!isFinished(answer)) return strings.waiting
  const { state, text, citations } = answer
  const said = [
    state === 'abstained' && `${strings.abstained}.`,
    plainText(markdown.read(text, { growing: state !== 'answered' })).trim(),
    noticeOf(answer, strings),
    citations.length > 0 && `${strings.sources(citations.length)}.`,
  ]
  return said.filter(Boolean).join(' ')
}
