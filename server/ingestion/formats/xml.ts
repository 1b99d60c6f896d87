import { Parser } from 'htmlparser2'
import { decode } from './decode.ts'

/** The attributes of an element, with their prefixes. */
export type Attributes = Record<string, string>

export interface XmlEvents {
  /** `name` comes without its prefix, which is each producer's own choice. */
  open(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Reads XML from beginning to end without keeping it. Entities that a document declares itself are
 * never expanded, and nothing outside of it is fetched.
 */
export function readXml(bytes: Uint8Array, events: XmlEvents): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => events.open(local(name), attributes),
      ontext: (text) => events.text?.(text),
      onclosetag: (name) => events.close?.(local(name)),
    },
    { xmlMode: true },
  )
  parser.end(decode(bytes))
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Text as it is written between the tags of HTML. */
export function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
}
