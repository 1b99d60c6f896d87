import { MAX_FOUND } from '../../rows/inbox.ts'
import { foundBy } from '../../sql/inbox.ts'
import { BOUNDS } from './days.ts'

/**
 * Of a word that many conversations hold those of the days are read, as far as ids tell, which
 * follow the order of creation. CROSS JOIN, or SQLite would read every word of the organization for
 * each that is searched; it has no LATERAL, so the newest of a word are those from an id on.
 */
export const found = foundBy(`${BOUNDS}, rarest AS MATERIALIZED (
    SELECT value AS word, last,
           max(first, coalesce((SELECT conversation_id
                                  FROM transcript_words AS held
                                 WHERE held.organization_id = :organization_id
                                   AND held.word = value AND held.conversation_id <= last
                                 ORDER BY conversation_id DESC
                                 LIMIT 1 OFFSET :each - 1), '')) AS first,
           EXISTS (SELECT 1 FROM transcript_words AS held
                    WHERE held.organization_id = :organization_id AND held.word = value
                    LIMIT 1 OFFSET :each) AS is_common
      FROM bounds CROSS JOIN json_each(:rarest)
  ), holding AS MATERIALIZED (
    SELECT conversation_id, sum(weight) AS weight
      FROM rarest
     CROSS JOIN transcript_words
     WHERE organization_id = :organization_id AND transcript_words.word = rarest.word
       AND conversation_id >= CASE WHEN is_common THEN first ELSE '' END
       AND conversation_id <= CASE WHEN is_common THEN last ELSE '~' END
     GROUP BY conversation_id
  ), others AS MATERIALIZED (
    SELECT value ->> 0 AS place, value ->> 1 AS word FROM json_each(:others)
  ), matched AS MATERIALIZED (
    SELECT holding.conversation_id, holding.weight + coalesce(sum(held.weight), 0) AS score
      FROM holding
      LEFT JOIN others
      LEFT JOIN transcript_words AS held
        ON held.organization_id = :organization_id AND held.word = others.word
       AND held.conversation_id = holding.conversation_id
     GROUP BY holding.conversation_id
    HAVING count(DISTINCT CASE WHEN held.weight IS NOT NULL THEN place END) = :count
     ORDER BY score DESC, holding.conversation_id DESC
     LIMIT ${MAX_FOUND}
  )`)
