import { isFinished } from '../answer.ts'
import type { Chat } from '../chat.ts'
import { plainText } from '../plain-text.ts'
import { reactive } from '../reactive.ts'
import type { Strings } from '../strings.ts'
import { noticeOf } from './Notice.tsx'
import type { PanelProps } from './Panel.tsx'

/**
 * The panel's only live region: it says that the question was taken, and then the finished answer,
 * once. The growing text stays outside, because a screen reader would read each increment.
 */
export const Announcer = reactive(({ chat, strings }: PanelProps) => (
  <div class="visually-hidden" role="status">
    {chat.waitSeconds.value > 0 ? strings.busy : spoken(chat, strings)}
  </div>
))

function spoken({ asked, welcome }: Chat, strings: Strings): string {
  const turn = asked.value
  const answer = turn?.answer.value
  const isAnew = welcome.value === 'begunAnew'
  if (isAnew && !(answer && isFinished(answer))) return strings.begunAnew
  if (!turn || !answer) return ''
  if (!isFinished(answer)) return strings.waiting
  const { state, text, citations } = answer
  const said = [
    state === 'abstained' && `${strings.abstained}.`,
    plainText(turn.markdown.read(text, { growing: state !== 'answered' })).trim(),
    noticeOf(answer, strings),
    citations.length > 0 && `${strings.sources(citations.length)}.`,
  ]
  return said.filter(Boolean).join(' ')
}
