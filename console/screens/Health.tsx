import type { MachineState, ServiceState } from '../../server/contract/health.ts'
import { useRead } from '../cache.ts'
import { operationAddress, requireConfirmed } from '../client.ts'
import { saveAddress } from '../files.ts'
import { addressOf } from '../location.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { Title } from '../parts/Title.tsx'
import { attempt } from '../parts/Toast.tsx'
import { isLoopback } from '../reach.ts'
import { may } from '../session.ts'
import { fill, shownBytes, shownCount, shownTime, texts } from '../strings.ts'

/** How the service does, and for the operator's staff the machine below it. */
export default function Health() {
  const { health: words } = texts.value
  const entry = useRead('getServiceState')
  return (
    <>
      <Title>{words.title}</Title>
      <p class="lead">{words.lead}</p>
      <Loaded of="getServiceState" entry={entry}>
        {(state) => (
          <>
            <Service state={state} />
            <Providers state={state} />
            {state.machine && <Machine machine={state.machine} />}
            {state.machine && <Backup machine={state.machine} />}
          </>
        )}
      </Loaded>
      {may('organization.export') && (
        <section class="card">
          <p>{words.exportLead}</p>
          <a class="button" href={addressOf('settings')}>
            {words.toExport}
          </a>
        </section>
      )}
    </>
  )
}

function Service({ state: { version, public_url } }: { state: ServiceState }) {
  const { health: words } = texts.value
  const { hostname, protocol } = new URL(public_url)
  const reached = protocol === 'https:' ? words.isPublic : words.isPlain
  return (
    <section class="card">
      <h2>{words.service}</h2>
      <dl class="facts">
        <Fact name={words.version} value={version} />
        <Fact
          name={words.address}
          value={fill(isLoopback(hostname) ? words.isLocal : reached, { url: public_url })}
        />
      </dl>
    </section>
  )
}

function Providers({ state: { providers } }: { state: ServiceState }) {
  const { health: words } = texts.value
  return (
    <section class="card">
      <h2>{words.models}</h2>
      {providers.length === 0 && <p>{words.noProviders}</p>}
      <dl class="facts">
        {providers.map(({ name, problem }) => (
          <Fact
            key={name}
            name={name}
            value={problem ? fill(words.fails, { problem }) : words.works}
          />
        ))}
      </dl>
    </section>
  )
}

function Machine({ machine }: { machine: MachineState }) {
  const { health: words } = texts.value
  const { database, database_bytes, free_bytes, last_backup_at, backup_schedule } = machine
  const jobs = {
    running: shownCount(machine.running_jobs),
    waiting: shownCount(machine.waiting_jobs),
  }
  return (
    <section class="card">
      <h2>{words.machine}</h2>
      <dl class="facts">
        <Fact
          name={words.database}
          value={fill(words[database], { size: shownBytes(database_bytes ?? 0) })}
        />
        <Fact name={words.disk} value={shownBytes(free_bytes)} />
        <Fact name={words.jobs} value={fill(words.jobCounts, jobs)} />
        <Fact
          name={words.backup}
          value={last_backup_at ? shownTime(last_backup_at) : words.noBackup}
        />
        <Fact name={words.schedule} value={backup_schedule ?? words.noSchedule} />
      </dl>
    </section>
  )
}

function Backup({ machine: { database } }: { machine: MachineState }) {
  const { health: words } = texts.value
  return (
    <section class="card">
      <h2>{words.backupTitle}</h2>
      {database === 'postgresql' ? (
        <p>{words.elsewhere}</p>
      ) : (
        <>
          <p>{words.backupLead}</p>
          <button class="button" type="button" onClick={() => attempt(download)}>
            {words.backupSubmit}
          </button>
        </>
      )}
    </section>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** The browser takes the file by itself, so what it would be refused for is asked before. */
async function download(): Promise<void> {
  await requireConfirmed()
  saveAddress(operationAddress('downloadBackup'))
}
