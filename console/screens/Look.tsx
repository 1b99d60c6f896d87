import { useRef } from 'preact/hooks'
import type { Branding } from '../../server/contract/branding.ts'
import type { Deployment } from '../../server/contract/deployment.ts'
import { send, useRead, write } from '../cache.ts'
import { draftOf } from '../drafts.ts'
import { place } from '../location.ts'
import { publicPart, useChecked, withDarkMended } from '../look.ts'
import { Choice } from '../parts/Choice.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { Preview } from '../parts/Preview.tsx'
import { SaveBar } from '../parts/SaveBar.tsx'
import { Title } from '../parts/Title.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import { may, ownDraft } from '../session.ts'
import '../styles/look.css'
import { texts } from '../strings.ts'
import { emptyAppearance, LookChat, sparse } from './LookChat.tsx'
import { LookColors } from './LookColors.tsx'
import { LookIdentity } from './LookIdentity.tsx'

/** The widget's look beside the real widget, which shows each change at once. */
export default function Look() {
  const { look: words } = texts.value
  const branding = useRead('getBranding')
  const deployments = useRead('listDeployments', { query: { limit: '100' } }).value.value
  const before = useRef<string>(undefined)
  const shown = deployments && chosen(deployments.data, before.current)
  before.current = shown?.id
  return (
    <>
      <Title>{words.title}</Title>
      <p class="lead">{words.lead}</p>
      <Loaded of="getBranding" entry={branding}>
        {(saved) => deployments && <Editor saved={saved} deployment={shown} />}
      </Loaded>
    </>
  )
}

/** The widget in the address, else the one that is shown already, else the newest that works. */
function chosen(deployments: Deployment[], before: string | undefined): Deployment | undefined {
  const active = deployments.filter(({ status }) => status === 'active')
  const wanted = place.value.query['widget'] ?? before
  return active.find(({ id }) => id === wanted) ?? active[0]
}

function Editor({ saved, deployment }: { saved: Branding; deployment: Deployment | undefined }) {
  const draft = draftOf(ownDraft('look'), saved.layer)
  const checked = useChecked(draft.entry)
  const { found, refusal } = checked
  const layer = withDarkMended(draft.entry, found.value?.warnings ?? [])
  const appearance = useAppearance(deployment)
  const known = appearance.value.value
  const chat = draftOf(
    `chat ${deployment?.id}`,
    known && 'greeting' in known ? known : emptyAppearance,
  )

  const save = () =>
    attempt(async () => {
      // Of these colours: the latest check may be of those before.
      const { warnings } = await send('checkBranding', { body: { layer: draft.entry } })
      const body = { revision: saved.revision, layer: withDarkMended(draft.entry, warnings) }
      write('getBranding', await send('saveBranding', { body }))
      draft.saved()
      notify(texts.value.saved)
    })

  return (
    <div class="with-preview look">
      <div class="editor">
        <form
          class="editor"
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <fieldset disabled={!may('branding.manage')}>
            <LookColors draft={draft} found={found.value} refusal={refusal.value} />
            <LookIdentity draft={draft} found={found.value} />
          </fieldset>
          {!refusal.value && <SaveBar draft={draft} />}
        </form>
        {deployment && (
          <Loaded of="getAppearance" entry={appearance}>
            {() => <LookChat deployment={deployment} draft={chat} />}
          </Loaded>
        )}
      </div>
      <Stage
        look={{ brand: publicPart(layer), appearance: sparse(chat.entry) }}
        assistantId={deployment?.assistant_id ?? null}
      />
    </div>
  )
}

function useAppearance(deployment: Deployment | undefined) {
  // Without a widget there is nothing to read.
  const id = deployment?.id
  return useRead(id ? 'getAppearance' : 'getBranding', id ? { params: { deployment_id: id } } : {})
}

/** The preview, and under what circumstances the widget is shown in it. */
function Stage({ look, assistantId }: StageProps) {
  const { look: words } = texts.value
  const { theme, device, dir } = place.value.query
  return (
    <section class="stage" aria-label={words.preview}>
      <div class="actions">
        <Choice name="theme" label={words.appearance} options={words.themes} />
        <Choice name="device" label={words.device} options={words.devices} />
        <Choice name="dir" label={words.direction} options={words.directions} />
      </div>
      <Preview
        title={words.preview}
        look={{
          ...look,
          theme: theme === 'dark' ? 'dark' : 'light',
          dir: dir === 'rtl' ? 'rtl' : 'ltr',
        }}
        device={device === 'phone' ? 'phone' : 'desktop'}
        assistantId={assistantId}
      />
    </section>
  )
}

interface StageProps {
  look: Pick<Parameters<typeof Preview>[0]['look'], 'brand' | 'appearance'>
  assistantId: string | null
}
