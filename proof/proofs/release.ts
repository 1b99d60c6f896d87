import { execFileSync } from 'node:child_process'
import { cpSync, globSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../../scripts/check/source-files.ts'
import { debianPackage } from '../release/debian.ts'
import { type Form, npmPackage, portableFolder } from '../release/forms.ts'
import { tryOut } from '../release/journey.ts'
import { createPlace, type Place } from '../release/place.ts'
import { type Finding, figure, judge, notRun, progress, type Table, UsageError } from '../table.ts'

/** Each form installs itself in an empty place and says how it is started there. */
const forms = { npm: npmPackage, portable: portableFolder, debian: debianPackage } satisfies Record<
  string,
  Form
>
type Name = keyof typeof forms

/**
 * `npm run proof -- release [FORM …]`: makes the forms of the release, installs each in an empty
 * place where the checkout cannot be read, and asks a question.
 */
export async function* prove(args: string[]): AsyncIterable<Table> {
  const names = Object.keys(forms) as Name[]
  const unknown = args.filter((name) => !names.includes(name as Name))
  if (unknown.length > 0) throw new UsageError(`A form is one of ${names.join(', ')}.`)
  const chosen = names.filter((name) => args.length === 0 || args.includes(name))
  progress(`npm run release -- ${chosen.join(' ')}`)
  execFileSync('npm', ['run', '--silent', 'release', '--', ...chosen], { cwd: root })
  for (const name of chosen) {
    progress(name)
    await using place = await createPlace()
    yield { title: `release: ${name}`, findings: await run(name, place) }
  }
}

async function run(name: Name, place: Place): Promise<Finding[]> {
  const { file, install, finish }: Form = forms[name]
  const [released = ''] = globSync(join(root, 'release', file))
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
