import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, figure, judge } from '../table.ts'
import type { Installed } from './journey.ts'
import type { Place } from './place.ts'

/** A form of the release: which file it is, and how it is installed in an empty place. */
export interface Form {
  /** Pattern of its name in the folder of the release. */
  file: string
  /** `path` is its file, which has been brought into the place. null: it cannot be tried here. */
  install(place: Place, path: string): Promise<Outcome | null>
  /** What is to be tried once it has been asked. */
  finish?(place: Place, path: string, installed: Installed): Promise<Finding[]>
}

export interface Outcome {
  installed: Installed
  findings: Finding[]
}

/** The budgets of what is on the disk after installing, in MB. */
const MOST_INSTALLED = { npm: 120 }

export const npmPackage: Form = {
  file: '*.tgz',
  async install(place, path) {
    place.bringNode()
    const command = ['npx', '--yes', `file:${path}`]
    await place.run([...command, '--version'])
    const size = await megabytes(place, join(place.dir, 'cache/_npx'))
    const tooLarge = size > MOST_INSTALLED.npm ? [`${size} MB`] : []
    return {
      installed: { command },
      findings: [judge(`at most ${MOST_INSTALLED.npm} MB are installed`, tooLarge, `${size} MB`)],
    }
  },
}

export const portableFolder: Form = {
  file: '*-linux-x64.tar.gz',
  async install(place, path) {
    const folder = join(place.dir, 'unpacked')
    mkdirSync(folder)
    await place.run(['tar', '-xzf', path, '--strip-components=1', '-C', folder])
    return {
      installed: { command: [join(folder, 'bin/svc')] },
      findings: [figure('size unpacked', `${await megabytes(place, folder)} MB`)],
    }
  },
}

export async function megabytes(place: Place, folder: string): Promise<number> {
  return Number.parseInt(await place.run(['du', '-sB1000000', folder]), 10)
}
