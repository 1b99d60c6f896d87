import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { which } from '../../test/support/which.ts'
import { type Finding, figure, judge, notRun } from '../table.ts'
import { debianBase } from './debian-base.ts'
import { type Form, megabytes } from './forms.ts'
import { askOnce } from './journey.ts'
import type { Place } from './place.ts'

const MOST_EXPOSED = 2.5

const DATA = 'var/lib/knowledge-assistant/svc.db'
const BACKUPS = 'var/backups/knowledge-assistant'
const SETTINGS = 'etc/knowledge-assistant/settings.env'

/** Installed, upgraded and removed by dpkg in the root of a new Debian. */
export const debianPackage: Form = {
  file: '*_amd64.deb',
  async install(place, path) {
    if (process.getuid?.() !== 0 || !which('debootstrap')) return null
    const root = rootOf(place)
    await place.run(['cp', '-a', await debianBase(place), root])
    await dpkg(place, ['--install'], path)
    // The settings of an operator, which the upgrade has to leave.
    const settings = readFileSync(join(root, SETTINGS), 'utf8')
    writeFileSync(join(root, SETTINGS), settings.replace('SVC_DEMO=off', 'SVC_DEMO=on'))
    const size = await megabytes(place, join(root, 'usr/lib/knowledge-assistant'))
    return {
      installed: { command: [...inside(root), 'knowledge-assistant'] },
      findings: [
        figure('size unpacked', `${size} MB`),
        await exposure(place),
        await lint(place, path),
      ],
    }
  },
  async finish(place, path, installed) {
    const root = rootOf(place)
    const backUp = ['backup', '--to', `/${BACKUPS}`, '--keep', '2']
    await place.run([...installed.command, ...backUp])
    await dpkg(place, ['--install'], await laterVersion(place, path))
    const { faults } = await askOnce(place, installed)
    const kept = readFileSync(join(root, SETTINGS), 'utf8').includes('SVC_DEMO=on')
    await place.run([...inside(root), 'dpkg', '--remove', 'knowledge-assistant'])
    const isGone = !existsSync(join(root, 'usr/bin/knowledge-assistant'))
    return [
      judge('a later version takes its place and answers', faults),
      judge('the settings outlast the upgrade', kept ? [] : ['they were replaced']),
      judge('it is removed, and data and backup stay', [
        ...(readdirSync(join(root, BACKUPS)).length === 1 ? [] : ['the backup is gone']),
        ...(isGone ? [] : ['the command is still there']),
        ...(existsSync(join(root, DATA)) ? [] : ['the data is gone']),
      ]),
    ]
  },
}

function rootOf(place: Place): string {
  return join(place.dir, 'root')
}

/** The command that runs the rest of a command in a root of its own. */
function inside(root: string): string[] {
  const enter =
    'mount -t proc none "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"'
  return ['sh', '-c', enter, root]
}

async function dpkg(place: Place, options: string[], file: string): Promise<void> {
  const root = rootOf(place)
  await place.run(['cp', file, join(root, 'tmp/package.deb')])
  await place.run([...inside(root), 'dpkg', ...options, '/tmp/package.deb'])
}

/** The same package under a higher version. */
async function laterVersion(place: Place, path: string): Promise<string> {
  const [tree, file] = [join(place.dir, 'later'), join(place.dir, 'later.deb')]
  await place.run(['dpkg-deb', '--raw-extract', path, tree])
  const control = join(tree, 'DEBIAN/control')
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*/m, '$&+later'))
  await place.run(['dpkg-deb', '--root-owner-group', '-Znone', '--build', tree, file])
  return file
}

async function exposure(place: Place): Promise<Finding> {
  const what = `the unit is exposed by at most ${MOST_EXPOSED}`
  if (!which('systemd-analyze')) return notRun(what, 'systemd-analyze is not installed')
  const unit = join(rootOf(place), 'usr/lib/systemd/system/knowledge-assistant.service')
  const told = await place.run(['systemd-analyze', 'security', '--offline=true', unit])
  const level = Number(/exposure level[^:]*: ([\d.]+)/.exec(told)?.[1] ?? Number.NaN)
  return judge(what, level <= MOST_EXPOSED ? [] : [told.slice(-80)], String(level))
}

async function lint(place: Place, path: string): Promise<Finding> {
  const what = 'lintian finds no error'
  if (!which('lintian')) return notRun(what, 'lintian is not installed')
  const told = await place.run(['lintian', '--fail-on', 'none', '--tag-display-limit', '0', path])
  return judge(
    what,
    told.split('\n').filter((line) => line.startsWith('E:')),
  )
}
