import type { Container } from './marks.ts'

/** What a dialect writes at a place: what is shown instead, and where it ends. */
export interface Replaced {
  shown: string
  end: number
  begins?: Beginning
  ends?: { family: string; size?: number }
}

/** A container that begins, unless nothing closes it: then it has no end but that of the page. */
export interface Beginning {
  family: string
  /** null for one that only has to be matched with its end. */
  container: Container | null
  closing: RegExp
  /** A directive is closed by one of at least as many signs. */
  size?: number
  labels?: string[]
}

export function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}
