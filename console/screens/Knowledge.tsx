import type { Collection } from '../../server/contract/collection.ts'
import type { Source } from '../../server/contract/source.ts'
import { useRead } from '../cache.ts'
import { addressOf } from '../location.ts'
import { JobState } from '../parts/JobState.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { Title } from '../parts/Title.tsx'
import { may } from '../session.ts'
import { counted, texts } from '../strings.ts'
import { AddKnowledge } from './AddKnowledge.tsx'
import { CollectionMenu, NewCollection } from './CollectionMenu.tsx'
import { EmbeddingState } from './EmbeddingState.tsx'

/** All collections with their sources and what they are doing, and ways to add to them. */
export default function Knowledge() {
  const { knowledge } = texts.value
  const entry = useRead('listCollections', { query: { limit: '100' } })
  return (
    <>
      <Title>{knowledge.title}</Title>
      <p class="lead">{knowledge.lead}</p>
      <Loaded of="listCollections" entry={entry}>
        {({ data }) => (
          <>
            {data.every(({ document_count }) => document_count === 0) && <Empty />}
            {data.map((collection) => (
              <CollectionCard key={collection.id} collection={collection} />
            ))}
            {may('knowledge.manage') && <AddKnowledge collections={data} />}
            {may('knowledge.manage') && data.length > 0 && <NewCollection />}
          </>
        )}
      </Loaded>
    </>
  )
}

function Empty() {
  const { knowledge } = texts.value
  return (
    <div class="empty">
      <h2>{knowledge.emptyTitle}</h2>
      <p>{may('knowledge.manage') ? knowledge.empty : knowledge.emptyReader}</p>
    </div>
  )
}

function CollectionCard({ collection }: { collection: Collection }) {
  const { knowledge } = texts.value
  const params = { collection_id: collection.id }
  const entry = useRead('listSources', { params, query: { limit: '100' } })
  return (
    <section class="card">
      <div class="card-head">
        <h2>{collection.name}</h2>
        {may('knowledge.manage') && <CollectionMenu collection={collection} />}
      </div>
      <p>
        {counted(knowledge.documents, collection.document_count)}
        {' · '}
        {counted(knowledge.passages, collection.passage_count)}
      </p>
      <EmbeddingState collection={collection} />
      <Loaded of="listSources" entry={entry}>
        {({ data }) =>
          data.length === 0 ? <p>{knowledge.noSources}</p> : <Sources sources={data} />
        }
      </Loaded>
    </section>
  )
}

function Sources({ sources }: { sources: Source[] }) {
  const { knowledge } = texts.value
  return (
    <ul class="rows">
      {sources.map(({ id, name, type, document_count, latest_job }) => (
        <li key={id}>
          <div>
            <a href={addressOf(`knowledge/${id}`)}>{name}</a>
            <small>
              {knowledge.types[type] ?? knowledge.types.other}
              {' · '}
              {counted(knowledge.documents, document_count)}
            </small>
          </div>
          <JobState job={latest_job} />
        </li>
      ))}
    </ul>
  )
}
