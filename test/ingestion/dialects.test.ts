import { readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { expect, test } from 'vitest'
import { read } from './read.ts'

const FOLDER = join(import.meta.dirname, 'dialects')
const pages = readdirSync(FOLDER).filter((file) => !file.endsWith('.golden'))

/** Headings with their fragment and role, then each block below its kind. */
async function written(page: string): Promise<string> {
  const source = readFileSync(join(FOLDER, page), 'utf8')
  const { title, description, sections } = await read(page, source)
  const parts = [`= ${title}${description ? `\n${description}` : ''}`]
  for (const { headings, fragment, role, blocks } of sections) {
    const facts = [fragment && `#${fragment}`, role && `(${role})`].filter(Boolean)
    parts.push(['==', headings.join(' › '), ...facts].join(' '))
    for (const { kind, text, admonition, title: name } of blocks) {
      const more = [admonition && `in ${admonition}`, name && `titled "${name}"`].filter(Boolean)
      parts.push(`--- ${[kind, ...more].join(', ')}\n${text}`)
    }
  }
  return `${parts.join('\n\n')}\n`
}

// `vitest -u` writes the files anew; read what changes.
test.each(pages)('the page of a dialect is read as %s.golden says', async (page) => {
  await expect(await written(page)).toMatchFileSnapshot(join(FOLDER, `${parse(page).name}.golden`))
})
