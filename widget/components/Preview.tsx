import type { Signal } from '@preact/signals-core'
import type { Citation } from '../../server/contract/conversation.ts'
import { reactive } from '../reactive.ts'
import type { PanelProps, Previewed } from './panel-props.ts'
import { Source } from './Sources.tsx'

/** Card with the text of a passage; the sentence that supports the claim is marked. */
export const Preview = reactive(({ preview, strings }: PanelProps) => {
  const { citation, parts, low } = preview.value ?? {}
  if (!citation) return null
  const [before, sentence, after] = parts ?? [citation.snippet]
  return (
    <div class="preview" data-at={low ? 'top' : undefined}>
      <Source citation={citation} strings={strings} />
      <p id="preview" dir="auto">
        {before}
        {sentence && <mark>{sentence}</mark>}
        {after}
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
  const { snippet } = citation
  const claim = claimOf(cited)
  const previewed = { citation, low }
  preview.value = previewed
  // Loaded with the first preview. Without it the passage is shown unmarked.
  import('../supporting-sentence.ts').then(({ splitAtSupport }) => {
    const parts = splitAtSupport(snippet, claim)
    if (preview.peek() === previewed) preview.value = { ...previewed, parts }
    return parts
  }, ignore)
}

function ignore() {}

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
