/** A bar: its whole, and the part of it that is filled. */
export interface Bar {
  label: string
  whole: number
  part: number
}

const HEIGHT = 120
const WIDTH = 480
const MAX_LABELS = 7

/**
 * Bars side by side, for the eye alone: a table beside it says the same in numbers. Of many bars
 * some have their label.
 */
export function Chart({ bars }: { bars: Bar[] }) {
  const step = WIDTH / bars.length
  const labelled = Math.ceil(bars.length / MAX_LABELS)
  const max = Math.max(1, ...bars.map(({ whole }) => whole))
  const scale = (n: number) => (n / max) * HEIGHT
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT + 24}`} aria-hidden="true" focusable="false">
      {bars.map(({ label, whole, part }, index) => {
        const width = step * 0.65
        const x = index * step + (step - width) / 2
        return (
          <g key={index}>
            <rect
              class="whole"
              x={x}
              width={width}
              y={HEIGHT - scale(whole)}
              height={scale(whole)}
            />
            <rect class="part" x={x} width={width} y={HEIGHT - scale(part)} height={scale(part)} />
            {index % labelled === labelled >> 1 && (
              <text x={x + width / 2} y={HEIGHT + 16} text-anchor="middle">
                {label}
              </text>
            )}
          </g>
        )
      })}
      <line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
    </svg>
  )
}
