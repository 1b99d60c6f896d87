import { signal } from '@preact/signals-core'
import type { Answer } from '../answer.ts'
import type { Turn } from '../chat.ts'
import { Reactive } from '../reactive.ts'
import type { AnswerContext, AnswerStrings } from './answer-context.ts'

interface Props {
  answer: Pick<Answer, 'text' | 'citations' | 'state'>
  markdown: Turn['markdown']
  strings: AnswerStrings
}

/** Text of an answer while it grows; closed blocks are not rendered again. */
export class AnswerText extends Reactive<Props> {
  #citations = signal(this.props.answer.citations)

  override getChildContext(): AnswerContext {
    return { citations: this.#citations, strings: this.props.strings }
  }

  override draw({ answer, markdown }: Props) {
    const { text, citations, state } = answer
    this.#citations.value = citations
    if (text === '') return null
    return (
      <div class="text" dir="auto">
        {/* An interrupted text stays as it grew, without unclosed marks. */}
        {markdown.read(text, { growing: state !== 'answered' })}
      </div>
    )
  }
}
