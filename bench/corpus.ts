/** Synthetic documents with the word statistics of real ones, the same on every machine. */

const FUNCTION_WORDS =
  'the of and to in a is that for it as was with be by on not he his but at are this have from or'.split(
    ' ',
  )
/** About that of English prose. */
const FUNCTION_SHARE = 0.4
const VOCABULARY = 20_000
const SYLLABLES = 'ka lo mi ter san pre vo du ning ser ra ble con tu ver ist al mo gra ny'.split(
  ' ',
)

export type Corpus = ReturnType<typeof createCorpus>

/** Documents of about 4,000 characters (five passages) and questions about them, from a seed. */
export function createCorpus(seed: number) {
  const random = createRandom(seed)
  const vocabulary = Array.from({ length: VOCABULARY }, (_, at) => spell(at))

  function word(): string {
    if (random() < FUNCTION_SHARE) return pick(FUNCTION_WORDS)
    return rareWord(1)
  }

  /**
   * By Zipf's law the word of rank r is 1/r as frequent as the first; `from` skips the most
   * frequent.
   */
  function rareWord(from: number): string {
    const rank = Math.floor(from * (VOCABULARY / from) ** random())
    return vocabulary[Math.min(rank, VOCABULARY - 1)] ?? ''
  }

  function pick<Item>(items: Item[]): Item {
    return items[Math.floor(random() * items.length)] as Item
  }

  function words(count: number): string {
    return Array.from({ length: count }, word).join(' ')
  }

  function sentence(): string {
    return `${words(8 + Math.floor(random() * 14))}.`
  }

  function paragraph(): string {
    return Array.from({ length: 3 + Math.floor(random() * 4) }, sentence).join(' ')
  }

  function section(level: number): string {
    const list = random() < 0.3 ? `\n\n- ${sentence()}\n- ${sentence()}\n- ${sentence()}` : ''
    return `${'#'.repeat(level)} ${words(4)}\n\n${paragraph()}\n\n${paragraph()}${list}\n`
  }

  return {
    /** Text of about 700 characters under a heading, as passages are. */
    passage(): { title: string; heading: string; text: string } {
      return { title: words(4), heading: words(4), text: paragraph() }
    },

    document: () => [1, 2, 2, 3, 2].map(section).join('\n'),

    /** One section of one paragraph. */
    shortDocument: () => `# ${words(4)}\n\n${paragraph()}\n`,

    /** As people ask: a few function words, a few frequent words, one or two rare ones. */
    question(): string {
      return `how is the ${rareWord(50)} ${rareWord(200)} for a ${rareWord(1000)} ${pick(FUNCTION_WORDS)} ${rareWord(20)}`
    },

    /**
     * A random unit vector, or one near another (cosine about 0.78). Passages near their document's
     * vector, documents near their subject's, and subjects near a common one are spread as real
     * texts are.
     */
    vector(dimensions: number, near?: Float32Array): Float32Array {
      const away = unit(Float32Array.from({ length: dimensions }, () => random() - 0.5))
      return near ? unit(away.map((component, at) => 0.8 * component + (near[at] ?? 0))) : away
    },
  }
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return vector.map((component) => component / length)
}

/** A distinct, pronounceable word for each rank. */
function spell(rank: number): string {
  let left = rank
  let spelt = ''
  do {
    spelt += SYLLABLES[left % SYLLABLES.length]
    left = Math.floor(left / SYLLABLES.length)
  } while (left > 0)
  return spelt
}

/** Mulberry32, a seeded pseudo-random generator. From 0 to below 1. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
