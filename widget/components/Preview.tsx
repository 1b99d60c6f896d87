import type { Signal } from '@preact/signals-core'
import type { Citation } from '../../server/contract/conversation.ts'
import { reactive } from '../reactive.ts'
import type { PanelProps, Previewed } from './panel-props.ts'
import { Source } from './Sources.tsx'

/** A card above the transcript with the words of the passage, those marked that the claim has too. */
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
 * Shows the passage of the marker or source that the event happened on; others change nothing. For a
 * pointer that moves, and not for one under which the text does.
 */
export function previewOf(
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

/** The words around a marker, apart from its number, which stands close to the last of them. */
function claimOf(cited: HTMLElement): string {
  const nodes = cited.closest('p, li, td')?.childNodes ?? []
  return Array.from(nodes, ({ textContent }) => textContent).join(' ')
}

/** Long enough, in milliseconds, to cross from a marker to its preview. */
const LEAVING_MS = 400

/** Hides the preview a moment after the pointer or the focus went where none belongs. */
export function createLeaving(preview: Signal<Previewed | null>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return ({ target }: Event) => {
    clearTimeout(timer)
    if (!preview.peek() || (target as Element).closest('[data-ordinal], .preview')) return
    timer = setTimeout(() => {
      preview.value = null
    }, LEAVING_MS)
  }
}

/** The text in pieces, with the words marked that stand in the claim as well. */
function markWords(text: string, claim: string) {
  const words = new Set(wordsOf(claim.toLowerCase()))
  return wordsOf(text).map((word) =>
    MEANING.test(word) && words.has(word.toLowerCase()) ? <mark>{word}</mark> : word,
  )
}

/** Longer than what every sentence has, or a number, or of a script whose words are short. */
const MEANING = /\p{L}{4}|\d|[^\P{L}\p{Script=Latin}]/u

/** The words of a text, with what stands between them. */
function wordsOf(text: string): string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}
