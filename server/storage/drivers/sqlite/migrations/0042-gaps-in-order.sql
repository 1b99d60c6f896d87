-- In the order of the groups, so that counting them sorts nothing (docs/behaviour.md#gaps).
DROP INDEX gap_questions_listed;
CREATE INDEX gap_questions_listed ON gap_questions (organization_id, gap, asked_at, assistant_id);
