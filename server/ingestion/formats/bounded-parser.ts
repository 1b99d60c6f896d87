import { type Handler, Parser, type ParserOptions } from 'htmlparser2'

/** As in browsers. */
const MAX_DEPTH = 512

/**
 * A parser of HTML and XML that takes time linear in the length of the text, however deep its
 * elements nest: those below 511 others are taken as if they were empty and what is in them stood
 * beside them. The parser itself searches and moves the list of all open elements at each tag.
 */
export class BoundedParser extends Parser {
  readonly #open: { depth: number; last: string }
  /** Flat elements whose end is still to come. */
  #flat = 0
  /** Whether the tag that is being read is of a flat element. */
  #isFlat = false

  constructor(handler: Partial<Handler>, options: ParserOptions) {
    const open = { depth: 0, last: '' }
    super(
      {
        ...handler,
        onopentagname(name) {
          open.depth += 1
          open.last = name
          handler.onopentagname?.(name)
        },
        onclosetag(name, isImplied) {
          open.depth -= 1
          handler.onclosetag?.(name, isImplied)
        },
      },
      options,
    )
    this.#open = open
  }

  override isVoidElement(name: string): boolean {
    return this.#isFlat || super.isVoidElement(name)
  }

  override onopentagname(start: number, end: number): void {
    this.#isFlat = this.#open.depth >= MAX_DEPTH
    super.onopentagname(start, end)
  }

  override onopentagend(end: number): void {
    if (this.#isFlat && !super.isVoidElement(this.#open.last)) this.#flat += 1
    super.onopentagend(end)
    this.#isFlat = false
  }

  override onselfclosingtag(end: number): void {
    if (!this.#isFlat) return super.onselfclosingtag(end)
    super.onopentagend(end)
    this.#isFlat = false
  }

  override onclosetag(start: number, end: number): void {
    this.#isFlat = this.#flat > 0
    if (this.#isFlat) this.#flat -= 1
    super.onclosetag(start, end)
    this.#isFlat = false
  }
}
