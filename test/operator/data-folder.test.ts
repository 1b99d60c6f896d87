import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { checkDataFolder, closeToOthers, makeDataFolder } from '../../server/data-folder.ts'

let data_dir: string
beforeEach(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'data-'))
  data_dir = join(dir, 'a', 'data')
  onTestFinished(() => rm(dir, { recursive: true }))
  makeDataFolder({ data_dir })
})

const inside = (name: string) => join(data_dir, name)
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe('a data folder (docs/behaviour.md#data-folder)', () => {
  test('is made with the folders above it, and may be there', () => {
    makeDataFolder({ data_dir })

    expect(modeOf(data_dir)).toBe('700')
    expect(modeOf(join(data_dir, '..'))).toBe('700')
  })

  test('cannot be made below a file', () => {
    writeFileSync(inside('file'), '')

    expect(() => makeDataFolder({ data_dir: inside('file/data') })).toThrow(
      `SVC_DATA_DIR: the data folder ${inside('file/data')} cannot be made (ENOTDIR).`,
    )
  })

  test.each<[string, () => void]>([
    ['new', () => {}],
    ['empty', () => mkdirSync(inside('uploads'))],
    ['with a database', () => writeFileSync(inside('svc.db'), 'data')],
    [
      'with a database and a log',
      () => ['svc.db', 'svc.db-wal'].forEach((name) => writeFileSync(inside(name), '-')),
    ],
    ['with empty leftovers', () => writeFileSync(inside('svc.db-wal'), '')],
    ['with other files', () => writeFileSync(inside('last-backup.json'), '{}')],
  ])('is taken: %s', (_, prepare) => {
    prepare()

    expect(() => checkDataFolder({ data_dir })).not.toThrow()
  })

  test.each<[string, string, () => void]>([
    ['a log', 'svc.db-wal', () => writeFileSync(inside('svc.db-wal'), '-')],
    [
      'uploads',
      'uploads',
      () => {
        mkdirSync(inside('uploads'))
        writeFileSync(inside('uploads/a'), '')
      },
    ],
    ['widgets', 'widget', () => mkdirSync(inside('widget/a'), { recursive: true })],
  ])('is refused where %s is left of a database that is missing or empty', (_, name, prepare) => {
    prepare()

    const left = `but ${inside(name)} was left of it.`
    expect(() => checkDataFolder({ data_dir })).toThrow(`svc.db is missing, ${left}`)
    writeFileSync(inside('svc.db'), '')
    expect(() => checkDataFolder({ data_dir })).toThrow(`svc.db is empty, ${left}`)
  })

  test.each<[string, () => void]>([
    ['svc.db is not a file', () => mkdirSync(inside('svc.db'))],
    ['svc.db-shm is not a file', () => mkdirSync(inside('svc.db-shm'))],
    ['uploads is not a folder', () => writeFileSync(inside('uploads'), '')],
  ])('is refused where %s', (words, prepare) => {
    prepare()

    expect(() => checkDataFolder({ data_dir })).toThrow(`SVC_DATA_DIR: ${inside(words)}.`)
  })
})

describe.skipIf(process.platform === 'win32')(
  'what others could read (docs/behaviour.md#data-folder)',
  () => {
    test('is closed and counted, once', () => {
      mkdirSync(inside('uploads/deep'), { recursive: true })
      mkdirSync(inside('own'))
      for (const name of ['svc.db', 'uploads/deep/a', 'own/a']) writeFileSync(inside(name), '')
      const open = ['svc.db', 'uploads', 'uploads/deep', 'uploads/deep/a', 'own', 'own/a']
      for (const name of open) chmodSync(inside(name), 0o755)

      expect(closeToOthers({ data_dir })).toEqual({ closed: 4, refused: [] })
      expect(open.map((name) => modeOf(inside(name)))).toEqual([
        '700',
        '700',
        '700',
        '700',
        '755',
        '755',
      ])
      expect(closeToOthers({ data_dir })).toEqual({ closed: 0, refused: [] })
    })

    test('stays open where the folder is shared, which is told', () => {
      chmodSync(data_dir, 0o1777)

      expect(closeToOthers({ data_dir })).toEqual({ closed: 0, refused: [data_dir] })
      expect(modeOf(data_dir)).toBe('777')
    })

    test('is not followed over links', () => {
      const elsewhere = join(data_dir, '..', 'elsewhere')
      writeFileSync(elsewhere, '', { mode: 0o644 })
      chmodSync(elsewhere, 0o644)
      symlinkSync(elsewhere, inside('link'))

      expect(closeToOthers({ data_dir })).toEqual({ closed: 0, refused: [] })
      expect(modeOf(elsewhere)).toBe('644')
    })
  },
)
