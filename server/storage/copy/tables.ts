/** The tables that are copied, in an order in which rows refer to earlier ones only. */
export const COPIED = [
  'organizations',
  'users',
  'claim_codes',
  'password_resets',
  'sessions',
  'memberships',
  'invitations',
  'support_sessions',
  'support_requests',
  'api_keys',
  'audit',
  'collections',
  'vector_sets',
  'embedding_moves',
  'synonyms',
  'readings',
  'declared_questions',
  'granted_roots',
  'sources',
  'uploads',
  'jobs',
  'withheld_deletions',
  'pages',
  'website_states',
  'being_parsed',
  'documents',
  'section_questions',
  'forgotten_questions',
  'passages',
  'set_vectors',
  'passage_windows',
  'past_passages',
  'assistants',
  'assistant_collections',
  'behaviours',
  'brandings',
  'curated_answers',
  'deployments',
  'deployment_origins',
  'origins_seen',
  'refusals',
  'visitors',
  'spending',
  'webhooks',
  'deliveries',
  'usage',
  'conversations',
  'messages',
  'live_turns',
  'ratings',
  'openings',
  'question_likes',
  'traces',
  'unanswered',
  'cited_documents',
  'cited_passages',
  'handlings',
  'transcripts',
  'transcript_words',
  'gaps',
  'gap_questions',
  'gap_words',
  'gap_checks',
  'test_questions',
  'test_runs',
  'test_results',
]

/** The others of PostgreSQL, and why they are not copied. */
export const NOT_COPIED: Record<string, string> = {
  changes: 'what was told lately',
  counters: 'uses of budgets in the last minutes',
  files: 'copied as files, by their hashes',
  fresh_postings: 'of the search index, which is built anew from the passages',
  gap_numbers: 'the last of the numbers in gap_questions',
  organizations_of_users: 'derived from memberships',
  passage_keys: 'the last of the numbers in passages',
  passage_lengths: 'of the search index',
  passage_vectors: 'of an earlier version, converted to set_vectors before',
  posting_blocks: 'of the search index',
  schema_version: 'of the schema',
  search_indexes: 'of the search index',
  secrets: 'derived from api_keys, deployments and invitations',
  signing_key: 'made anew; links that are signed live for minutes',
  support_sessions_of_users: 'derived from support_sessions',
  vocabulary: 'of the search index',
  widget_versions: 'of the product, not of the data; SQLite has no such table',
}

/** What is derived of the tables that are copied. */
export const DERIVED = [
  `INSERT INTO organizations_of_users (user_id, organization_id)
   SELECT user_id, organization_id FROM memberships`,
  `INSERT INTO support_sessions_of_users (user_id, support_session_id, organization_id)
   SELECT user_id, id, organization_id FROM support_sessions`,
  `INSERT INTO secrets (hash, organization_id)
   SELECT secret_hash, organization_id FROM api_keys
    UNION ALL
   SELECT widget_key, organization_id FROM deployments
    UNION ALL
   SELECT token_hash, organization_id FROM invitations`,
  `INSERT INTO gap_numbers (organization_id, last)
   SELECT organization_id, max(CASE WHEN joined > gap THEN joined ELSE gap END)
     FROM gap_questions
    GROUP BY organization_id`,
]
