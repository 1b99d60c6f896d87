import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createRepository } from './git-server.ts'
import { counted, startIngestion, write } from './ingestion.ts'

const FILES = { 'word.md': 'It is sesame.' }
const SYSTEM = process.env['PATH'] ?? ''

/** Where the parts of the repositories of a case are. */
interface Places {
  /** The only folder that sources may read. */
  root: string
  /** The repository in it, and its git directory. */
  inside: string
  git: string
  /** The git directory of another repository, elsewhere. */
  outside: string
}

/** Two repositories with the same files, of which one lies where sources may read. */
function startPlaces({ folder, directory } = createRepository(FILES)): Places {
  const root = join(folder, 'root')
  const inside = join(root, 'docs')
  const elsewhere = join(folder, 'elsewhere')
  for (const place of [inside, elsewhere]) cpSync(directory, place, { recursive: true })
  return { root, inside, git: join(inside, '.git'), outside: join(elsewhere, '.git') }
}

/** Reads the repository at an address, by default the one inside. */
async function read({ root, inside }: Places, searchPath: string, path = inside) {
  const { sync } = await startIngestion({
    type: 'git',
    config: { url: `file://${path}` },
    searchPath,
    sourceRoots: [root],
  })
  return sync()
}

function linked(to: string, from: string): void {
  rmSync(from, { recursive: true, force: true })
  symlinkSync(to, from)
}

const LEADING_OUT: [what: string, change: (places: Places) => unknown][] = [
  [
    'a `.git` file',
    ({ git, outside }) => {
      rmSync(git, { recursive: true })
      writeFileSync(git, `gitdir: ${outside}\n`)
    },
  ],
  [
    'a `.git` file with a relative path',
    ({ git, inside, outside }) => {
      rmSync(git, { recursive: true })
      writeFileSync(git, `gitdir: ${relative(inside, outside)}`)
    },
  ],
  [
    'a link to a git directory',
    ({ git, outside }) => {
      linked(outside, git)
    },
  ],
  [
    'a `.git` file that leads by a link',
    ({ root, git, outside }) => {
      rmSync(git, { recursive: true })
      symlinkSync(outside, join(root, 'link'))
      writeFileSync(git, 'gitdir: ../link\n')
    },
  ],
  [
    '`commondir`',
    ({ git, outside }) => {
      for (const name of ['objects', 'refs']) rmSync(join(git, name), { recursive: true })
      writeFileSync(join(git, 'commondir'), `${outside}\n`)
    },
  ],
  ['alternates', ({ git, outside }) => alternate(git, join(outside, 'objects'))],
  [
    'alternates with a relative path',
    ({ git, outside }) => alternate(git, relative(join(git, 'objects'), join(outside, 'objects'))),
  ],
  [
    'quoted alternates',
    ({ git, outside }) => alternate(git, `"${join(outside, 'objects').replace('o', '\\157')}"`),
  ],
  [
    'alternates of alternates',
    ({ root, git, outside }) => {
      alternate(git, join(root, 'shared', 'objects'))
      write(root, { 'shared/objects/info/alternates': `# more\n\n${outside}/objects\n` })
    },
  ],
  [
    'a link to objects',
    ({ git, outside }) => linked(join(outside, 'objects'), join(git, 'objects')),
  ],
  [
    'links to packs of objects',
    ({ git, outside }) => {
      const objects = join(outside, 'objects')
      rmSync(join(git, 'objects'), { recursive: true })
      mkdirSync(join(git, 'objects'))
      for (let byte = 0; byte < 256; byte += 1) {
        const name = byte.toString(16).padStart(2, '0')
        symlinkSync(join(objects, name), join(git, 'objects', name))
      }
    },
  ],
  [
    'a link within a folder that is linked',
    ({ root, git, outside }) => {
      renameSync(join(git, 'objects'), join(root, 'moved'))
      linked(join(root, 'moved'), join(git, 'objects'))
      linked(join(outside, 'objects', 'pack'), join(root, 'moved', 'pack'))
    },
  ],
  [
    'alternates in a linked folder',
    ({ root, git, outside }) => {
      alternate(git, '')
      write(root, { 'list/alternates': `${outside}/objects\n` })
      linked(join(root, 'list'), join(git, 'objects', 'info'))
    },
  ],
  ['a link to refs', ({ git, outside }) => linked(join(outside, 'refs'), join(git, 'refs'))],
  ['a link to HEAD', ({ git, outside }) => linked(join(outside, 'HEAD'), join(git, 'HEAD'))],
]

