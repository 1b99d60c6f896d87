import { AT_ENDS } from '../../rules/transcript-search.ts'

/** SQL of `bounds (first, last)`: between which ids the conversations of the days are. */
export const BOUNDS = `bounds AS MATERIALIZED (
    SELECT (SELECT coalesce(min(id), '') FROM (${endOfDays('ASC')}) AS oldest) AS first,
           (SELECT coalesce(max(id), '~') FROM (${endOfDays('DESC')}) AS newest) AS last
  )`

/** The conversations at an end of the days of a search. */
function endOfDays(order: 'ASC' | 'DESC'): string {
  return `
      SELECT id
        FROM conversations
       WHERE organization_id = :organization_id AND status = :status
         AND created_at >= :from AND created_at < :until
       ORDER BY created_at ${order}
       LIMIT ${AT_ENDS}`
}
