import type { Signal } from '@preact/signals-core'
import type { Citation } from '../../server/contract/conversation.ts'
import { reactive } from '../reactive.ts'
import type { PanelProps, Previewed } from './panel-props.ts'
import { Source } from './Sources.tsx'

/** Card with the text of a passage; words that also occur in the claim are highlighted. */
export const Preview = reactive(({ preview, strings }: PanelProps) => {
  const { citation, claim, low } = preview.value ?? {}
  if (!citation) return null
  return (
    <div class="preview" data-at={low ? 'top' : undefined}>
      <Source citation={citation} strings={strings} />
      <p id="preview" dir="auto">
        {markWords(citation.snippet ?? '', claim ?? '')}
      </p>
    </div>
  )
})

/**
 * Shows the passage of the marker or source that is the event's target; ignores other targets. Bind
 * it to `pointermove`, because text that scrolls under a resting pointer fires `pointerover` too.
 */
export function showPreview(
  { target, currentTarget }: Event,
  citations: readonly Citation[],
  preview: Signal<Previewed | null>,
) {
  const cited = (target as Element).closest<HTMLElement>('[data-ordinal]')
  const ordinal = Number(cited?.dataset['ordinal'])
  const citation = citations.find((candidate) => candidate.ordinal === ordinal)
  if (!cited || !citation?.snippet || preview.peek()?.citation === citation) return
  const box = (currentTarget as Element).closest('.transcript')?.getBoundingClientRect()
  const { top } = cited.getBoundingClientRect()
  const low = box !== undefined && top > box.top + box.height / 2
  preview.value = { citation, claim: claimOf(cited), low }
}

/** Text around a marker, joined by spaces so that its number does not stick to a word. */
function claimOf(cited: HTMLElement): string {
  const nodes = cited.closest('p, li, td')?.childNodes ?? []
  return Array.from(nodes, ({ textContent }) => textContent).join(' ')
}

/** Time for the pointer to cross from a marker to its preview. */
const HIDE_DELAY_MS = 400

/** Hides the preview soon after the pointer or the focus leaves its marker, source and card. */
export function createHidePreview(preview: Signal<Previewed | null>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return ({ target }: Event) => {
    clearTimeout(timer)
    if (!preview.peek() || (target as Element).closest('[data-ordinal], .preview')) return
    timer = setTimeout(() => {
      preview.value = null
    }, HIDE_DELAY_MS)
  }
}

/** Splits the text into words and wraps those of the claim in `<mark>`. */
function markWords(text: string, claim: string) {
  const words = new Set(wordsOf(claim.toLowerCase()))
  return wordsOf(text).map((word) =>
    SIGNIFICANT.test(word) && words.has(word.toLowerCase()) ? <mark>{word}</mark> : word,
  )
}

/** Words of four letters or more, numbers, and words of non-Latin scripts, which may be short. */
const SIGNIFICANT = /\p{L}{4}|\d|[^\P{L}\p{Script=Latin}]/u

/** Splits a text into words and the text between them. */
function wordsOf(text: string): string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}
