const paths = {
  close: 'M6 6l12 12M18 6L6 18',
  compose: 'M12 5H4v15h15v-8M21 4l-9 9',
  chevron: 'M6 9l6 6 6-6',
  send: 'M12 19V5M6 11l6-6 6 6',
  stop: 'M6 6h12v12H6z',
  up: 'M7 20V10l4-7q3 0 3 6h6l-2 11zM7 10H3v10h4',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 13l4 4L19 7',
  warning: 'M12 4L3 20h18L12 4M12 10v4M12 17v0',
  retry: 'M4 12a8 8 0 1 0 2-6M4 4v4h4',
  external: 'M8 7h9v9M17 7L7 17',
  menu: 'M5 7h14M5 12h14M5 17h14',
  enlarge: 'M14 4h6v6M10 20H4v-6M20 4l-7 7M4 20l7-7',
  wrap: 'M4 6h16M4 18h4M4 12h13a3 3 0 0 1 0 6h-5M14 16l-2 2 2 2',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  spark: 'M12 3l2 6 6 2-6 2-2 6-2-6-6-2 6-2z',
} as const

interface Props {
  name: keyof typeof paths
  /** Whether it is rotated by 180 degrees. */
  turned?: boolean
}

/** Decorative line icon in the text colour. Hidden from screen readers: label the control. */
export function Icon({ name, turned }: Props) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} transform={turned ? 'rotate(180 12 12)' : undefined} />
    </svg>
  )
}
