import { BoundedParser } from './bounded-parser.ts'
import { decode } from './decode.ts'

/** The attributes of an element, with their prefixes. */
export type Attributes = Record<string, string>

export interface XmlEvents {
  /** `name` comes without its prefix, which is each producer's own choice. */
  open(name: string, attributes: Attributes): void
  text?(text: string): void
  /** `isImplied`: without a tag of its own, as at the end of what is cut off. */
  close?(name: string, isImplied: boolean): void
  /** Whether what follows need not be read; asked now and then. */
  isEnough?(): boolean
}

const SLICE = 64 * 1024

/**
 * Reads XML from beginning to end without keeping it. Entities that a document declares itself are
 * never expanded, and nothing outside of it is fetched.
 */
export function readXml(bytes: Uint8Array, events: XmlEvents): void {
  const parser = new BoundedParser(
    {
      onopentag: (name, attributes) => events.open(local(name), attributes),
      ontext: (text) => events.text?.(text),
      onclosetag: (name, isImplied) => events.close?.(local(name), isImplied),
    },
    { xmlMode: true },
  )
  const text = decode(bytes)
  const slice = events.isEnough ? SLICE : text.length
  for (let at = 0; at < text.length; at += slice) {
    if (events.isEnough?.()) return
    parser.write(text.slice(at, at + slice))
  }
  parser.end()
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Text as it is written between the tags of HTML. */
export function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
}
