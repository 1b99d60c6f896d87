import { counted, fill, texts } from '../strings.ts'
import { sendAgain, type Upload, uploads } from '../uploads.ts'

/** Rows that are shown; what needs somebody comes first. */
const MAX_ROWS = 100

/** State of each file that was chosen. */
export function Uploads({ target }: { target: string | null }) {
  const { uploading: words } = texts.value
  const all = uploads.value
  if (all.length === 0) return null
  const failed = all.filter(({ state }) => state === 'failed')
  const others = all.filter(({ state }) => state !== 'failed')
  const done = all.filter(({ state }) => state === 'read').length
  const isOver = all.every(({ state }) => state === 'read' || state === 'failed')
  return (
    <section class="uploads" aria-label={words.title}>
      <p role="status">
        {fill(words.summary, { done: `${done}`, total: counted(words.files, all.length) })}
        {failed.length > 0 && ` ${counted(words.failed, failed.length)}`}
      </p>
      <ul class="rows" tabIndex={0} aria-label={words.title}>
        {[...failed, ...others].slice(0, MAX_ROWS).map((one) => (
          <Row key={one.id} upload={one} />
        ))}
      </ul>
      <div class="actions">
        {failed.some(({ file }) => file) && (
          <button class="button" type="button" onClick={() => sendAgain(target)}>
            {words.again}
          </button>
        )}
        {isOver && (
          <button
            class="button"
            type="button"
            onClick={() => {
              uploads.value = []
            }}
          >
            {words.clear}
          </button>
        )}
      </div>
    </section>
  )
}

/** Why a file is not read, in words. */
export function shownReason({ reason }: Upload): string {
  const { uploading: words, failures } = texts.value
  const reasons: Partial<Record<string, string>> = { ...failures, ...words.reasons }
  return reasons[reason ?? 'other'] ?? reason ?? ''
}

function Row({ upload }: { upload: Upload }) {
  const { path, state } = upload
  return (
    <li>
      <div>
        <span class="path">{path}</span>
        {state === 'failed' && <small>{shownReason(upload)}</small>}
      </div>
      <span class="state" data-status={state}>
        {texts.value.uploading.states[state]}
      </span>
    </li>
  )
}
