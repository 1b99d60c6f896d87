import { type ComponentChildren, isValidElement } from 'preact'

/** Text content of vnodes, for screen readers and copying: no markup, no citation markers. */
export function plainText(drawn: ComponentChildren, between = ''): string {
  if (Array.isArray(drawn)) return drawn.map((piece) => plainText(piece)).join(between)
  if (!isValidElement(drawn)) return typeof drawn === 'string' ? drawn : ''
  const { type, props } = drawn
  const text = plainText(props.children, type === 'tr' ? ', ' : '')
  return ENDS_LINE.test(String(type)) ? `${text}\n` : text
}

const ENDS_LINE = /^(p|h\d|tr|br)$/
