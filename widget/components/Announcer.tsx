import { isFinished } from '../answer.ts'
import type { Chat, Turn } from '../chat.ts'
import { plainText } from '../markdown.ts'
import { reactive } from '../reactive.ts'
import type { Strings } from '../strings.ts'

/**
 * The panel's only live region: it says that the question was taken, and then the finished answer,
 * once. The growing text stays outside, because a screen reader would read each increment.
 */
export const Announcer = reactive(({ chat, strings }: { chat: Chat; strings: Strings }) => (
  <div class="visually-hidden" role="status">
    {wordsOf(chat, strings)}
  </div>
))

function wordsOf({ waitSeconds, asked }: Chat, strings: Strings): string {
  if (waitSeconds.value > 0) return strings.busy
  return asked.value ? spoken(asked.value, strings) : ''
}

function spoken({ answer: { value: answer }, markdown }: Turn, strings: Strings): string {
  if (!isFinished(answer)) return strings.waiting
  const text = plainText(markdown.read(answer.text, { growing: answer.state !== 'answered' }))
  switch (answer.state) {
    case 'answered':
      return strings.answered(text, answer.citations.length)
    case 'abstained':
      return `${strings.abstained}. ${text}`
    case 'interrupted':
      return `${text} ${strings.interrupted}`
    case 'failed':
      return strings.failure(answer.code)
  }
}
