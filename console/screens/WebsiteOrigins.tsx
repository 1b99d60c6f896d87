import type { Deployment, DeploymentOrigin } from '../../server/contract/deployment.ts'
import { useRead } from '../cache.ts'
import { changeOrigins, type OriginChange } from '../deployments.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { OriginEntry } from '../parts/OriginEntry.tsx'
import { Table } from '../parts/Table.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import { may } from '../session.ts'
import { fill, shownTime, texts } from '../strings.ts'

const MAX_ORIGINS = 20

/** The websites that may show a widget, with how each is doing. */
export function WebsiteOrigins({ deployment }: { deployment: Deployment }) {
  const { website: words } = texts.value
  const params = { deployment_id: deployment.id }
  const entry = useRead('listDeploymentOrigins', { params, query: { limit: '100' } })
  const version = useRead('getInstallation').value.value?.version
  const { allowed_origins: allowed, status } = deployment
  const mayChange = may('assistant.publish') && status === 'active'

  const change = (wanted: OriginChange, text: string) =>
    attempt(async () => {
      const back = await changeOrigins(deployment, wanted)
      notify(text, () => changeOrigins(deployment, back))
    })

  return (
    <section class="card">
      <h2>{words.originsTitle}</h2>
      <p>{words.originsLead}</p>
      <Loaded of="listDeploymentOrigins" entry={entry}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="none">{words.nowhere}</p>
          ) : (
            <Table
              caption={words.originsTitle}
              columns={[
                { label: words.origin, show: ({ origin }) => <Address origin={origin} /> },
                { label: words.health, show: (item) => <Health item={item} version={version} /> },
                {
                  label: words.change,
                  show: ({ origin, allowed: isAllowed }) =>
                    mayChange && (
                      <button
                        class="button small"
                        type="button"
                        aria-label={fill(isAllowed ? words.removeThis : words.allowThis, {
                          origin,
                        })}
                        onClick={() =>
                          isAllowed
                            ? change({ removed: [origin] }, fill(words.removed, { origin }))
                            : change({ added: [origin] }, fill(words.added, { origin }))
                        }
                      >
                        {isAllowed ? words.remove : words.allow}
                      </button>
                    ),
                },
              ]}
              items={data.map((item) => ({ ...item, id: item.origin }))}
            />
          )
        }
      </Loaded>
      {mayChange && allowed.length < MAX_ORIGINS && (
        <OriginEntry
          label={words.addOrigin}
          submit={words.addSubmit}
          onAdd={(origins) =>
            change({ added: origins }, fill(words.added, { origin: origins.join(', ') }))
          }
        />
      )}
    </section>
  )
}

function Address({ origin }: { origin: string }) {
  return (
    <a href={origin} target="_blank" rel="noreferrer">
      {origin}
    </a>
  )
}

function Health({ item, version }: { item: DeploymentOrigin; version: string | undefined }) {
  const { website: words } = texts.value
  const { allowed, last_seen_at, widget_version } = item
  const isOld = Boolean(widget_version && version && widget_version !== version)
  const seen = last_seen_at
    ? fill(words.lastSeen, { time: shownTime(last_seen_at) })
    : words.neverSeen
  return (
    <div class="state" data-status={allowed ? (last_seen_at ? 'succeeded' : 'active') : 'failed'}>
      <p>{allowed ? seen : words.notAllowed}</p>
      {isOld && <small>{fill(words.oldVersion, { version: widget_version ?? '' })}</small>}
    </div>
  )
}
