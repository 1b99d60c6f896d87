import { signal } from '@preact/signals-core'
import type { Answer } from '../answer.ts'
import type { Turn } from '../chat.ts'
import { Reactive } from '../reactive.ts'
import type { Strings } from '../strings.ts'
import type { AnswerContext } from './answer-context.ts'

interface Props {
  answer: Answer
  markdown: Turn['markdown']
  strings: Strings
}

/** The text of an answer, drawn as it grows: what can no longer change is not touched again. */
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
        {/* What broke off stays as it grew, without the marks of what was not closed. */}
        {markdown.read(text, { growing: state !== 'answered' })}
      </div>
    )
  }
}
