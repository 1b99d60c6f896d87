import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Proxies whose example can be run: program, arguments that print its version, and language. */
export const proxies = {
  nginx: { program: 'nginx', version: ['-v'], language: 'nginx', configure: nginx },
  Caddy: { program: 'caddy', version: ['version'], language: 'caddyfile', configure: caddy },
  Apache: { program: 'apache2', version: ['-v'], language: 'apache', configure: apache },
}
export type ProxyName = keyof typeof proxies

/** What an example needs to run here: without TLS, on a port, in front of `upstream`. */
interface Place {
  /** A folder for configuration and temporary files. */
  dir: string
  sample: string
  port: number
  upstream: string
}

/** Writes the configuration and returns the command that serves it in the foreground. */
export function commandOf(name: ProxyName, place: Place): string[] {
  const dir = join(place.dir, 'proxy')
  mkdirSync(dir)
  const sample = place.sample.replaceAll('http://127.0.0.1:8787', place.upstream)
  return proxies[name].configure({ ...place, dir, sample })
}

function nginx({ dir, sample, port }: Place): string[] {
  const site = sample
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replace(/^ *ssl_.*\n/gm, '')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(dir, name)};`,
  )
  const config = `user root; pid ${join(dir, 'pid')}; error_log stderr; events {}
    http { access_log off; ${paths.join(' ')}\n${site} }`
  return ['nginx', '-c', written(dir, config), '-g', 'daemon off;']
}

function caddy({ dir, sample, port, upstream }: Place): string[] {
  const site = sample
    .replace('assistant.example.com', `http://127.0.0.1:${port}`)
    .replace('127.0.0.1:8787', upstream)
  const config = `{\n admin off\n log {\n output discard\n }\n}\n${site}`
  return ['caddy', 'run', '--adapter', 'caddyfile', '--config', written(dir, config)]
}

function apache({ dir, sample, port }: Place): string[] {
  const site = sample.replace('*:443', `127.0.0.1:${port}`).replace(/^ *SSL.*\n/gm, '')
  const program = execFileSync('which', ['apache2'], { encoding: 'utf8' }).trim()
  const modules = join(dirname(program), '../lib/apache2/modules')
  const load = ['mpm_event', 'authz_core', 'proxy', 'proxy_http'].map(
    (name) => `LoadModule ${name}_module ${join(modules, `mod_${name}.so`)}`,
  )
  const config = [
    ...load,
    `ServerRoot ${dir}`,
    `PidFile ${join(dir, 'pid')}`,
    `DefaultRuntimeDir ${dir}`,
    'ServerName localhost',
    `ErrorLog ${join(dir, 'error.log')}`,
    `Listen 127.0.0.1:${port}`,
    site,
  ].join('\n')
  return ['apache2', '-D', 'FOREGROUND', '-f', written(dir, config)]
}

function written(dir: string, config: string): string {
  const file = join(dir, 'proxy.conf')
  writeFileSync(file, config)
  return file
}

/** The first block of that language in a page of the documentation. */
export function sampleOf(page: string, language: string): string {
  const file = join(import.meta.dirname, '../../demo-site/knowledge', page)
  const [, sample] =
    new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(readFileSync(file, 'utf8')) ?? []
  if (!sample) throw new Error(`The documentation has no example in ${language}.`)
  return sample
}

/** Runs a command that serves. */
export function startProxy([program = '', ...args]: string[]): {
  child: ChildProcess
  errors: () => string
} {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let text = ''
  child.stderr.on('data', (bytes: Buffer) => {
    text += bytes.toString()
  })
  return { child, errors: () => text.replaceAll(/\s+/g, ' ') }
}

/** nginx writes it to stderr. */
export function versionOf(name: ProxyName, program: string): string {
  const { stdout, stderr } = spawnSync(program, proxies[name].version, { encoding: 'utf8' })
  return /\d+\.\d+\.\d+/.exec(stdout + stderr)?.[0] ?? 'of unknown version'
}