/** Leaves a repository without objects of its own. */
function alternate(git: string, line: string): void {
  rmSync(join(git, 'objects'), { recursive: true })
  write(git, { 'objects/info/alternates': `${line}\n` })
}

test('a repository on the disk that leads out of the granted folders is refused', async () => {
  const repository = createRepository(FILES)
  const { root } = startPlaces(repository)
  const ingestion = await startIngestion({ type: 'git', sourceRoots: [root] })
  const { store, organization_id, source, sync, clock } = ingestion
  const codes: Record<string, unknown> = {}

  for (const [what, change] of LEADING_OUT) {
    const places = startPlaces(repository)
    change(places)
    const config = { url: `file://${places.inside}` }
    await store.sources.update(organization_id, source?.id ?? '', { config }, clock.now)
    codes[what] = await sync()
    for (const place of [root, dirname(places.outside)]) rmSync(place, { recursive: true })
  }

  const refused = { error_code: 'source_forbidden', counters: { documents_ingested: 0 } }
  expect(codes).toMatchObject(Object.fromEntries(LEADING_OUT.map(([what]) => [what, refused])))
})

describe.each([
  ['the git of the system', SYSTEM],
  ['no git of the system', '/nowhere'],
])('a repository on the disk, read with %s (docs/behaviour.md#git-repositories)', (_, path) => {
  test('whose address is a `.git` file that leads out is refused', async () => {
    const places = startPlaces()
    writeFileSync(join(places.root, 'elsewhere'), `gitdir: ${places.outside}\n`)

    expect(await read(places, path, join(places.root, 'elsewhere'))).toMatchObject({
      error_code: 'source_forbidden',
    })
  })

  test('whose git directory lies elsewhere in the granted folders is read', async () => {
    const places = startPlaces()
    const { root, git } = places
    renameSync(git, join(root, 'data'))
    writeFileSync(git, 'gitdir: ../data\n')
    linked('/usr', join(root, 'data', 'hooks'))

    expect(counted(await read(places, path))).toMatchObject({ documents_ingested: 1 })
    expect(counted(await read(places, path, join(root, 'data')))).toMatchObject({
      documents_ingested: 1,
    })
  })

  test('is not found where there is none', async () => {
    const places = startPlaces()
    rmSync(places.git, { recursive: true })

    expect(await read(places, path)).toMatchObject({ error_code: 'source_unreachable' })
  })
})

test('a worktree and alternates within the granted folders are read', async () => {
  const places = startPlaces()
  const { root, git } = places
  const shared = join(root, 'shared')
  renameSync(join(git, 'objects'), shared)
  write(git, { 'objects/info/alternates': '../../../shared\n' })
  const linkedTree = join(root, 'tree')
  write(linkedTree, { '.git': `gitdir: ${git}/worktrees/tree\n` })
  write(git, {
    'worktrees/tree/HEAD': 'ref: refs/heads/main\n',
    'worktrees/tree/commondir': '../..\n',
    'worktrees/tree/gitdir': `${linkedTree}/.git\n`,
  })

  expect(counted(await read(places, SYSTEM))).toMatchObject({ documents_ingested: 1 })
  expect(counted(await read(places, SYSTEM, linkedTree))).toMatchObject({ documents_ingested: 1 })
})

test('a `.git` file in a git directory leads nowhere', async () => {
  const places = startPlaces()
  writeFileSync(join(places.git, '.git'), `gitdir: ${places.outside}\n`)
  rmSync(places.outside, { recursive: true })

  expect(counted(await read(places, SYSTEM))).toMatchObject({ documents_ingested: 1 })
})

test('a partial clone does not fetch what it lacks from elsewhere', async () => {
  const places = startPlaces()
  const { git, outside } = places
  const config = `[core]
	repositoryformatversion = 1
	bare = false
[extensions]
	partialClone = origin
[remote "origin"]
	url = file://${outside}
	promisor = true
`
  alternate(git, '')
  write(git, { config })

  expect(await read(places, SYSTEM)).toMatchObject({ error_code: 'source_unreachable' })
})
