/** A bar: its whole, and the part of it that is filled. */
export interface Bar {
  label: string
  whole: number
  part: number
}

const HEIGHT = 120
const STEP = 40
const WIDTH = 26

/** Bars side by side, for the eye alone: a table beside it says the same in numbers. */
export function Chart({ bars }: { bars: Bar[] }) {
  const max = Math.max(1, ...bars.map(({ whole }) => whole))
  const scale = (n: number) => (n / max) * HEIGHT
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${bars.length * STEP} ${HEIGHT + 24}`}
      aria-hidden="true"
      focusable="false"
    >
      {bars.map(({ label, whole, part }, index) => {
        const x = index * STEP + (STEP - WIDTH) / 2
        return (
          <g key={label}>
            <rect
              class="whole"
              x={x}
              width={WIDTH}
              y={HEIGHT - scale(whole)}
              height={scale(whole)}
            />
            <rect class="part" x={x} width={WIDTH} y={HEIGHT - scale(part)} height={scale(part)} />
            <text x={x + WIDTH / 2} y={HEIGHT + 16} text-anchor="middle">
              {label}
            </text>
          </g>
        )
      })}
      <line x1="0" x2={bars.length * STEP} y1={HEIGHT} y2={HEIGHT} />
    </svg>
  )
}
