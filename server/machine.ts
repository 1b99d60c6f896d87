import { statfsSync } from 'node:fs'
import { createBackupDownload } from './backup-download.ts'
import type { Config } from './config.ts'
import type { MachineState, ServiceState } from './contract/health.ts'
import { timeOfLastBackup } from './last-backup.ts'
import { reach } from './models/reach.ts'
import { readProviders } from './models/registry.ts'
import { describePlace } from './open-store.ts'
import type { Machine } from './resources/service-state.ts'
import type { Store } from './storage/store.ts'

const ASKED_AGAIN_MS = 60_000

/** The machine as the console shows it (docs/behaviour.md#the-state-of-the-service). */
export function createMachine(config: Config, store: Pick<Store, 'jobs'>): Machine {
  let asked: { at: number; states: Promise<ServiceState['providers']> } | null = null
  return {
    state: async () => ({ ...describeMachine(config), ...(await countJobs(store)) }),
    providers() {
      const now = performance.now()
      if (!asked || now - asked.at > ASKED_AGAIN_MS) asked = { at: now, states: askAll(config) }
      return asked.states
    },
    backUp: createBackupDownload(config),
  }
}

function askAll(config: Config): Promise<ServiceState['providers']> {
  const providers = Object.entries(readProviders(config))
  return Promise.all(
    providers.map(async ([name, provider]) => ({ name, problem: await reach(provider) })),
  )
}

function describeMachine(config: Config): Omit<MachineState, 'waiting_jobs' | 'running_jobs'> {
  const { bavail, bsize } = statfsSync(config.data_dir)
  return {
    database: config.database_url === null ? 'sqlite' : 'postgresql',
    database_bytes: describePlace(config).bytes(),
    free_bytes: bavail * bsize,
    last_backup_at: timeOfLastBackup(config),
    backup_schedule: config.backup?.schedule ?? null,
  }
}

async function countJobs({ jobs }: Pick<Store, 'jobs'>) {
  const counts = await jobs.counts()
  const of = (wanted: string) => counts.find(({ status }) => status === wanted)?.jobs ?? 0
  return { waiting_jobs: of('queued'), running_jobs: of('running') }
}
