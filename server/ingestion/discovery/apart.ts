import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestedPage } from '../../contract/source-page.ts'
import type { SourceType } from '../../contract/source-types.ts'
import {
  createPoliteness,
  type Pace,
  type Politeness,
  systemClock,
} from '../../fetch/politeness.ts'
import {
  type Discovered,
  type Discovery,
  type DiscoveryContext,
  type Found,
  type ProbeContext,
  type SourceCredentials,
  SourceError,
  type SourceReader,
} from '../define-source.ts'
import { DocumentError } from '../extracted.ts'
import type {
  DiscoveredApart,
  Fetching,
  FoundApart,
  KnownBefore,
  ServiceMethods,
  SourceFault,
} from './discovery-messages.ts'
import { type DiscoveryOptions, startDiscovery } from './start-discovery.ts'

export interface ApartNeeds extends DiscoveryOptions {
  fetching: Fetching
}

/**
 * Wraps source readers so that those of remote sources find their documents in a process of each
 * run's own (docs/architecture.md#decisions-worth-knowing): one that hangs or takes too much memory
 * fails that run alone, with `set_aside`.
 */
export function readApart(
  sources: Record<SourceType, SourceReader>,
  needs: ApartNeeds,
): Record<SourceType, SourceReader> {
  const politenessOf = createSharedPoliteness()
  const apart = (reader: SourceReader): SourceReader => ({
    ...reader,
    open(claimed) {
      const { links, probe } = reader.open(claimed)
      const start = (methods: Partial<ServiceMethods>) =>
        startProcess(methods, { ...needs, politenessOf })
      return {
        links,
        discover: (context, signal) => discover(claimed, context, { start, needs, signal }),
        ...(probe && {
          probe: (asked, context) => tried(claimed, asked, { start, needs, context }),
        }),
      }
    },
  })
  const { feed, git, openapi, s3, website } = sources
  return {
    ...sources,
    feed: apart(feed),
    git: apart(git),
    openapi: apart(openapi),
    s3: apart(s3),
    website: apart(website),
  }
}

type Claimed = Parameters<SourceReader['open']>[0]
type Start = (methods: Partial<ServiceMethods>) => ReturnType<typeof startProcess>

async function* discover(
  claimed: Claimed,
  context: DiscoveryContext,
  { start, needs, signal }: { start: Start; needs: ApartNeeds; signal: AbortSignal },
): Discovery {
  const { organization_id } = claimed
  const source = { ...claimed.source, credentials: null }
  const { git, isManual, knownPaths } = context
  const credentials = context.openCredentials(claimed.source)
  const roots = await context.rootsOf(organization_id)
  signal.throwIfAborted()
  const discovery = start(methodsOfRun(claimed, context))
  const kill = () => void discovery.kill()
  signal.addEventListener('abort', kill, { once: true })
  context.atEnd(async () => {
    signal.removeEventListener('abort', kill)
    await discovery.kill()
    await rm(join(git.repositoriesDir, source.id), { recursive: true, force: true, maxRetries: 3 })
  })
  const known = knownPaths.flatMap((path) => {
    const document = context.known(path)
    return document ? [[path, document] as [string, KnownBefore]] : []
  })
  const { fetching } = needs
  const run = { organization_id, source, credentials, roots, git, fetching, known, isManual }
  await discovery.call('begin', run).catch(rethrow)
  for (;;) {
    const step = await discovery.call('next', undefined).catch(rethrow)
    if (step.kind === 'failed') throw faultOf(step.fault)
    if (step.kind === 'end') return endOf(step.discovered)
    yield foundBy(discovery, step.found)
  }
}

/** A run that hung is not begun again by itself, because it would hang again. */
function rethrow(error: unknown): never {
  if (!(error instanceof SourceError) || error.code !== 'set_aside') throw error
  throw new SourceError(
    'set_aside',
    `${error.message} The source is set aside until a person starts a sync.`,
  )
}

