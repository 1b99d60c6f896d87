import { useSignal } from '@preact/signals'
import type { Source } from '../../server/contract/source.ts'
import type { PageOutcome, SourcePage, TestedPage } from '../../server/contract/source-page.ts'
import { websiteAddress } from '../add-knowledge.ts'
import { send } from '../cache.ts'
import { addressOf, place, setQuery } from '../location.ts'
import { usePages } from '../pages.ts'
import { Pages } from '../parts/Pages.tsx'
import { Outside } from '../parts/Passage.tsx'
import { TextField } from '../parts/TextField.tsx'
import { attempt } from '../parts/Toast.tsx'
import { may } from '../session.ts'
import { counted, fill, shownMoment, texts } from '../strings.ts'

const OUTCOMES: PageOutcome[] = ['ingested', 'unchanged', 'skipped', 'failed', 'gone', 'unknown']

/** The addresses of a website with what became of each, and a test of one. */
export function SourcePages({ source }: { source: Source }) {
  const { pages: words } = texts.value
  const { outcome } = place.value.query
  const known = OUTCOMES.find((one) => one === outcome)
  const query = { limit: '50', ...(known && { outcome: known }) }
  const listed = usePages('listPages', { params: { source_id: source.id }, query })
  return (
    <>
      {may('knowledge.ingest') && <TestAddress source={source} />}
      <section class="card">
        <div class="card-head">
          <h2>{words.title}</h2>
          <label class="choice">
            {words.filter}
            <select
              value={known ?? ''}
              onChange={({ currentTarget }) => setQuery({ outcome: currentTarget.value })}
            >
              <option value="">{words.all}</option>
              {OUTCOMES.map((one) => (
                <option key={one} value={one}>
                  {words.outcomes[one]}
                </option>
              ))}
            </select>
          </label>
        </div>
        <p>{words.lead}</p>
        <Pages of="listPages" listed={listed} empty={<p>{words.empty}</p>}>
          {(pages) => (
            <ul class="rows">
              {pages.map((page) => (
                <PageRow key={page.url} page={page} />
              ))}
            </ul>
          )}
        </Pages>
      </section>
    </>
  )
}

function PageRow({ page }: { page: SourcePage }) {
  const { pages: words } = texts.value
  const { url, document_id, outcome, found_on, last_seen_at } = page
  return (
    <li>
      <div>
        {document_id ? (
          <a href={addressOf(`knowledge/documents/${document_id}`)}>{pathOf(url)}</a>
        ) : (
          <Outside url={url}>{pathOf(url)}</Outside>
        )}
        {found_on && <small>{fill(words.foundOn, { page: pathOf(found_on) })}</small>}
      </div>
      <div class="state" data-status={statusOf(outcome)}>
        <p>{words.outcomes[outcome] ?? words.outcomes.other}</p>
        <Reason page={page} />
        {last_seen_at && <small>{shownMoment(last_seen_at)}</small>}
      </div>
    </li>
  )
}

function Reason({
  page: { reason, http_status },
}: {
  page: Pick<SourcePage, 'reason' | 'http_status'>
}) {
  if (!reason) return null
  const status = reason === 'http_error' && http_status ? ` (${http_status})` : ''
  return (
    <small>
      {shownReason(reason)}
      {status}
    </small>
  )
}

function shownReason(reason: string): string {
  const { reasons } = texts.value.pages
  return fill(reasons[reason] ?? reasons.other, { reason })
}

/** The colour that an outcome is shown with. */
function statusOf(outcome: PageOutcome): string {
  if (outcome === 'ingested' || outcome === 'unchanged') return 'ingested'
  return outcome === 'failed' ? 'failed' : 'idle'
}

function pathOf(url: string): string {
  const { pathname = url, search = '' } = URL.parse(url) ?? {}
  return pathname + search
}

function TestAddress({ source: { id } }: { source: Source }) {
  const { pages: words, knowledge } = texts.value
  const address = useSignal('')
  const problem = useSignal<string | null>(null)
  const isTesting = useSignal(false)
  const tested = useSignal<TestedPage | null>(null)

  async function test(event: SubmitEvent) {
    event.preventDefault()
    const url = websiteAddress(address.value)?.href
    problem.value = address.value.trim() && !url ? knowledge.websiteProblem : null
    if (problem.value || isTesting.value) return
    isTesting.value = true
    await attempt(async () => {
      tested.value = await send('testSource', {
        params: { source_id: id },
        body: url ? { url } : {},
      })
    })
    isTesting.value = false
  }

  return (
    <section class="card">
      <h2>{words.testTitle}</h2>
      <p>{words.testLead}</p>
      <form class="form" noValidate onSubmit={test}>
        <TextField
          label={words.testLabel}
          type="url"
          value={address.value}
          problem={problem.value}
          onInput={(text) => {
            address.value = text
          }}
        />
        <button class="button" type="submit" aria-disabled={isTesting.value}>
          {words.test}
        </button>
      </form>
      <div role="status">
        {isTesting.value ? words.testing : tested.value && <Tested page={tested.value} />}
      </div>
    </section>
  )
}

function Tested({ page }: { page: TestedPage }) {
  const { pages: words } = texts.value
  const { final_url, outcome, title, text, links } = page
  return (
    <div class="tested">
      <div class="state" data-status={statusOf(outcome)}>
        <p>{words.outcomes[outcome] ?? words.outcomes.other}</p>
        <Reason page={page} />
      </div>
      <Outside url={final_url}>{title || final_url}</Outside>
      {text && <blockquote dir="auto">{text}</blockquote>}
      {links.length > 0 && (
        <details>
          <summary>{counted(words.links, links.length)}</summary>
          <ul class="rows">
            {links.map(({ url, included, rule }) => (
              <li key={url}>
                <div>{url}</div>
                <div class="state" data-status={included ? 'ingested' : 'idle'}>
                  <p>
                    {included
                      ? words.followed
                      : fill(words.notFollowed, { reason: shownReason(rule ?? 'excluded') })}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
