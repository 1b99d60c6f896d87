import { describe, expect, test } from 'vitest'
import { createOutline, titleFromPath } from '../../server/ingestion/extracted.ts'
import { read } from './read.ts'

describe('titles and headings', () => {
  test.each([
    ['a letter', 'x'],
    ['a character beyond the first plane', '😀'],
  ])('are cut at 500 characters of %s, because every passage repeats them', async (_, letter) => {
    const long = letter.repeat(600)

    const { title, sections } = await read('a.md', `# ${long}\n\n## ${long}\n\nText.`)

    expect(title).toBe(letter.repeat(500))
    expect(sections[0]?.headings).toEqual([letter.repeat(500)])
  })

  test('are those of the document where none are given with it', async () => {
    expect((await read('a.md', '# Own\n\nText.', { title: '' })).title).toBe('Own')
    expect((await read('a.md', '# Own\n\nText.', { title: 'Given' })).title).toBe('Given')
  })

  test('of one block make a document that is not empty', async () => {
    expect((await read('a.md', 'Text.')).sections).toHaveLength(1)
  })

  test.each([
    ['guide/getting-started_guide.md', 'getting started guide'],
    ['guide/01-install.md', 'install'],
    ['guide/index.html', 'guide'],
    ['guide/README.md', 'guide'],
    ['index.md', 'index'],
  ])('are made of the path as a last resort: %s', (path, title) => {
    expect(titleFromPath(path)).toBe(title)
  })

  test('make a path, which a heading of the same level or above ends', () => {
    const outline = createOutline()
    const entered = [
      outline.enter(1, 'A'),
      outline.enter(3, 'B'),
      outline.enter(3, 'C'),
      outline.enter(2, 'D'),
      outline.enter(1, 'E'),
      outline.enter(1, 'F'),
    ]

    expect(entered).toEqual([['A'], ['A', 'B'], ['A', 'C'], ['A', 'D'], ['E'], ['F']])
  })
})
