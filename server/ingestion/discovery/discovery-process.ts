/**
 * A discovery process: finds the documents of one source for one job, or tries an address of it. It
 * reads what strangers have written, so it has its memory and its time, and ends with its job.
 */
import { inspect } from 'node:util'
import type { Fetcher } from '../../fetch/fetcher.ts'
import type { Pace, Politeness } from '../../fetch/politeness.ts'
import { createPacer } from '../../pacer.ts'
import { answerCalls, channelOf, createCalls } from '../../thread.ts'
import {
  type Discovered,
  type Discovery,
  type DiscoveryContext,
  type Found,
  SourceError,
} from '../define-source.ts'
import { becomeDisposable } from '../disposable.ts'
import type { RawDocument } from '../extract.ts'
import { DocumentError } from '../extracted.ts'
import { createGiveWay } from '../give-way.ts'
import { sources } from '../sources.ts'
import type {
  AskedSource,
  DiscoveryMethods,
  DiscoveryRun,
  FoundApart,
  PagesCall,
  PolitenessCall,
  ReadResult,
  ServiceMethods,
  SourceFault,
  Step,
} from './discovery-messages.ts'

const [, , maxMemoryMb, hangMs] = process.argv
becomeDisposable({ maxMemoryMb: Number(maxMemoryMb), hangMs: Number(hangMs), leadsGroup: true })

const channel = channelOf(process)
const service = createCalls<ServiceMethods>(channel, () => new Error('The service is gone.'))
/** The service ends the process in the place of a signal. */
const { signal } = new AbortController()

let run: { discovery: Discovery; known: string[] } | undefined
const found = new Map<number, Found>()
let handles = 0

answerCalls(channel, {
  async begin(begun) {
    run = { discovery: discover(begun), known: begun.known.map(([path]) => path) }
  },

  async next() {
    if (!run) throw new Error('No run has begun.')
    try {
      const { done, value } = await run.discovery.next()
      return done ? end(value, run.known) : { kind: 'found', found: kept(value) }
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      return { kind: 'failed', fault: faultOf(error) }
    }
  },

  async read(handle) {
    const document = found.get(handle)
    if (!document) throw new Error('No document has this handle.')
    found.delete(handle)
    return readOne(document)
  },

  async probe({ url, ...asked }) {
    const { source, credentials } = asked
    const { probe } = sources[source.type].open(asked)
    if (!probe) throw new Error(`A source of type ${source.type} has no addresses to be tried.`)
    try {
      const extract = (document: RawDocument) => service.call('extract', document)
      const extractor = { extract, close: async () => {} }
      const context = { fetcher: () => fetcherOf(asked), extractor, id: source.id, signal }
      return { kind: 'tested', page: await probe({ credentials, url }, context) }
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      return { kind: 'failed', fault: faultOf(error) }
    }
  },
} satisfies DiscoveryMethods)

function discover(begun: DiscoveryRun): Discovery {
  const { source, credentials, roots, git, isManual } = begun
  const known = new Map(begun.known)
  const context: DiscoveryContext = {
    uploads: { list: unasked },
    uploadFiles: { read: unasked },
    pages: pagesOfRun(),
    rootsOf: async () => roots,
    openCredentials: () => credentials,
    git,
    fetcher: () => fetcherOf(begun),
    known: (path) => known.get(path) ?? null,
    knownPaths: [...known.keys()],
    isManual,
    now: () => new Date().toISOString(),
    foundSoFar: (documents) => void service.call('foundSoFar', documents),
    skipped: () => void service.call('skipped', undefined),
    // Whatever the source has opened ends with the process.
    atEnd() {},
    pace: createPacer(createGiveWay()),
  }
  return sources[source.type].open(begun).discover(context, signal)
}

/** The service puts its run's source in the place of what is asked for. */
function pagesOfRun(): DiscoveryContext['pages'] {
  const method =
    (name: PagesCall['name']) =>
    async (_organization_id: string, _source_id: string, ...args: unknown[]) =>
      service.call('pages', { name, args }) as Promise<never>
  return {
    known: method('known'),
    record: method('record'),
    forget: method('forget'),
    websiteState: method('websiteState'),
    saveWebsiteState: method('saveWebsiteState'),
  }
}

let fetcher: Promise<Fetcher> | undefined

function fetcherOf({ fetching }: Pick<AskedSource, 'fetching'>): Promise<Fetcher> {
  fetcher ??= import('../../fetch/fetcher.ts').then(({ createFetcher }) =>
    createFetcher({ ...fetching, politenessOf }),
  )
  return fetcher
}

function politenessOf(pace: Pace): Politeness {
  const ask = <Answer>(name: PolitenessCall['name'], ...args: PolitenessCall['args']) =>
    service.call('politeness', { pace, name, args }) as Promise<Answer>
  return {
    async enter(host, signal) {
      const turn = await service.call('enter', { pace, host }, { signal })
      return () => void service.call('leave', turn)
    },
    refused: (host, restMs) => ask<boolean>('refused', host, restMs),
    restMs: (host) => ask<number>('restMs', host),
    answered: (host) => void ask('answered', host),
    setDelay: (host, ms) => void ask('setDelay', host, ms),
  }
}

function kept(document: Found): FoundApart {
  const { read: _, isComposed: __, repeatedTexts, ...plain } = document
  handles += 1
  found.set(handles, document)
  return { ...plain, handle: handles, hasRepeatedTexts: repeatedTexts !== undefined }
}

function end({ isGone, isExcluded, ...plain }: Discovered, known: string[]): Step {
  const gone = isGone ? known.filter(isGone) : null
  const excluded = isExcluded ? known.filter(isExcluded) : []
  return { kind: 'end', discovered: { ...plain, gone, excluded } }
}

async function readOne({ read, repeatedTexts, isComposed }: Found): Promise<ReadResult> {
  try {
    const content = await read()
    const repeated = (await repeatedTexts?.()) ?? []
    return { kind: 'read', content, repeatedTexts: repeated, isComposed: isComposed?.() ?? false }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return { kind: 'failed', code: error.code, message: error.message }
  }
}

function faultOf({ code, message, cause }: SourceError): SourceFault {
  return { code, message, cause: cause === undefined ? null : inspect(cause) }
}

function unasked(): never {
  throw new Error('Uploads are read by the service itself.')
}
