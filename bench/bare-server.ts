/**
 * A bare `node:http` server in a process of its own, the baseline of a request with a key: it looks
 * up the hash of the key and a row in SQLite. `bare-server.ts FILE KEY`.
 */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Database from 'better-sqlite3'

const [file = '', secret = ''] = process.argv.slice(2)
const db = new Database(file)
db.pragma('journal_mode = wal')
db.exec(`
  CREATE TABLE api_keys (hash TEXT PRIMARY KEY, organization_id TEXT NOT NULL) STRICT;
  CREATE TABLE assistants (id TEXT PRIMARY KEY, organization_id TEXT NOT NULL, name TEXT NOT NULL) STRICT;
`)
db.prepare("INSERT INTO api_keys VALUES (?, 'bench')").run(hashOf(secret))
db.prepare("INSERT INTO assistants VALUES ('assistant', 'bench', 'Assistant')").run()
const findKey = db.prepare<[string], { organization_id: string }>(
  'SELECT organization_id FROM api_keys WHERE hash = ?',
)
const findAssistant = db.prepare(
  'SELECT id, name FROM assistants WHERE organization_id = ? AND id = ?',
)

const server = createServer((request, response) => {
  const key = findKey.get(hashOf(request.headers.authorization?.slice('Bearer '.length) ?? ''))
  const assistant = key && findAssistant.get(key.organization_id, request.url?.split('/').at(-1))
  const body = JSON.stringify(assistant ?? {})
  response.writeHead(assistant ? 200 : 404, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port} is ready`)
})

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
