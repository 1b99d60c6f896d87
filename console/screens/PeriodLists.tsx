import type { Days } from '../../server/contract/usage.ts'
import { useRead } from '../cache.ts'
import { addressOf } from '../location.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { may } from '../session.ts'
import { counted, texts } from '../strings.ts'

/** Of each list; the rest is on pages of its own. */
const SHOWN = '6'

/** The documents that the answers of a period are made of. */
export function Cited({ days }: { days: Days }) {
  const { overview: words } = texts.value
  const entry = useRead('listCitedDocuments', { query: { ...days, limit: SHOWN } })
  return (
    <section class="card">
      <h2>{words.cited}</h2>
      <Loaded of="listCitedDocuments" entry={entry}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="none">{words.noneCited}</p>
          ) : (
            <ol class="ranked">
              {data.map(({ document_id, title, answers }) => (
                <li key={document_id}>
                  <a href={addressOf(`knowledge/documents/${document_id}`)}>{title}</a>
                  {may('inbox.read') ? (
                    <a href={addressOf('conversations', { document_id, ...days })}>
                      {counted(words.answers, answers)}
                    </a>
                  ) : (
                    <span>{counted(words.answers, answers)}</span>
                  )}
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </section>
  )
}

/** Questions of a period that nothing answered. */
export function Unanswered({ days }: { days: Days }) {
  const { overview: words } = texts.value
  const entry = useRead('listGaps', { query: { ...days, limit: SHOWN } })
  return (
    <section class="card">
      <h2>{words.gaps}</h2>
      <Loaded of="listGaps" entry={entry}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="none">{words.noGaps}</p>
          ) : (
            <ol class="ranked">
              {data.map(({ id, label, count }) => (
                <li key={id}>
                  <a href={addressOf('conversations/unanswered', { gap: id })}>{label}</a>
                  <span>{counted(texts.value.gaps.count, count)}</span>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </section>
  )
}
