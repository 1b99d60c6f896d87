import { tellMiscounted } from '../rules/integrity.ts'
import { type Step, sql } from './step.ts'

interface Of {
  organization_id: string
}

interface Counts {
  id: string
  name: string
  counted: number
  held: number
}

/** A count that is kept in a row of `collections` or `sources`, and how to find wrong ones. */
function miscountOf(owner: 'collection' | 'source', of: 'documents' | 'passages') {
  const count = of === 'documents' ? 'document_count' : 'passage_count'
  const held = of === 'documents' ? 'count(*)' : 'sum(passage_count)'
  const find = sql<Of, Counts>(`
    SELECT id, name, ${count} AS counted, coalesce(held, 0) AS held
      FROM ${owner}s
      LEFT JOIN (SELECT ${owner}_id AS owner, ${held} AS held
                   FROM documents
                  WHERE organization_id = :organization_id
                  GROUP BY ${owner}_id) AS documents
        ON owner = id
     WHERE organization_id = :organization_id AND ${count} <> coalesce(held, 0)
     ORDER BY id
  `)
  return { owner, of, find }
}

const miscounts = [
  miscountOf('collection', 'documents'),
  miscountOf('collection', 'passages'),
  miscountOf('source', 'documents'),
]

/** A sentence for each collection and source that counts other than it holds. */
export function* miscounted(organization_id: string): Step<string[]> {
  const findings: string[] = []
  for (const { owner, of, find } of miscounts) {
    for (const row of yield* find.all({ organization_id })) {
      findings.push(tellMiscounted({ ...row, owner, of }))
    }
  }
  return findings
}
