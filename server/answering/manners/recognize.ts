import {
  type PhraseBook,
  type PhraseRule,
  type PhraseWord,
  unitsOf,
} from '../../text/phrase-book.ts'
import { type PhraseLocale, phraseBooks } from '../../text/phrase-books.ts'
import { type Act, acts } from '../../text/phrases/phrases.ts'

/** A text that is no question, by what it wants most, and the language it is written in. */
export interface SmallTalk {
  act: Act
  /** null for pictures alone. */
  locale: PhraseLocale | null
  /** All languages that it may be written in, when nothing tells which; `locale` is one of them. */
  locales: PhraseLocale[]
}

/** In UTF-16 units; small talk that is longer is a story, and may hide a question. */
const MAX_CHARS = 240
const MAX_UNITS = 60

/**
 * What a text is when all of it is small talk: every word belongs to a phrase of one language, or
 * of one and English. null for any text that has another word, so a question beside a greeting
 * stays a question (docs/behaviour.md#small-talk). Of languages that share the words, `preferred`
 * wins, then English.
 */
export function recognizeSmallTalk(
  text: string,
  preferred: PhraseLocale | null = null,
): SmallTalk | null {
  if (text.length > MAX_CHARS) return null
  const units = {
    spaced: unitsOf(text, { unspaced: false }),
    unspaced: unitsOf(text, { unspaced: true }),
  }
  if (units.spaced.length === 0) return pictures(text)
  if (units.unspaced.length > MAX_CHARS || units.spaced.length > MAX_UNITS) return null
  const alone = [...phraseBooks()].flatMap(([locale, book]) => {
    const found = explain(book.unspaced ? units.unspaced : units.spaced, [book])
    return found ? [{ ...found, locale }] : []
  })
  const found = alone.length > 0 ? alone : besideEnglish(units.spaced)
  const least = Math.min(...found.map(({ cost }) => cost))
  const simplest = found.filter(({ cost }) => cost === least)
  const locales = new Set(simplest.map(({ locale }) => locale))
  if (isAllEnglish(units.spaced)) locales.add('en')
  const locale = [preferred, 'en' as const].find((each) => each && locales.has(each))
  const best = simplest.find((each) => each.locale === locale) ?? simplest[0]
  if (!best) return null
  if (locale && locale === preferred) return { act: best.act, locale, locales: [locale] }
  return { act: best.act, locale: locale ?? best.locale, locales: [...locales] }
}

/** Each word may stand in a phrase of English, even where the phrase is known in another one. */
function isAllEnglish(units: string[]): boolean {
  return units.every((unit) => phraseBooks().get('en')?.words.has(unit))
}

function besideEnglish(units: string[]) {
  const english = phraseBooks().get('en')
  return [...phraseBooks()].flatMap(([locale, book]) => {
    const found = !book.unspaced && english ? explain(units, [book, english]) : null
    return found ? [{ ...found, locale }] : []
  })
}

