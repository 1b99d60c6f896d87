import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { Citation, Quotation } from '../../server/contract/conversation.ts'
import type { Trace } from '../../server/contract/trace.ts'
import { fill, region, shownDuration, shownShare, texts } from '../strings.ts'
import { Passage } from './Passage.tsx'
import { PassageName } from './Sources.tsx'
import '../styles/evidence.css'

/** What happened when an answer was made: why it was given, of which passages, and what it took. */
export function Evidence({
  trace,
  reason,
  citations,
}: {
  trace: Trace
  reason: string | null
  /** Citations of the answer, whose quotations are marked. */
  citations: readonly Citation[]
}) {
  const { evidence: words } = texts.value
  return (
    <div class="evidence">
      <p>{reason && (words.reasons[reason] ?? words.reasons.other)}</p>
      <Confidence trace={trace} />
      <Found trace={trace} citations={citations} />
      <Removed removed={trace.removed} />
      <Costs trace={trace} />
    </div>
  )
}

function Confidence({ trace: { confidence, threshold } }: { trace: Trace }) {
  const { evidence: words } = texts.value
  if (confidence === null || threshold === null) return null
  const shares = { confidence: shownShare(confidence), threshold: shownShare(threshold) }
  const text = fill(confidence >= threshold ? words.answered : words.unsure, shares)
  return (
    <div class="confidence">
      <p>{text}</p>
      <meter aria-hidden="true" value={confidence} low={threshold} high={threshold} optimum={1} />
    </div>
  )
}

function Found({ trace, citations }: { trace: Trace; citations: readonly Citation[] }) {
  const { evidence: words } = texts.value
  if (trace.question_as_searched === null) return <p>{words.nothing}</p>
  return (
    <section>
      <p>
        <small>{words.searched}</small> <q>{trace.question_as_searched}</q>
      </p>
      <h4>{words.passages}</h4>
      {trace.passages.length === 0 && <p>{words.noPassages}</p>}
      <ol class="passages">
        {trace.passages.map((passage) => (
          <li key={passage.source_id} data-cited={passage.cited}>
            <FoundPassage
              passage={passage}
              quotes={citations.find(({ source_id }) => source_id === passage.source_id)?.quotes}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

function FoundPassage({
  passage,
  quotes,
}: {
  passage: Trace['passages'][number]
  quotes: readonly Quotation[] | undefined
}) {
  const { evidence: words } = texts.value
  const isOpen = useSignal(false)
  const { source_id, title, url, anchor, score, cited, shown } = passage
  return (
    <details
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open
      }}
    >
      <summary>
        <PassageName title={title} anchor={anchor} />
        {(cited || shown) && <span class="tag">{cited ? words.cited : words.shown}</span>}
        <small>{fill(words.score, { n: shownScore(score) })}</small>
      </summary>
      {isOpen.value && <Passage source_id={source_id} url={url} quotes={quotes} />}
    </details>
  )
}

function shownScore(score: number): string {
  return score.toLocaleString(region.value, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
}

function Removed({ removed }: { removed: Trace['removed'] }) {
  const { evidence: words } = texts.value
  if (removed.length === 0) return null
  return (
    <section>
      <h4>{words.removed}</h4>
      <ul class="removed">
        {removed.map(({ text, reason }, at) => (
          <li key={at}>
            <del>{text}</del>
            <small>{words.removals[reason] ?? words.removals.other}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Costs({ trace: { model, input_tokens, output_tokens, timings_ms } }: { trace: Trace }) {
  const { evidence: words } = texts.value
  const total = shownDuration(timings_ms.total)
  const search = timings_ms.search === null ? null : shownDuration(timings_ms.search)
  const counts = { input: shownCount(input_tokens), output: shownCount(output_tokens) }
  return (
    <dl class="costs">
      <Fact name={words.model}>{model.startsWith('builtin/') ? words.builtin : model}</Fact>
      {input_tokens + output_tokens > 0 && (
        <Fact name={words.tokens}>{fill(words.tokenCounts, counts)}</Fact>
      )}
      <Fact name={words.time}>{search ? fill(words.times, { total, search }) : total}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function shownCount(n: number): string {
  return n.toLocaleString(region.value)
}
