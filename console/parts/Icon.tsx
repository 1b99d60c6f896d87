import type { Area } from '../routes.ts'

/** Strokes on a square of 24, drawn for this console. */
const DRAWN: Record<Area | 'try', string> = {
  overview: 'M4 20V10m5.3 10V4m5.4 16v-7M20 20V7',
  conversations: 'M4 5h16v11H11l-5 4v-4H4z',
  answers: 'M5 4h10l4 4v12H5zM8 12h8M8 16h5',
  knowledge:
    'M12 6.5C10 5 7 4.5 4 5v14c3-.5 6 0 8 1.5m0-14C14 5 17 4.5 20 5v14c-3-.5-6 0-8 1.5m0-14v14',
  assistant:
    'M12 3v3M5 9a3 3 0 0 1 3-3h8a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3zM9.5 11v2m5-2v2M8 21h8',
  website: 'M3.5 5h17v14h-17zM3.5 9.5h17M6.5 7.25h.01m2.5 0h.01',
  settings: 'M4 7h9m4 0h3M4 17h3m4 0h9M13 4.5v5M9 14.5v5',
  try: 'M5 4l14 8-14 8z',
}

/** A picture beside a word that says the same. */
export function Icon({ of }: { of: keyof typeof DRAWN }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={DRAWN[of]} />
    </svg>
  )
}
