-- When a visitor was seen first (docs/behaviour.md#data-of-visitors). Of earlier visitors that is
-- when their oldest conversation began, or else the last time that their token was prolonged.
ALTER TABLE visitors ADD COLUMN first_seen_at TEXT NOT NULL DEFAULT '';
UPDATE visitors
   SET first_seen_at = coalesce(
         (SELECT min(created_at) FROM conversations WHERE visitor_id = visitors.id),
         strftime('%Y-%m-%dT%H:%M:%fZ', expires_at, '-30 days'));
CREATE INDEX visitors_listed ON visitors (deployment_id, first_seen_at, id);
