import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../server/config.ts'

const folder = join(import.meta.dirname, '../../packaging/compose')
const given: Record<string, string> = {
  DOMAIN: 'assistant.example.com',
  DATABASE_PASSWORD: 'secret',
  SECRET_KEY: 'k'.repeat(32),
}

interface Composed {
  services: Record<string, { environment?: Record<string, string | number> }>
}

/** The settings of each service that runs the program, with variables replaced. */
function settingsIn(file: string): [service: string, settings: Record<string, string>][] {
  const text = readFileSync(join(folder, file), 'utf8')
  const filled = text.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, name: string) => given[name] ?? '')
  const { services } = parse(filled, { merge: true }) as Composed
  return Object.entries(services)
    .filter(([name]) => name.startsWith('assistant'))
    .map(([name, { environment = {} }]) => [
      name,
      Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, `${value}`])),
    ])
}

const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'))

test.each(files)('the settings in %s are accepted', (file) => {
  const services = settingsIn(file)

  const configs = services.map(([, settings]) => readConfig(settings))

  expect(configs.length).toBeGreaterThan(0)
  for (const config of configs) expect(config.public_url).toBe('https://assistant.example.com')
})

test('the processes of several.yaml share a database and a key', () => {
  const configs = settingsIn('several.yaml').map(([, settings]) => readConfig(settings))

  const shared = configs.map(({ database_url, secret_key }) => `${database_url} ${secret_key}`)

  expect(shared).toHaveLength(3)
  expect(new Set(shared)).toEqual(
    new Set([`postgres://assistant:secret@database/assistant ${'k'.repeat(32)}`]),
  )
})
