import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from '../../test/support/engines/engine.ts'
import { type Journey, journeys } from '../../test/support/engines/journeys.ts'
import { travel } from '../../test/support/engines/travel.ts'
import { findPlaces } from '../engines/places.ts'
import { engines } from '../engines/programs.ts'
import { type Finding, judge, notRun, progress, type Table } from '../table.ts'

const FOLDER = join(import.meta.dirname, '../../screenshots/engines')

/**
 * `npm run proof -- engines`: what a visitor does with the widget, in Chromium, Firefox and
 * WebKitGTK, and whether links lead to the quotations of a card. Installs missing browsers from
 * Debian's packages, as root. Writes a picture of the end of each journey to `screenshots/engines`.
 */
export async function* prove(): AsyncIterable<Table> {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  for (const [name, start] of Object.entries(engines)) {
    await using engine = await start()
    const title = `engines: ${name}`
    if (engine) yield { title: `${title} ${engine.version}`, findings: await run(name, engine) }
    else yield { title, findings: [notRun('all journeys', 'the browser is not installed')] }
  }
}

async function run(name: string, engine: Engine): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [title, journey] of Object.entries(journeys)) {
    progress(`${name}: ${title}`)
    findings.push(await make(engine, title, journey))
    const file = `${name} ${title}.png`.toLowerCase().replaceAll(/[^a-z0-9.]+/g, '-')
    await writeFile(join(FOLDER, file), await engine.picture())
  }
  return [...findings, ...(await findPlaces(engine))]
}

async function make(engine: Engine, title: string, journey: Journey): Promise<Finding> {
  try {
    return judge(title, [], (await travel(engine, journey)) ?? '')
  } catch (error) {
    return judge(title, [(error as Error).message])
  }
}