function methodsOfRun(
  { organization_id, source }: Claimed,
  { pages, foundSoFar, skipped }: DiscoveryContext,
): Partial<ServiceMethods> {
  return {
    async pages({ name, args }) {
      const method = pages[name] as (...values: unknown[]) => Promise<unknown>
      return method(organization_id, source.id, ...args)
    },
    foundSoFar: async (documents) => foundSoFar(documents),
    skipped: async () => skipped(),
  }
}

function foundBy(
  discovery: ReturnType<Start>,
  { handle, hasRepeatedTexts, ...plain }: FoundApart,
): Found {
  let repeated: number[] = []
  let isComposed = false
  return {
    ...plain,
    isComposed: () => isComposed,
    ...(hasRepeatedTexts && { repeatedTexts: () => repeated }),
    async read() {
      const result = await discovery.call('read', handle)
      if (result.kind === 'failed') throw new DocumentError(result.code, result.message)
      repeated = result.repeatedTexts
      isComposed = result.isComposed
      return result.content
    },
  }
}

function endOf({ gone, excluded, ...plain }: DiscoveredApart): Discovered {
  const [isGone, isExcluded] = [gone && new Set(gone), new Set(excluded)]
  return {
    ...plain,
    ...(isGone && { isGone: (path: string) => isGone.has(path) }),
    isExcluded: (path) => isExcluded.has(path),
  }
}

function faultOf({ code, message, cause }: SourceFault): SourceError {
  return new SourceError(code, message, cause === null ? {} : { cause: new Error(cause) })
}

async function tried(
  claimed: Claimed,
  asked: { credentials: SourceCredentials | null; url: string | null },
  { start, needs, context }: { start: Start; needs: ApartNeeds; context: ProbeContext },
): Promise<TestedPage> {
  const { extractor, id: job, signal } = context
  signal.throwIfAborted()
  const discovery = start({ extract: (document) => extractor.extract(document, { job, signal }) })
  const kill = () => void discovery.kill()
  signal.addEventListener('abort', kill, { once: true })
  try {
    const { organization_id } = claimed
    const source = { ...claimed.source, credentials: null }
    const { fetching } = needs
    const result = await discovery.call('probe', { organization_id, source, ...asked, fetching })
    if (result.kind === 'failed') throw faultOf(result.fault)
    return result.page
  } finally {
    signal.removeEventListener('abort', kill)
    await discovery.kill()
  }
}

/** Starts a process whose requests take their turns among those of all processes. */
function startProcess(
  methods: Partial<ServiceMethods>,
  { politenessOf, ...options }: DiscoveryOptions & { politenessOf(pace: Pace): Politeness },
) {
  const ended = new AbortController()
  const turns = new Map<number, () => void>()
  let lastTurn = 0
  const discovery = startDiscovery(
    {
      pages: unexpected,
      foundSoFar: unexpected,
      skipped: unexpected,
      extract: unexpected,
      ...methods,

      async enter({ pace, host }, signal) {
        const waiting = AbortSignal.any([signal, ended.signal])
        const leave = await politenessOf(pace).enter(host, waiting)
        lastTurn += 1
        turns.set(lastTurn, leave)
        if (ended.signal.aborted) leaveAll()
        return lastTurn
      },
      async leave(turn) {
        turns.get(turn)?.()
        turns.delete(turn)
      },
      async politeness({ pace, name, args }) {
        const method = politenessOf(pace)[name] as (...values: unknown[]) => unknown
        return method(...args)
      },
    },
    options,
  )

  function leaveAll(): void {
    for (const leave of turns.values()) leave()
    turns.clear()
  }

  async function end(): Promise<void> {
    await discovery.exited
    ended.abort()
    leaveAll()
  }
  void end()
  return discovery
}

function unexpected(): never {
  throw new Error('This discovery process must not ask for that.')
}

/** Turns of all processes, by pace. */
function createSharedPoliteness(): (pace: Pace) => Politeness {
  const shared = new Map<string, Politeness>()
  return (pace) => {
    const name = JSON.stringify(pace)
    const politeness = shared.get(name) ?? createPoliteness(pace, systemClock)
    shared.set(name, politeness)
    return politeness
  }
}
