import { fill, texts } from '../strings.ts'
import { Labelled } from './Labelled.tsx'

/** A colour, chosen by eye or typed as CSS. */
export function ColorField({
  label,
  hint,
  value,
  onChange,
}: {
  label: string
  hint?: string | undefined
  value: string
  onChange: (color: string) => void
}) {
  const change = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
    onChange(currentTarget.value)
  return (
    <Labelled label={label} hint={hint}>
      {(ties) => (
        <div class="color">
          <input
            type="color"
            aria-label={fill(texts.value.byEye, { name: label })}
            value={hexOf(value)}
            onInput={change}
          />
          <input {...ties} type="text" value={value} spellcheck={false} onInput={change} />
        </div>
      )}
    </Labelled>
  )
}

/** As the browser's choice of colours takes it. */
function hexOf(color: string): string {
  const [, r, g, b] = /^#([\da-f])([\da-f])([\da-f])$/i.exec(color) ?? []
  if (r) return `#${r}${r}${g}${g}${b}${b}`
  if (/^#[\da-f]{6}$/i.test(color)) return color
  const channels = /^rgb\((\d+) (\d+) (\d+)\)$/.exec(color)?.slice(1) ?? ['0', '0', '0']
  return `#${channels.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`
}
