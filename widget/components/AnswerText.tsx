import { signal } from '@preact/signals-core'
import { type Answer, isFinished } from '../answer.ts'
import type { Turn } from '../conversation.ts'
import { languageOf } from '../language.ts'
import { Reactive } from '../reactive.ts'
import type { AnswerContext, AnswerStrings, LinkOf } from './answer-context.ts'
import { drawOnce } from './equal-markers.ts'

interface Props {
  answer: Pick<Answer, 'text' | 'citations' | 'state'>
  markdown: Turn['markdown']
  strings: AnswerStrings
  /** Of a passage. */
  linkOf?: LinkOf | undefined
}

/** Text of an answer while it grows; closed blocks are not rendered again. */
export class AnswerText extends Reactive<Props> {
  #text: Element | null = null
  #citations = signal(this.props.answer.citations)

  override getChildContext(): AnswerContext {
    const { strings, linkOf } = this.props
    return { citations: this.#citations, strings, linkOf }
  }

  override componentDidMount() {
    this.componentDidUpdate()
  }

  /** Once all markers are known. */
  override componentDidUpdate() {
    if (this.props.answer.state === 'answered' && this.#text) drawOnce(this.#text)
  }

  /** Of a finished text, where it is not the panel's; screen readers then speak it as it is. */
  #language(): string | undefined {
    const { answer, strings } = this.props
    const language = isFinished(answer) ? languageOf(answer.text) : undefined
    return language && new Intl.Locale(strings.locale).language !== language ? language : undefined
  }

  override draw({ answer, markdown }: Props) {
    const { text, citations, state } = answer
    this.#citations.value = citations
    if (text === '') return null
    return (
      <div
        class="text"
        dir="auto"
        lang={this.#language()}
        ref={(text) => {
          this.#text = text
        }}
      >
        {/* An interrupted text stays as it grew, without unclosed marks. */}
        {markdown.read(text, { growing: state !== 'answered' })}
      </div>
    )
  }
}
