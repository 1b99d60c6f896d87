import { useSignal } from '@preact/signals'
import type { Deployment } from '../../server/contract/deployment.ts'
import { send } from '../cache.ts'
import { refreshDeployments } from '../deployments.ts'
import { open } from '../location.ts'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { Copy } from '../parts/Copy.tsx'
import { Labelled } from '../parts/Labelled.tsx'
import { attempt } from '../parts/Toast.tsx'
import { may } from '../session.ts'
import { fill, texts } from '../strings.ts'

/** Hours that an old key works for after it was replaced. */
const GRACES = [0, 24, 168, 720] as const

/** The public key of a widget: giving it a new one, and ending it. */
export function WebsiteKey({ deployment }: { deployment: Deployment }) {
  const { website: words } = texts.value
  const { widget_key, status } = deployment
  return (
    <section class="card">
      <h2>{words.keyTitle}</h2>
      <p>{words.keyLead}</p>
      <Copy text={widget_key} label={words.keyTitle} />
      {status === 'active' && may('assistant.publish') && (
        <>
          <Rotate deployment={deployment} />
          <Revoke deployment={deployment} />
        </>
      )}
    </section>
  )
}

function Rotate({ deployment: { id } }: { deployment: Deployment }) {
  const { website: words } = texts.value
  const grace = useSignal<number>(GRACES[2])

  const rotate = () =>
    attempt(async () => {
      const params = { deployment_id: id }
      const made = await send('rotateDeployment', { params, body: { grace_hours: grace.value } })
      refreshDeployments()
      open('website', { widget: made.id, replaces: id })
    })

  return (
    <div class="rotate">
      <Labelled label={words.rotateTitle} hint={words.rotateHint}>
        {(ties) => (
          <select
            {...ties}
            value={grace.value}
            onChange={({ currentTarget }) => {
              grace.value = Number(currentTarget.value)
            }}
          >
            {GRACES.map((hours) => (
              <option key={hours} value={hours}>
                {words.graces[hours]}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <button class="button" type="button" onClick={rotate}>
        {words.rotate}
      </button>
    </div>
  )
}

function Revoke({ deployment: { id, name } }: { deployment: Deployment }) {
  const { website: words } = texts.value
  const revoke = () =>
    attempt(async () => {
      await send('revokeDeployment', { params: { deployment_id: id } })
      refreshDeployments()
    })

  return (
    <div class="actions">
      <ConfirmButton
        label={words.revoke}
        look="danger"
        title={fill(words.revokeTitle, { name })}
        lead={words.revokeLead}
        keep={words.keep}
        submit={words.revokeSubmit}
        onConfirm={revoke}
      />
    </div>
  )
}
