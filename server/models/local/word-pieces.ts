import { readFileSync } from 'node:fs'
import { Tokenizer } from '@huggingface/tokenizers'
import { ModelFault } from './model-fault.ts'

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
 * of words are kept, which makes a text three times as fast to read. Throws `ModelFault` when the
 * file is damaged or of a kind that is not known.
 */
export function readWordPieces(file: string): WordPieces {
  const { tokenizer, unknown } = readTokenizer(file)
  const encode = (text: string) =>
    tokenizer.encode(text, { add_special_tokens: false }).ids.filter((id) => id !== unknown)
  const kept = new Map<string, number[]>()
  const idsOfWord = (word: string) => {
    if (word.length > KEPT_CHARS) return encode(word)
    const known = kept.get(word)
    if (known) return known
    const ids = encode(word)
    if (kept.size >= KEPT_WORDS) kept.clear()
    kept.set(copyOf(word), ids)
    return ids
  }
  const idsByWords = (text: string) => {
    const ids: number[] = []
    for (const [word] of text.matchAll(/\S+/g)) ids.push(...idsOfWord(word))
    return ids
  }
  const joinsWords = [...tokenizer.get_added_tokens_decoder().values()].some(({ content }) =>
    /\s/.test(content),
  )
  const readsWords = !joinsWords && `${encode(PROBE)}` === `${idsByWords(PROBE)}`
  return {
    size: 1 + [...tokenizer.get_vocab().values()].reduce((most, id) => Math.max(most, id), 0),
    partsOf: (text) => (readsWords ? text.split('\n') : [text]),
    ids: readsWords ? idsByWords : encode,
    piecesOf(word) {
      const { ids } = tokenizer.encode(word, { add_special_tokens: false })
      return ids.includes(unknown) ? null : ids.length
    },
  }
}

function readTokenizer(file: string): { tokenizer: Tokenizer; unknown: number } {
  try {
    const config = JSON.parse(readFileSync(file, 'utf8'))
    const tokenizer = new Tokenizer(config, {})
    const { unk_token, unk_id } = config.model
    return { tokenizer, unknown: unk_id ?? tokenizer.token_to_id(unk_token) ?? -1 }
  } catch (cause) {
    throw new ModelFault('tokenizer.json is damaged, or of a kind that is not known.', { cause })
  }
}

/** A match is a view of the text it was found in, which would be kept with it. */
function copyOf(word: string): string {
  return Buffer.from(word, 'utf16le').toString('utf16le')
}
