import { isFinished } from '../answer.ts'
import type { Chat } from '../chat.ts'
import type { Turn } from '../conversation.ts'
import { plainText } from '../plain-text.ts'
import { reactive } from '../reactive.ts'
import type { Strings } from '../strings.ts'
import { adviceOf, noticeOf } from './notice.ts'
import type { PanelProps } from './panel-props.ts'

/**
 * The panel's only live region: announces that an answer is awaited, then the finished answer,
 * once. The growing text stays outside, because a screen reader would read each increment.
 */
export const Announcer = reactive(({ chat, strings }: PanelProps) => (
  <div class="visually-hidden" role="status">
    {announcement(chat, strings)}
  </div>
))

function announcement({ pause, asked, welcome }: Chat, strings: Strings): string {
  if (pause.value) return strings.busy
  const turn = asked.value
  if (turn && isFinished(turn.answer.value)) return endOf(turn, strings)
  if (welcome.value === 'begunAnew') return strings.begunAnew
  return turn ? strings.waiting : ''
}

function endOf({ answer: { value: answer }, markdown }: Turn, strings: Strings): string {
  const { state, text, citations } = answer
  const said = [
    plainText(markdown.read(text, { growing: state !== 'answered' })).trim(),
    adviceOf(answer, strings),
    noticeOf(answer, strings),
    citations.length > 0 && `${strings.sources(citations.length)}.`,
  ]
  return said.filter(Boolean).join(' ')
}
