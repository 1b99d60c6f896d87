import { execFileSync } from 'node:child_process'
import { cpSync, globSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../../scripts/check/source-files.ts'
import { debianPackage } from '../release/debian.ts'
import { type Form, npmPackage, portableFolder } from '../release/forms.ts'
import { image, standIns } from '../release/image.ts'
import { tryOut } from '../release/journey.ts'
import { limits } from '../release/limits.ts'
import { createPlace, type Place } from '../release/place.ts'
import { type Finding, figure, judge, notRun, progress, type Table, UsageError } from '../table.ts'

/** Each form installs itself in an empty place and says how it is started there. */
const forms = {
  npm: npmPackage,
  portable: portableFolder,
  debian: debianPackage,
  image,
} satisfies Record<string, Form>
type Name = keyof typeof forms

/**
 * `npm run proof -- release [FORM …] [limits]`: makes the forms of the release, installs each in an
 * empty place where the checkout cannot be read, and asks a question. `limits` tries the built
 * program with 20,000 documents in little memory, which takes some minutes.
 */
export async function* prove(args: string[]): AsyncIterable<Table> {
  if (args.includes('limits')) yield { title: 'release: limits', findings: await limits() }
  if (args.length === 1 && args[0] === 'limits') return
  const names = Object.keys(forms) as Name[]
  const unknown = args.filter((name) => name !== 'limits' && !names.includes(name as Name))
  if (unknown.length > 0) throw new UsageError(`One of ${names.join(', ')} or limits is needed.`)
  const chosen = names.filter((name) => args.length === 0 || args.includes(name))
  await release(chosen)
  for (const name of chosen) {
    progress(name)
    await using place = await createPlace()
    yield { title: `release: ${name}`, findings: await run(name, place) }
  }
}

/** Makes the chosen forms; the image where buildah can make it. */
async function release(chosen: Name[]): Promise<void> {
  await using place = await createPlace()
  const images = chosen.includes('image') ? await standIns(place) : {}
  const made = chosen.filter((name) => name !== 'image' || images)
  progress(`npm run release -- ${made.join(' ')}`)
  const env = { ...process.env, ...images }
  execFileSync('npm', ['run', '--silent', 'release', '--', ...made], { cwd: root, env })
}

async function run(name: Name, place: Place): Promise<Finding[]> {
  const { file, install, finish }: Form = forms[name]
  const [released] = globSync(join(root, 'release', file))
  if (!released) return [notRun('the form works', 'it cannot be made here')]
  const path = join(place.dir, basename(released))
  cpSync(released, path)
  const readable = await place.run(['ls', '-A', root])
  const since = performance.now()
  const outcome = await install(place, path)
  if (!outcome) return [notRun('the form works', 'it takes root and debootstrap')]
  const { installed, findings } = outcome
  const size = figure('size to download', `${(statSync(path).size / 1e6).toFixed(1)} MB`)
  const hidden = judge('nothing of the checkout can be read there', readable ? [readable] : [])
  const tried = await tryOut(place, installed, since)
  return [size, hidden, ...findings, ...tried, ...((await finish?.(place, path, installed)) ?? [])]
}
