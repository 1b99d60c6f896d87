import { MAX_FOUND } from '../../rows/inbox.ts'
import { foundBy } from '../../sql/inbox.ts'
import { BOUNDS } from './days.ts'

/**
 * Of a word that many conversations hold those of the days are read, as far as ids tell, which
 * follow the order of creation. PostgreSQL keeps each look-up in the index only with a LIMIT of its
 * own (LATERAL), else it may read all words of the organization.
 */
export const found = foundBy(`${BOUNDS}, rarest AS MATERIALIZED (
    SELECT word,
           EXISTS (SELECT 1 FROM transcript_words AS held
                    WHERE held.organization_id = :organization_id AND held.word = searched.word
                   OFFSET :each) AS is_common
      FROM unnest(:rarest::text[]) AS searched (word)
  ), holding AS MATERIALIZED (
    SELECT conversation_id, sum(weight) AS weight
      FROM rarest
     CROSS JOIN bounds
     CROSS JOIN LATERAL (
       SELECT conversation_id, weight
         FROM transcript_words
        WHERE organization_id = :organization_id AND word = rarest.word
          AND conversation_id >= CASE WHEN is_common THEN first ELSE '' END
          AND conversation_id <= CASE WHEN is_common THEN last ELSE '~' END
        ORDER BY conversation_id DESC
        LIMIT :each) AS newest
     GROUP BY conversation_id
  ), others AS MATERIALIZED (
    SELECT other ->> 0 AS place, other ->> 1 AS word
      FROM jsonb_array_elements(:others::jsonb) AS searched (other)
  ), matched AS MATERIALIZED (
    SELECT holding.conversation_id, holding.weight + coalesce(sum(held.weight), 0) AS score
      FROM holding
      LEFT JOIN others ON true
      LEFT JOIN LATERAL (
        SELECT weight
          FROM transcript_words
         WHERE organization_id = :organization_id AND word = others.word
           AND conversation_id = holding.conversation_id
         LIMIT 1) AS held ON true
     GROUP BY holding.conversation_id, holding.weight
    HAVING count(DISTINCT CASE WHEN held.weight IS NOT NULL THEN place END) = :count
     ORDER BY score DESC, holding.conversation_id DESC
     LIMIT ${MAX_FOUND}
  )`)
