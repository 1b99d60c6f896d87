import type { WidgetVersion, WidgetVersions } from '../../ports/widget-versions.ts'
import type { Database } from './database.ts'
import { sql } from './statement.ts'

const serve = sql<WidgetVersion>(`
  INSERT INTO widget_versions (name, content_hash) VALUES (:name, :content_hash)
  ON CONFLICT (name) DO UPDATE
     SET content_hash = excluded.content_hash, served_at = excluded.served_at
`)
const forget = sql<{ most: number }>(`
  DELETE FROM widget_versions
   WHERE name IN (SELECT name FROM widget_versions ORDER BY served_at DESC OFFSET :most)
`)
const newestFirst = sql<object, WidgetVersion>(`
  SELECT name, content_hash FROM widget_versions ORDER BY served_at DESC
`)

/** Versions of the widget in a table, for processes that share a database. */
export function createWidgetVersions(db: Database): WidgetVersions {
  return {
    keep: (version, most) =>
      db.step(async (transaction) => {
        await serve.run(transaction, version)
        await forget.run(transaction, { most })
      }),
    list: () => newestFirst.all(db, {}),
  }
}
