const paths = {
  close: 'M6 6l12 12M18 6L6 18',
  compose:
    'M12 5H6a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-6M18.4 3.6a2 2 0 0 1 2.8 2.8L13 14.6 9 15.5l.9-4z',
  send: 'M12 19V5M6 11l6-6 6 6',
  stop: 'M7 7h10v10H7z',
  up: 'M7 21V10l4-7c1.5 0 2.4 1 2.2 2.5L12.6 9H19a2 2 0 0 1 2 2.3l-1 7A2 2 0 0 1 18 21H7zM7 10H3v11h4',
  down: 'M17 3v11l-4 7c-1.5 0-2.4-1-2.2-2.5l.6-3.5H5a2 2 0 0 1-2-2.3l1-7A2 2 0 0 1 6 3h11zM17 14h4V3h-4',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 13l4 4L19 7',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M16 16l4 4',
  warning: 'M12 4L2.8 20h18.4L12 4M12 10v4M12 17v.01',
  retry: 'M4 12a8 8 0 1 0 2.5-5.8M4 4v4.5h4.5',
  latest: 'M12 5v14M6 13l6 6 6-6',
  external: 'M14 5h5v5M19 5l-9 9M11 6H5v13h13v-6',
  spark: 'M12 3l1.9 5.6L19.5 10.5l-5.6 1.9L12 18l-1.9-5.6L4.5 10.5l5.6-1.9z',
} as const

/** A line drawing of 24 units in the colour of the text around it; never the only name of a control. */
export function Icon({ name }: { name: keyof typeof paths }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
