import type { Deployment } from '../../server/contract/deployment.ts'
import { place } from '../location.ts'
import { Choice } from '../parts/Choice.tsx'
import { Preview } from '../parts/Preview.tsx'
import { texts } from '../strings.ts'

/** The preview, and under what circumstances the widget is shown in it. */
export function Stage({ look, website }: StageProps) {
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
        assistantId={website?.assistant_id ?? null}
      />
    </section>
  )
}

interface StageProps {
  look: Pick<Parameters<typeof Preview>[0]['look'], 'brand' | 'appearance'>
  /** The website whose assistant answers in the preview; without one nothing does. */
  website: Deployment | null | undefined
}
