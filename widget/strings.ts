import { parseJson } from './json.ts'
import { messages as english, type Forms, type Messages } from './locales/en.ts'

/** The messages of a language, with those that speak of numbers and names as functions of them. */
export type Strings = ReturnType<typeof createStrings>

/** English is part of the panel; every other language is a file, fetched when it is chosen. */
const languages = new Map<string, () => Promise<{ messages: Messages }>>([
  ['ar', () => import('./locales/ar.ts')],
  ['de', () => import('./locales/de.ts')],
  ['en', async () => ({ messages: english })],
  ['es', () => import('./locales/es.ts')],
  ['fr', () => import('./locales/fr.ts')],
  ['he', () => import('./locales/he.ts')],
  ['it', () => import('./locales/it.ts')],
  ['ja', () => import('./locales/ja.ts')],
  ['ko', () => import('./locales/ko.ts')],
  ['nl', () => import('./locales/nl.ts')],
  ['pl', () => import('./locales/pl.ts')],
  ['pt', () => import('./locales/pt.ts')],
  ['ru', () => import('./locales/ru.ts')],
  ['tr', () => import('./locales/tr.ts')],
  ['uk', () => import('./locales/uk.ts')],
  ['zh-Hans', () => import('./locales/zh-Hans.ts')],
])

/**
 * What the panel of this element says: in the language of its `locale` attribute, else of the page,
 * else of the visitor's browser, else in English, which also stands in for a file that does not
 * arrive. The `strings` attribute, a JSON object with the keys of `Messages`, replaces single ones.
 */
export async function stringsFor(host: Element): Promise<Strings> {
  const { lang } = document.documentElement
  const locale = chooseLocale([host.getAttribute('locale'), lang, ...navigator.languages])
  const own = host.getAttribute('strings')
  try {
    return createStrings(replaceSome(await messagesOf(locale), own), locale)
  } catch {
    return createStrings(replaceSome(english, own), 'en')
  }
}

/** The first of these language tags that there are messages for, as it was written. */
export function chooseLocale(tags: readonly (string | null)[]): string {
  return tags.map((tag) => (tag ?? '').replaceAll('_', '-')).find(languageOf) ?? 'en'
}

/** The messages of a locale, English where there are none. Rejects when they do not arrive. */
export async function messagesOf(locale: string): Promise<Messages> {
  const load = languages.get(languageOf(locale) ?? '')
  return load ? (await load()).messages : english
}

/** The name of the tag's language in `languages`, if it is there: `zh-TW` is no `zh-Hans`. */
function languageOf(tag: string): string | undefined {
  try {
    const locale = new Intl.Locale(tag)
    const { language } = locale
    if (languages.has(language)) return language
    // Only where it matters: the first time takes as long as drawing the panel does.
    const written = `${language}-${locale.maximize().script}`
    return languages.has(written) ? written : undefined
  } catch {
    return undefined // Not a language tag at all.
  }
}

/** Only what is known is replaced, and of several forms only those that are given. */
function replaceSome(messages: Messages, json: string | null): Messages {
  const own = (parseJson(json) ?? {}) as Record<string, object>
  const entries = Object.entries(messages).map(([key, message]) => [
    key,
    typeof message === 'object' ? { ...message, ...own[key] } : `${own[key] ?? message}`,
  ])
  return Object.fromEntries(entries)
}

/** Ties messages to the number and plural rules of a locale. Throws when it is no language tag. */
export function createStrings(messages: Messages, locale: string) {
  const plural = new Intl.PluralRules(locale)
  // The digits of the markers `[n]`, which stand beside these numbers.
  const written = (n: number, style?: Intl.NumberFormatOptions) =>
    n.toLocaleString(locale, { numberingSystem: 'latn', ...style })
  const counted = (forms: Forms, n: number) =>
    fill(formOf(forms, plural.select(n)), { n: written(n) })
  return {
    ...messages,
    locale,
    dir: /^(ar|he|iw)/.test(locale) ? 'rtl' : 'ltr',
    sources: (n: number) => counted(messages.sources, n),
    source: (n: number, title: string) => fill(messages.source, { n: `${n}`, title }),
    tooLong: (over: number) => counted(messages.tooLong, over),
    wait: (left: number) =>
      fill(messages.wait, {
        time: written(left, { style: 'unit', unit: 'second', unitDisplay: 'long' }),
      }),
    failure: (code: string) => formOf(messages.failures, code),
  } as const
}

function formOf(forms: Forms, name: string): string {
  return forms[name] ?? forms.other
}

/** One pass, so that a title with braces in it stays as it is. */
function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
