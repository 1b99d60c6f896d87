import robotsParser from 'robots-parser'
import { FetchError } from '../../../fetch/fetch-error.ts'
import { describeStatus } from '../../../fetch/retry-after.ts'
import { SourceError } from '../../define-source.ts'
import type { Ask } from './ask.ts'

/** The name by which robots.txt can address this crawler. */
const AGENT = 'KnowledgeAssistant'
const LONGEST_DELAY_SECONDS = 10
/** (RFC 9309, section 2.5); the rules that fit are obeyed. */
const MAX_BYTES = 512 * 1024

export interface Robots {
  isAllowed(url: string): boolean
  sitemaps: string[]
  /** Between two requests; null where none is asked for. */
  delayMs: number | null
}

const EVERYTHING: Robots = { isAllowed: () => true, sitemaps: [], delayMs: null }

/**
 * The rules of a host's robots.txt (RFC 9309): a missing one allows everything. Throws
 * `source_unreachable` when the host cannot tell, because then nothing is allowed.
 */
export async function readRobots(origin: string, ask: Ask): Promise<Robots> {
  const url = `${origin}/robots.txt`
  const answer = await ask(url, { maxBytes: MAX_BYTES, isCut: true }).catch((error: unknown) => {
    if (!(error instanceof FetchError) || error.code === 'forbidden') throw error
    throw unreachable(url, error.message)
  })
  const { status, body, wasCut } = answer
  if (status >= 500 || status === 429) {
    throw unreachable(url, `It answers with ${describeStatus(answer)}.`)
  }
  if (status !== 200) return EVERYTHING
  const text = new TextDecoder().decode(body)
  const robots = robotsParser(url, wasCut ? text.slice(0, text.lastIndexOf('\n') + 1) : text)
  const delay = robots.getCrawlDelay(AGENT)
  return {
    isAllowed: (address) => robots.isAllowed(address, AGENT) !== false,
    sitemaps: robots.getSitemaps(),
    delayMs: delay ? Math.min(delay, LONGEST_DELAY_SECONDS) * 1000 : null,
  }
}

function unreachable(url: string, why: string): SourceError {
  return new SourceError('source_unreachable', `${url} cannot be read. ${why}`)
}
