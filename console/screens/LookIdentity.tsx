import type { BrandingLayer, CheckedBranding } from '../../server/contract/branding.ts'
import type { Draft } from '../drafts.ts'
import { place, setQuery } from '../location.ts'
import { type Setting, settingOf, withSetting } from '../look.ts'
import { Labelled } from '../parts/Labelled.tsx'
import { notify } from '../parts/Toast.tsx'
import { fill, texts } from '../strings.ts'

interface Props {
  draft: Draft<BrandingLayer>
  found: CheckedBranding | null
}

/** Texts of the layer that are edited as they are; an empty one is reset. */
const TYPE: Setting[] = [
  ['theme', 'typography', 'fontFamilySans'],
  ['theme', 'typography', 'baseSizePx'],
  ['theme', 'shape', 'radiusSm'],
  ['theme', 'shape', 'radiusMd'],
  ['theme', 'shape', 'radiusLg'],
  ['theme', 'shape', 'radiusXl'],
]

/** Name, logo, type and shape. */
export function LookIdentity({ draft, found }: Props) {
  const { look: words } = texts.value
  return (
    <>
      <section class="card">
        <h2>{words.identity}</h2>
        <TextSetting draft={draft} found={found} setting={['identity', 'productName']} />
        <Logo draft={draft} setting={['assets', 'logoMark']} />
        <label class="check">
          <input
            type="checkbox"
            checked={draft.entry.surfaces?.widget?.showBranding !== false}
            onChange={({ currentTarget }) =>
              draft.set(
                withSetting(
                  draft.entry,
                  ['surfaces', 'widget', 'showBranding'],
                  currentTarget.checked ? undefined : false,
                ),
              )
            }
          />
          {words.poweredBy}
        </label>
      </section>
      <Type draft={draft} found={found} />
    </>
  )
}

/** Few change it, so that it is shown on request. */
function Type({ draft, found }: Props) {
  const { look: words } = texts.value
  const isOpen = place.value.query['type'] !== undefined
  return (
    <section class="card">
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => setQuery({ type: currentTarget.open ? 'all' : '' })}
      >
        <summary>{words.type}</summary>
        <p>{words.typeLead}</p>
        <div class="pairs">
          {TYPE.map((setting) => (
            <TextSetting key={setting.at(-1)} draft={draft} found={found} setting={setting} />
          ))}
        </div>
      </details>
    </section>
  )
}

function TextSetting({ draft, found, setting }: Props & { setting: Setting }) {
  const { look: words } = texts.value
  const name = setting.at(-1) as keyof typeof words.settings
  const isNumber = name === 'baseSizePx'

  function change(text: string) {
    const value = isNumber && text ? Number(text) : text
    draft.set(withSetting(draft.entry, setting, value === '' ? undefined : value))
  }

  return (
    <Labelled label={words.settings[name]}>
      {(ties) => (
        <input
          {...ties}
          type={(isNumber ? 'number' : 'text') as 'text'}
          min={isNumber ? 10 : undefined}
          max={isNumber ? 24 : undefined}
          spellcheck={false}
          value={String(settingOf(draft.entry, setting) ?? '')}
          placeholder={found ? String(settingOf(found.brand, setting) ?? '') : ''}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
      )}
    </Labelled>
  )
}

/** What a data URI of an image may have, in base64. */
const MAX_BYTES = 96 * 1024

function Logo({ draft, setting }: { draft: Props['draft']; setting: Setting }) {
  const { look: words } = texts.value
  const name = setting.at(-1) as keyof typeof words.settings
  const address = settingOf(draft.entry, setting)

  async function take(file: File | undefined) {
    if (!file) return
    if (file.size > MAX_BYTES) return notify(words.tooLarge)
    draft.set(withSetting(draft.entry, setting, await dataUri(file)))
  }

  return (
    <div class="logo">
      <b>{words.settings[name]}</b>
      {typeof address === 'string' && <img src={address} alt="" />}
      <label class="button">
        {words.upload}
        <span class="visually-hidden">{words.settings[name]}</span>
        <input
          class="visually-hidden"
          type="file"
          accept="image/png,image/svg+xml,image/jpeg,image/webp,image/gif"
          onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
        />
      </label>
      {address !== undefined && (
        <button
          class="button"
          type="button"
          aria-label={fill(words.resetThis, { name: words.settings[name] })}
          onClick={() => draft.set(withSetting(draft.entry, setting, undefined))}
        >
          {words.reset}
        </button>
      )}
    </div>
  )
}

function dataUri(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })
}
