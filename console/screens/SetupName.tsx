import type { Assistant } from '../../server/contract/assistant.ts'
import type { Branding } from '../../server/contract/branding.ts'
import type { Collection } from '../../server/contract/collection.ts'
import { refresh, send, write } from '../cache.ts'
import { draftOf } from '../drafts.ts'
import { setQuery } from '../location.ts'
import { mend, publicPart, readable, useChecked, withBoth } from '../look.ts'
import { ColorField } from '../parts/ColorField.tsx'
import { Labelled } from '../parts/Labelled.tsx'
import { Preview } from '../parts/Preview.tsx'
import { attempt } from '../parts/Toast.tsx'
import { may, ownDraft, session } from '../session.ts'
import { texts } from '../strings.ts'

interface Props {
  assistant: Assistant | undefined
  collections: Collection[]
  branding: Branding
}

const FIRST_COLOR = '#2b50c8'

/** Name and colour, shown on the widget at once. */
export function SetupName({ assistant, collections, branding }: Props) {
  const { setup: words } = texts.value
  const draft = draftOf(ownDraft('setup'), {
    name: assistant?.name ?? session.value?.organization?.name ?? '',
    color: branding.layer.theme?.colors?.light?.brand ?? FIRST_COLOR,
  })
  const { name, color } = draft.entry
  const layer = {
    ...withBoth(branding.layer, 'brand', color),
    identity: { ...branding.layer.identity, productName: name.trim() || words.nameLabel },
  }
  const { found, refusal } = useChecked(layer)
  const brand = publicPart(mend(layer, found.value?.warnings ?? []))

  async function save() {
    if (may('branding.manage')) {
      const body = { revision: branding.revision, layer: await readable(layer) }
      write('getBranding', await send('saveBranding', { body }))
    }
    // Last: the next step is shown as soon as there is an assistant.
    const saved = await saveAssistant(name.trim(), assistant, collections)
    draft.discard()
    refresh('listAssistants')
    refresh('listCollections')
    if (saved) setQuery({ step: 'knowledge' })
  }

  return (
    <div class="with-preview">
      <form
        class="card form"
        onSubmit={(event) => {
          event.preventDefault()
          void attempt(save)
        }}
      >
        <h2>{words.nameTitle}</h2>
        <Labelled label={words.nameLabel} hint={words.nameHint}>
          {(ties) => (
            <input
              {...ties}
              type="text"
              required
              maxLength={120}
              value={name}
              onInput={({ currentTarget }) => draft.set({ name: currentTarget.value, color })}
            />
          )}
        </Labelled>
        {may('branding.manage') && (
          <ColorField
            label={words.color}
            hint={refusal.value ? words.noColor : words.colorHint}
            value={color}
            onChange={(chosen) => draft.set({ name, color: chosen })}
          />
        )}
        <button class="button primary" type="submit">
          {words.toKnowledge}
        </button>
      </form>
      <Preview
        title={words.preview}
        look={{ brand, appearance: {}, theme: 'light', dir: 'ltr' }}
        assistantId={null}
      />
    </div>
  )
}

/** A first assistant answers from all collections that one can search together. */
async function saveAssistant(
  name: string,
  known: Assistant | undefined,
  collections: Collection[],
) {
  if (known) {
    const body = { revision: known.revision, name }
    return send('updateAssistant', { params: { assistant_id: known.id }, body })
  }
  const first =
    collections[0] ??
    (await send('createCollection', { body: { name: texts.value.knowledge.firstCollection } }))
  const alike = collections.filter(({ embedding_model: model }) => model === first.embedding_model)
  const ids = [first, ...alike.slice(1, 20)].map(({ id }) => id)
  return send('createAssistant', { body: { name, knowledge_base_ids: ids } })
}
