import { execFileSync } from 'node:child_process'
import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { BUILDAH } from '../../packaging/image.ts'
import { which } from '../../test/support/which.ts'
import { figure, progress } from '../table.ts'
import { debianBase } from './debian-base.ts'
import { type Form, megabytes } from './forms.ts'
import type { Place } from './place.ts'

/** Where no registry can be reached: a Debian, and one with Node and npm. */
const RUN_IMAGE = 'localhost/knowledge-assistant-debian'
const BUILD_IMAGE = 'localhost/knowledge-assistant-debian-node'

/**
 * For the release: the images that stand in for those of the Dockerfile. null where no image can be
 * made.
 */
export async function standIns(place: Place): Promise<Record<string, string> | null> {
  if (process.getuid?.() !== 0 || !which('buildah')) return null
  const images = buildah('images', '--format', '{{.Name}}').split('\n')
  if (!images.includes(RUN_IMAGE)) await makeImage(place, RUN_IMAGE, () => {})
  if (!images.includes(BUILD_IMAGE)) await makeImage(place, BUILD_IMAGE, addNode)
  return { BUILD_IMAGE, RUN_IMAGE }
}

async function makeImage(
  place: Place,
  name: string,
  add: (root: string, container: string) => void,
): Promise<void> {
  progress(`the image ${name}`)
  const container = buildah('from', 'scratch')
  const root = buildah('mount', container)
  await place.run(['cp', '-a', `${await debianBase(place)}/.`, root])
  add(root, container)
  buildah('commit', '--rm', container, name)
}

/** The Node that runs the proof, and npm with the authorities that it trusts here. */
function addNode(root: string, container: string): void {
  const local = join(root, 'usr/local')
  cpSync(process.execPath, join(local, 'bin/node'))
  const npm = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim()
  cpSync(join(npm, 'npm'), join(local, 'lib/node_modules/npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'))
  const { NODE_EXTRA_CA_CERTS: authorities } = process.env
  if (!authorities) return
  cpSync(authorities, join(root, 'authorities.pem'))
  buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/authorities.pem', container)
}

/** Unpacked, and started as its configuration says, with a file system that cannot be written. */
export const image: Form = {
  file: '*.oci.tar',
  async install(place, path) {
    const container = buildah('from', `oci-archive:${path}`)
    const root = join(place.dir, 'root')
    await place.run(['cp', '-a', buildah('mount', container), root])
    const { OCIv1 } = JSON.parse(buildah('inspect', container)) as Inspected
    buildah('rm', container)
    const { User, Env, Entrypoint } = OCIv1.config
    const enter = [
      'mount --bind "$0" "$0" && mount --bind "$0/data" "$0/data"',
      'mount -o remount,bind,ro "$0" && mount -t proc proc "$0/proc"',
      'mount --rbind /dev "$0/dev" && mount -t tmpfs none "$0/tmp"',
      `exec chroot --userspec=${User} "$0" "$@"`,
    ].join(' && ')
    // As with `docker run --env SVC_DEMO=on`.
    const env = [...Env, 'SVC_DEMO=on']
    const command = ['sh', '-c', enter, root, 'env', ...env, ...Entrypoint]
    const size = await megabytes(place, root)
    return { installed: { command }, findings: [figure('size unpacked', `${size} MB`)] }
  },
}

interface Inspected {
  OCIv1: { config: { User: string; Env: string[]; Entrypoint: string[] } }
}

function buildah(...args: string[]): string {
  return execFileSync('buildah', [...BUILDAH, ...args], { encoding: 'utf8' }).trim()
}
