import type {
  BrandingLayer,
  CheckedBranding,
  ColorKey,
  ContrastFinding,
} from '../../server/contract/branding.ts'
import type { Failure } from '../client.ts'
import type { Draft } from '../drafts.ts'
import { shownFailure } from '../failures.ts'
import { place, setQuery } from '../location.ts'
import { isMendedAlone, mend, withBoth, withColor, withoutColor } from '../look.ts'
import { ColorField } from '../parts/ColorField.tsx'
import { Notice } from '../parts/Notice.tsx'
import { fill, texts } from '../strings.ts'

interface Props {
  draft: Draft<BrandingLayer>
  found: CheckedBranding | null
  refusal: Failure | null
}

/** The two colours that everything follows from. */
const BASE: ColorKey[] = ['brand', 'accent']

/** Two colours from which the rest follows, what cannot be read with them, and every colour. */
export function LookColors({ draft, found, refusal }: Props) {
  const { look: words } = texts.value
  const layer = draft.entry
  const isOpen = place.value.query['colors'] === 'all'
  const open = (found?.warnings ?? []).filter((warning) => !isMendedAlone(layer, warning))
  return (
    <section class="card">
      <h2>{words.colors}</h2>
      <div class="pairs">
        {BASE.map((key) => (
          <ColorField
            key={key}
            label={words.keys[key]}
            hint={key === 'brand' ? words.brandHint : words.accentHint}
            value={layer.theme?.colors?.light?.[key] ?? found?.brand.theme.colors.light[key] ?? ''}
            onChange={(color) => draft.set(withBoth(layer, key, color))}
          />
        ))}
      </div>
      {refusal && <Notice kind="problem">{shownFailure(refusal)}</Notice>}
      {open.length > 0 ? (
        <Contrast warnings={open} onMend={() => draft.set(mend(layer, open))} />
      ) : (
        found && !refusal && <p class="hint">{words.readable}</p>
      )}
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => setQuery({ colors: currentTarget.open ? 'all' : '' })}
      >
        <summary>{words.allColors}</summary>
        {isOpen && <AllColors draft={draft} found={found} />}
      </details>
    </section>
  )
}

function Contrast({ warnings, onMend }: { warnings: ContrastFinding[]; onMend: () => void }) {
  const { look: words } = texts.value
  const worst = new Map<string, ContrastFinding>()
  for (const warning of warnings) {
    const known = worst.get(warning.path)
    if (!known || known.ratio > warning.ratio) worst.set(warning.path, warning)
  }
  return (
    <Notice kind="problem">
      <ul class="contrast">
        {[...worst.values()].map(({ path, key, mode, ratio }) => (
          <li key={path}>
            {fill(words.contrast, {
              name: words.keys[key],
              mode: words.themes[mode],
              ratio: `${ratio}:1`,
            })}
          </li>
        ))}
      </ul>
      {warnings.some(({ mended }) => mended) && (
        <button class="button" type="button" onClick={onMend}>
          {words.mend}
        </button>
      )}
    </Notice>
  )
}

/** Each colour of the appearance that the preview shows; those that are set can be reset. */
function AllColors({ draft, found }: Pick<Props, 'draft' | 'found'>) {
  const { look: words } = texts.value
  const mode = place.value.query['theme'] === 'dark' ? 'dark' : 'light'
  const set = draft.entry.theme?.colors?.[mode] ?? {}
  const resolved = found?.brand.theme.colors[mode]
  if (!resolved) return null
  return (
    <>
      <p class="hint">{fill(words.ofAppearance, { mode: words.themes[mode] })}</p>
      <div class="pairs">
        {(Object.keys(resolved) as ColorKey[]).map((key) => (
          <div key={key} class="resettable">
            <ColorField
              label={words.keys[key]}
              value={set[key] ?? resolved[key]}
              onChange={(color) => draft.set(withColor(draft.entry, mode, key, color))}
            />
            {set[key] !== undefined && (
              <button
                class="button small"
                type="button"
                aria-label={fill(words.resetThis, { name: words.keys[key] })}
                onClick={() => draft.set(withoutColor(draft.entry, mode, key))}
              >
                {words.reset}
              </button>
            )}
          </div>
        ))}
      </div>
    </>
  )
}