const WAVE = /[👋🙋🖐]/u
/** Angry and sad faces, and hands that say no. */
const UNHAPPY = /[😠😡🤬😤😒🙄😞😟😔😕🙁☹😣😖😫😩😢😭😥😓😿😾👿💔👎🖕🤦💩]|[:=][-'^]?[(]/u
/** Happy faces, hearts, and hands that thank or agree. */
const HAPPY =
  /[😀-😇😉-😎😗-😝🙂🙃😸-😻😽🤗🤣🤩🥰🥳🥲🤝👌👏🙌🙏👍💪✌🤙🤘👊🙇🫡🫶🎉🎊💯✅✔🆗⭐🌟✨🏆🔥💐🌹🌷🌸❤♥🧡💛💚💙💜🤎🖤🤍🩷💓-💟]|[:;=][-'^]?[)\]dp*]|<3/iu

/** A text without words: pictures and emoticons. */
function pictures(text: string): SmallTalk | null {
  const say = (act: Act): SmallTalk => ({ act, locale: null, locales: [] })
  if (UNHAPPY.test(text)) return say('complaint')
  if (WAVE.test(text)) return say('greeting')
  return HAPPY.test(text) ? say('thanks') : null
}

/** A way to read the text up to some place. */
interface Reading {
  /** The rule whose phrase is being read, and which of its groups have occurred. */
  rule: PhraseRule | null
  groups: number
  /** The acts of the phrases read, as bits in the order of `acts`. */
  said: number
  /** Phrases, and words that had to be corrected. */
  cost: number
  corrected: number
}

const start: Reading = { rule: null, groups: 0, said: 0, cost: 0, corrected: 0 }

/** The simplest way to read all units as phrases; null when some belong to none. */
function explain(units: string[], books: PhraseBook[]): { act: Act; cost: number } | null {
  const readings = units.map(() => new Map<string, Reading>())
  const last = new Map<string, Reading>()
  readings.push(last)
  readings[0]?.set('', start)
  const allowed = Math.max(1, Math.floor(units.length / 4))
  for (const [at, here] of readings.entries()) {
    if (here.size === 0 || at === units.length) continue
    for (const { word, corrected } of wordsAt(units, at, books)) {
      const there = readings[at + word.units.length]
      if (!there) continue
      for (const reading of here.values()) {
        for (const next of after(reading, word, corrected)) {
          if (next.corrected <= allowed) keep(there, next)
        }
      }
    }
  }
  const complete = [...last.values()].filter(({ rule, said }) => rule === null && said !== 0)
  const [best] = complete.toSorted((a, b) => a.cost - b.cost || b.said - a.said)
  const act = best && acts.findLast((_, at) => best.said & (2 ** at))
  return best && act ? { act, cost: best.cost } : null
}

function keep(readings: Map<string, Reading>, reading: Reading): void {
  const { rule, groups, said, cost } = reading
  const key = rule ? `${ruleNumber(rule)} ${groups} ${said}` : `${said}`
  const known = readings.get(key)
  if (!known || cost < known.cost) readings.set(key, reading)
}

const ruleNumbers = new Map<PhraseRule, number>()
function ruleNumber(rule: PhraseRule): number {
  const number = ruleNumbers.get(rule) ?? ruleNumbers.size
  ruleNumbers.set(rule, number)
  return number
}

/** The readings with one more word: its phrase goes on, begins, or ends with it. */
function after(reading: Reading, word: PhraseWord, corrected: number): Reading[] {
  const counted = {
    ...reading,
    corrected: reading.corrected + corrected,
    cost: reading.cost + corrected,
  }
  if (!word.rule) return [counted]
  if (reading.rule && reading.rule !== word.rule) return []
  const began = reading.rule ? counted : { ...counted, cost: counted.cost + 1 }
  const next = { ...began, rule: word.rule, groups: reading.groups | word.groups }
  if (next.groups !== word.rule.complete) return [next]
  const said = reading.said | (2 ** acts.indexOf(word.rule.act))
  return [next, { ...next, rule: null, groups: 0, said }]
}

function wordsAt(units: string[], at: number, books: PhraseBook[]) {
  const unit = units[at] ?? ''
  const whole = books.flatMap(({ words }) => words.get(unit) ?? [])
  const exact = whole.length > 0 ? whole : withoutPrefix(unit, books)
  const fitting = exact
    .filter(({ units: parts }) => parts.every((part, on) => on === 0 || units[at + on] === part))
    .map((word) => ({ word, corrected: 0 }))
  if (exact.length > 0) return fitting
  return books.flatMap(({ words, spellings }) =>
    (spellings.get(unit.charAt(0)) ?? [])
      .filter((spelling) => isMisspelt(unit, spelling))
      .flatMap((spelling) => words.get(spelling) ?? [])
      .filter((word) => word.units.length === 1)
      .map((word) => ({ word, corrected: 1 })),
  )
}

/** Hebrew and Arabic write "and", "to", "in", "from" and "the" as one word with the next. */
function withoutPrefix(unit: string, books: PhraseBook[]): PhraseWord[] {
  const [, rest] = /^(?:[ולמבהש]|وال|لل|ال|[ولبف])(.{2,})$/u.exec(unit) ?? []
  return rest === undefined ? [] : books.flatMap(({ words }) => words.get(rest) ?? [])
}

/** One letter after the first is wrong, missing or too many, or two are swapped. */
function isMisspelt(word: string, spelling: string): boolean {
  if (Math.abs(word.length - spelling.length) > 1) return false
  let same = 1
  while (same < word.length && word[same] === spelling[same]) same += 1
  const [a, b] = [word.slice(same), spelling.slice(same)]
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a.slice(2) === b.slice(2) && a[0] === b[1] && a[1] === b[0])
  )
}
