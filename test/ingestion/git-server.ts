import { execFileSync, spawn } from 'node:child_process'
import { join } from 'node:path'
import { startWebServer } from '../fetch/web-server.ts'
import { temporaryFolder, write } from './ingestion.ts'

/** A repository on disk with one branch, `main`, to which a test commits. */
export function createRepository(files: Record<string, string>) {
  const folder = temporaryFolder()
  const directory = join(folder, 'docs')
  write(directory, files)
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: directory,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_NOSYSTEM: '1',
        ...Object.fromEntries(
          ['AUTHOR', 'COMMITTER'].flatMap((who) => [
            [`GIT_${who}_NAME`, 'Ann'],
            [`GIT_${who}_EMAIL`, 'ann@example.com'],
          ]),
        ),
      },
    }).trim()
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'uploadpack.allowFilter', 'true')
  const commit = () => {
    git('add', '--all')
    git('commit', '--quiet', '--message=A change', '--allow-empty')
    return git('rev-parse', 'HEAD')
  }
  return { folder, directory, git, commit, first: commit() }
}

/**
 * Serves the repositories of a folder over HTTP to whoever sends this `authorization`, and
 * redirects requests to the host `old.test`.
 */
export async function serveRepositories(
  folder: string,
  authorization: string | null = null,
  movedTo = '',
) {
  const backend = join(
    execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(),
    'git-http-backend',
  )
  return startWebServer((request, response) => {
    const { host = '' } = request.headers
    if (host.startsWith('old.test:')) {
      const location = `http://${host.replace('old.test', movedTo)}${request.url}`
      response.writeHead(301, { location }).end()
      return
    }
    if (authorization !== null && request.headers.authorization !== authorization) {
      response.writeHead(401).end()
      return
    }
    const [path = '', query = ''] = (request.url ?? '').split('?')
    const child = spawn(backend, {
      env: {
        GIT_PROJECT_ROOT: folder,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: path,
        QUERY_STRING: query,
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'],
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      },
    })
    request.pipe(child.stdin)
    const pieces: Buffer[] = []
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
    child.on('close', () => {
      const output = Buffer.concat(pieces)
      const end = output.indexOf('\r\n\r\n')
      const headers = output
        .toString('latin1', 0, end)
        .split('\r\n')
        .map((line) => line.split(': '))
      const { Status = '200', ...rest } = Object.fromEntries(headers)
      response.writeHead(Number.parseInt(Status), rest).end(output.subarray(end + 4))
    })
  })
}
