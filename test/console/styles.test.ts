import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../console/styles')

/** Stylesheets that are there from the first visit on; others may build on their classes. */
const FIRST = new Set([
  'base.css',
  'controls.css',
  'parts.css',
  'screens.css',
  'frame.css',
  'knowledge.css',
])

/** Classes that a stylesheet defines: those that a rule begins with and ends with. */
function definedIn(file: string): string[] {
  const css = readFileSync(join(root, file), 'utf8').replace(/\/\*[^]*?\*\//g, '')
  const selectors = [...css.matchAll(/(?:^|[};])\s*([^{};@]+)\{/g)].flatMap(
    ([, list]) => list?.split(',') ?? [],
  )
  return selectors.flatMap((selector) => /^\.([\w-]+)$/.exec(selector.trim())?.slice(1) ?? [])
}

test('no two screens define the same class: all stylesheets stay once they are loaded', () => {
  const owners = new Map<string, Set<string>>()
  for (const file of globSync('*.css', { cwd: root })) {
    if (FIRST.has(file)) continue
    for (const name of definedIn(file)) owners.set(name, (owners.get(name) ?? new Set()).add(file))
  }

  const shared = [...owners].filter(([, files]) => files.size > 1)

  expect(owners.size).toBeGreaterThan(20)
  expect(shared.map(([name, files]) => [name, [...files]])).toEqual([])
})

test('no screen restyles the entrance, which is shown again when a session has ended', () => {
  const entrance = readFileSync(join(root, '../parts/Entrance.tsx'), 'utf8')
  const classes = [...entrance.matchAll(/class="([^"]+)"/g)].flatMap(([, names]) =>
    names!.split(' '),
  )
  const later = globSync('*.css', { cwd: root }).filter((file) => !FIRST.has(file))

  expect(classes).toContain('sample-answer')
  expect(classes.filter((name) => later.flatMap(definedIn).includes(name))).toEqual([])
})
