import { readFileSync } from 'node:fs'
import { Tokenizer } from '@huggingface/tokenizers'
import { ModelFault } from './model-fault.ts'
import { createPieceTrie, type PieceTrie } from './piece-trie.ts'

export interface WordPieces {
  /** More than every id. */
  size: number
  /** Parts of a text whose pieces are together its own: its lines, where words are read alone. */
  partsOf(text: string): string[]
  /** Ids of a text's pieces, in order, without the unknown and without special ones. */
  ids(text: string): number[]
  /** Number of pieces that a word has; null when one of them is unknown. */
  piecesOf(word: string): number | null
}

/** Words whose pieces are kept, and their longest: some 2 MB. */
const KEPT_WORDS = 16_384
const KEPT_CHARS = 40

/** A text in which a tokenizer that reads more than one word at a time shows itself. */
const PROBE = `How do I re-install “Widgets” (v2.10)? L'été, Ärger: don't click
 here!  foo_bar@example.org costs 3,50 €\tat 12:30. 東京 は Привет...`

/**
 * Word pieces of a `tokenizer.json`. Most tokenizers read each word by itself: of these the pieces
 * of words are kept, and those of ASCII words are found without the library where the tokenizer is
 * as BERT's, which makes a text ten times as fast to read. Throws `ModelFault` when the file is
 * damaged or of a kind that is not known.
 */
export function readWordPieces(file: string): WordPieces {
  const { tokenizer, unknown, trie } = readTokenizer(file)
  const encode = (text: string) =>
    tokenizer.encode(text, { add_special_tokens: false }).ids.filter((id) => id !== unknown)
  const kept = createKept(encode)
  const added = [...tokenizer.get_added_tokens_decoder().values()].filter(({ special }) => !special)
  const probes = [PROBE, ...added.map(({ content }) => content)]
  const byWords = [trie && idsByTrie(trie, kept), idsByWords(kept)].find(
    (ids) => ids && probes.every((probe) => `${encode(probe)}` === `${ids(probe)}`),
  )
  return {
    size: 1 + [...tokenizer.get_vocab().values()].reduce((most, id) => Math.max(most, id), 0),
    partsOf: (text) => (byWords ? text.split('\n') : [text]),
    ids: byWords ?? encode,
    piecesOf(word) {
      const { ids } = tokenizer.encode(word, { add_special_tokens: false })
      return ids.includes(unknown) ? null : ids.length
    },
  }
}

type IdsOf = (text: string) => number[]

function idsByWords(idsOfWord: IdsOf): IdsOf {
  return (text) => (text.match(/\S+/g) ?? []).flatMap(idsOfWord)
}

/** Signs and words of ASCII are read by the trie, words with other characters as a whole. */
function idsByTrie(trie: PieceTrie, idsOfWord: IdsOf): IdsOf {
  return (text) => {
    const ids: number[] = []
    for (let start = 0; start < text.length; ) {
      let kind = kindOf(text.charCodeAt(start))
      let end = start + 1
      while (kind >= LETTER && end < text.length) {
        const next = kindOf(text.charCodeAt(end))
        if (next < LETTER) break
        kind = Math.max(kind, next)
        end += 1
      }
      if (kind === OTHER) ids.push(...idsOfWord(text.slice(start, end)))
      else if (kind !== BLANK) trie.append(ids, text, { start, end })
      start = end
    }
    return ids
  }
}

/** Kinds of characters by their codes; a letter or a digit is one of ASCII. */
const [BLANK, SIGN, LETTER, OTHER] = [0, 1, 2, 3]
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[\t\n\r ]/.test(character)) return BLANK
  if (/[a-z0-9]/i.test(character)) return LETTER
  return /[!-~]/.test(character) ? SIGN : OTHER
})

function kindOf(code: number): number {
  return KINDS[code] ?? OTHER
}

/** Keeps the pieces of the words that were asked for lately, in two generations. */
function createKept(idsOf: IdsOf): IdsOf {
  let young = new Map<string, number[]>()
  let old = young
  return (word) => {
    const known = young.get(word)
    if (known) return known
    const ids = old.get(word) ?? idsOf(word)
    if (word.length > KEPT_CHARS) return ids
    if (young.size >= KEPT_WORDS / 2) {
      old = young
      young = new Map()
    }
    young.set(copyOf(word), ids)
    return ids
  }
}

interface ReadTokenizer {
  tokenizer: Tokenizer
  unknown: number
  /** Absent where words are not put together from the longest pieces. */
  trie: PieceTrie | null
}

function readTokenizer(file: string): ReadTokenizer {
  try {
    const config = JSON.parse(readFileSync(file, 'utf8'))
    const tokenizer = new Tokenizer(config, {})
    const { type, unk_token, unk_id, continuing_subword_prefix, max_input_chars_per_word } =
      config.model
    const unknown = unk_id ?? tokenizer.token_to_id(unk_token) ?? -1
    if (type !== 'WordPiece') return { tokenizer, unknown, trie: null }
    const trie = createPieceTrie({
      ids: tokenizer.get_vocab(),
      prefix: continuing_subword_prefix ?? '##',
      isLowercase: config.normalizer?.lowercase ?? false,
      maxChars: max_input_chars_per_word ?? 100,
    })
    return { tokenizer, unknown, trie }
  } catch (cause) {
    throw new ModelFault('tokenizer.json is damaged, or of a kind that is not known.', { cause })
  }
}

/** A match is a view of the text it was found in, which would be kept with it. */
function copyOf(word: string): string {
  return Buffer.from(word, 'utf16le').toString('utf16le')
}
