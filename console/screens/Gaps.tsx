import { useSignal } from '@preact/signals'
import type { Gap } from '../../server/contract/gap.ts'
import { filesOfList } from '../chosen-files.ts'
import { oneLine } from '../curated.ts'
import { tryIt } from '../drawer.ts'
import { setState, weeksOf } from '../gaps.ts'
import { addressOf } from '../location.ts'
import { usePages } from '../pages.ts'
import { Pages } from '../parts/Pages.tsx'
import { Passage } from '../parts/Passage.tsx'
import { PassageName } from '../parts/Sources.tsx'
import { Tabs } from '../parts/Tabs.tsx'
import { Title } from '../parts/Title.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import { may } from '../session.ts'
import { counted, fill, shownMoment, texts } from '../strings.ts'
import '../styles/answer.css'
import '../styles/gaps.css'
import { upload, uploads } from '../uploads.ts'
import { PointTo } from './PointTo.tsx'
import { shownReason } from './Uploads.tsx'

/** Questions that had no good answer, and ways to give them one. */
export default function Gaps() {
  const { gaps: words } = texts.value
  return (
    <>
      <Title>{words.title}</Title>
      <p class="lead">{words.lead}</p>
      <Tabs name="state" label={words.stateLabel} tabs={words.states}>
        {(state) => <GapList key={state} state={state} />}
      </Tabs>
    </>
  )
}

function GapList({ state }: { state: Gap['state'] }) {
  const listed = usePages('listGaps', { query: { state, limit: '20' } })
  return (
    <Pages of="listGaps" listed={listed} empty={<Empty state={state} />}>
      {(gaps) => (
        <ul class="gaps">
          {gaps.map((gap) => (
            <li key={gap.id}>
              <GapCard gap={gap} />
            </li>
          ))}
        </ul>
      )}
    </Pages>
  )
}

function Empty({ state }: { state: Gap['state'] }) {
  const { gaps: words } = texts.value
  if (state !== 'open') return <p>{words.emptyOther}</p>
  return (
    <div class="empty">
      <h2>{words.empty}</h2>
      <p>{words.emptyLead}</p>
    </div>
  )
}

function GapCard({ gap }: { gap: Gap }) {
  const { gaps: words } = texts.value
  const { label, count, last_asked_at, questions } = gap
  const others = [...new Set(questions)].filter((question) => question !== label)
  return (
    <article class="card gap">
      <header>
        <div>
          <h2 dir="auto">{label}</h2>
          <p>
            <b>{counted(words.count, count)}</b>
            {' · '}
            {fill(words.last, { time: shownMoment(last_asked_at) })}
          </p>
        </div>
        <Trend gap={gap} />
      </header>
      {others.length > 0 && (
        <section>
          <h3>{words.examples}</h3>
          <ul>
            {others.map((question) => (
              <li key={question} dir="auto">
                {question}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Nearest nearest={gap.nearest} />
      <Actions gap={gap} />
      <Links label={label} />
    </article>
  )
}

const BAR = { width: 10, gap: 4, height: 36 }

/** A bar for each week; the words for it are read to whoever does not see them. */
function Trend({ gap }: { gap: Gap }) {
  const weeks = weeksOf(gap)
  const most = Math.max(...weeks, 1)
  const step = BAR.width + BAR.gap
  const text = fill(texts.value.gaps.trend, { counts: weeks.join(', ') })
  return (
    <svg
      class="trend"
      role="img"
      aria-label={text}
      viewBox={`0 0 ${weeks.length * step - BAR.gap} ${BAR.height}`}
      width={weeks.length * step - BAR.gap}
      height={BAR.height}
    >
      <title>{text}</title>
      {weeks.map((count, at) => {
        const height = Math.max(2, (count / most) * BAR.height)
        return (
          <rect key={at} x={at * step} y={BAR.height - height} width={BAR.width} height={height} />
        )
      })}
    </svg>
  )
}

function Nearest({ nearest }: { nearest: Gap['nearest'] }) {
  const { gaps: words } = texts.value
  if (nearest.length === 0) return null
  return (
    <section>
      <h3>{words.nearest}</h3>
      <ul class="near">
        {nearest.slice(0, 3).map((passage) => (
          <li key={passage.source_id}>
            <NearPassage passage={passage} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function NearPassage({ passage: { source_id, title, url } }: { passage: Gap['nearest'][number] }) {
  const isOpen = useSignal(false)
  return (
    <details
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open
      }}
    >
      <summary>
        <PassageName title={title} anchor={null} />
      </summary>
      {isOpen.value && <Passage source_id={source_id} url={url} />}
    </details>
  )
}

function Actions({ gap }: { gap: Gap }) {
  const { gaps: words } = texts.value
  const { id, assistant_id, label, questions, state } = gap
  const wordings = [...new Set([label, ...questions].map(oneLine))].join('\n')

  const change = (to: Gap['state'], text: string) =>
    attempt(async () => {
      await setState(id, to)
      notify(text, () => setState(id, state))
    })

  return (
    <div class="actions">
      {state === 'open' && may('curated.manage') && (
        <a class="button primary" href={addressOf('answers/new', { question: wordings })}>
          {words.write}
        </a>
      )}
      {state === 'open' && (
        <PointTo
          question={label}
          assistant_id={assistant_id}
          look="button"
          onAnswered={() => attempt(() => setState(id, 'answered'))}
        />
      )}
      {state === 'open' && may('knowledge.manage') && <Attach />}
      {may('curated.manage') &&
        (state === 'open' ? (
          <button class="button" type="button" onClick={() => change('dismissed', words.dismissed)}>
            {words.dismiss}
          </button>
        ) : (
          <button class="button" type="button" onClick={() => change('open', words.reopened)}>
            {words.reopen}
          </button>
        ))}
    </div>
  )
}

function Links({ label }: { label: string }) {
  const { gaps: words } = texts.value
  return (
    <p class="mend">
      {may('assistant.manage') && (
        <button class="link" type="button" onClick={() => tryIt(label)}>
          {words.tryIt}
        </button>
      )}
      {may('inbox.read') && (
        <a href={addressOf('conversations', { q: oneLine(label).slice(0, 200) })}>
          {words.conversations}
        </a>
      )}
    </p>
  )
}

/** Files that may have the answer go to the collection's uploads. */
function Attach() {
  const { gaps: words } = texts.value
  return (
    <label class="button">
      {words.attach}
      <input
        class="visually-hidden"
        type="file"
        multiple
        onChange={async ({ currentTarget }) => {
          await upload(await filesOfList(currentTarget.files ?? []), null)
          currentTarget.value = ''
          const failed = uploads.value.find(({ state }) => state === 'failed')
          notify(failed ? shownReason(failed) : words.attached)
        }}
      />
    </label>
  )
}
