import { markerOf } from '../../text/marker-syntax.ts'
import { markersIn } from '../../text/markers.ts'

/** Full stops, with what closes after them, and the last bar of a row. */
const END = /[ \t]*(?:[.!?。！？…]["'”’)*_]*|\|)?\s*$/u

/** A sentence with other markers: where its last one stood, or before its full stop. */
export function withMarkers(sentence: string, ordinals: number[]): string {
  const places = markersIn(sentence)
  const markers = ordinals.map(markerOf).join('')
  const last = places.at(-1)
  if (!last) {
    const at = END.exec(sentence)?.index ?? sentence.length
    const gap = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]$/u.test(sentence.slice(0, at))
      ? ''
      : ' '
    const rest = sentence.slice(at)
    return markers === ''
      ? sentence
      : `${sentence.slice(0, at)}${gap}${markers}${rest.startsWith('|') ? ` ${rest}` : rest}`
  }
  let written = ''
  let at = 0
  for (const { start, end } of places) {
    if (start < at) continue
    const text = sentence.slice(at, start)
    const isLast = end === last.end
    written += isLast && markers !== '' ? text + markers : text.replace(/[ \t]+$/, '')
    at = end
  }
  return written + sentence.slice(at)
}

/** Whether a sentence names one source more than once. */
export function repeatsSource(sentence: string): boolean {
  const ordinals = markersIn(sentence).map(({ ordinal }) => ordinal)
  return ordinals.length > 1 && new Set(ordinals).size === 1
}
