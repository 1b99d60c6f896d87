import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { progress } from '../table.ts'
import type { Place } from './place.ts'

const SUITE = 'bookworm'
const base = join(tmpdir(), `knowledge-assistant-${SUITE}`)

/** The root of a Debian without anything else, made once for all runs. */
export async function debianBase(place: Place): Promise<string> {
  if (existsSync(base)) return base
  progress(`debootstrap ${SUITE}`)
  const made = join(place.dir, 'base')
  await place.run(['debootstrap', '--variant=minbase', '--include=adduser', SUITE, made])
  await place.run(['mv', made, base])
  return base
}
