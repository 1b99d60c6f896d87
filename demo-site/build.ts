/**
 * Builds the demo site: the files of `public/`, the pictures of `images/`, one stylesheet made of
 * `styles/`, the pages of `pages/`, and one page under `docs/` for each document of `knowledge/`.
 *
 *   node demo-site/build.ts [OUT]      OUT is dist/demo-site by default
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { argv } from 'node:process'
import { documentationPages } from './docs.ts'
import { frontMatterOf, type Page, pageHtml } from './page.ts'

const here = import.meta.dirname

/** The parts of `site.css`, in the order of the cascade. */
const STYLES = ['base', 'frame', 'front-page', 'documentation', 'how-it-works', 'screens']

async function build(out: string): Promise<void> {
  const template = await readFile(join(here, 'page.html'), 'utf8')
  await rm(out, { recursive: true, force: true })
  await cp(join(here, 'public'), out, { recursive: true })
  await cp(join(here, 'images'), join(out, 'images'), { recursive: true })
  await writeFile(join(out, 'site.css'), await stylesheet())
  await mkdir(join(out, 'docs'))
  const pages = [...(await readPages()), ...(await documentationPages(join(here, 'knowledge')))]
  for (const page of pages) await writeFile(join(out, page.path), pageHtml(template, page))
}

/** One file, so that a page needs one request for it. */
async function stylesheet(): Promise<string> {
  const parts = STYLES.map((name) => readFile(join(here, 'styles', `${name}.css`), 'utf8'))
  return (await Promise.all(parts)).join('\n')
}

async function readPages(): Promise<Page[]> {
  const names = await readdir(join(here, 'pages'))
  return Promise.all(
    names.map(async (name) => {
      const { fields, body } = frontMatterOf(
        name,
        await readFile(join(here, 'pages', name), 'utf8'),
      )
      return { ...fields, path: `/${name}`, body }
    }),
  )
}

await build(argv[2] ?? join(here, '../dist/demo-site'))
