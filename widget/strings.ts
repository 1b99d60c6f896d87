import { parseJson } from './json.ts'
import { messages as english, type Forms, type Messages } from './locales/en.ts'

/** The messages of a locale; those with placeholders are functions. */
export type Strings = ReturnType<typeof createStrings>

/** English is bundled with the panel; every other language is a chunk, loaded when it is chosen. */
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
 * Strings of an element, in the language of its `locale` attribute, the page or the browser;
 * English as the fallback, also when a language fails to load. The `strings` attribute, a JSON
 * object with keys of `Messages`, replaces single messages.
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

/** Returns the first language tag with messages, as it was written; `en` when there is none. */
export function chooseLocale(tags: readonly (string | null)[]): string {
  return tags.map((tag) => (tag ?? '').replaceAll('_', '-')).find(languageOf) ?? 'en'
}

/** Loads the messages of a locale, or English when it has none. Rejects when loading fails. */
export async function messagesOf(locale: string): Promise<Messages> {
  const load = languages.get(languageOf(locale) ?? '')
  return load ? (await load()).messages : english
}

/** Key of a language tag in `languages`, if any: `zh-CN` is `zh-Hans`, `zh-TW` has none. */
function languageOf(tag: string): string | undefined {
  try {
    const locale = new Intl.Locale(tag)
    const { language } = locale
    if (languages.has(language)) return language
    // Last, because the first call of `maximize` takes as long as rendering the panel.
    const written = `${language}-${locale.maximize().script}`
    return languages.has(written) ? written : undefined
  } catch {
    return undefined // Not a language tag.
  }
}

/** Replaces known messages; of a message with several forms, only the given ones. */
function replaceSome(messages: Messages, json: string | null): Messages {
  const own = (parseJson(json) ?? {}) as Record<string, object>
  const entries = Object.entries(messages).map(([key, message]) => [
    key,
    typeof message === 'object' ? { ...message, ...own[key] } : `${own[key] ?? message}`,
  ])
  return Object.fromEntries(entries)
}

/**
 * Binds messages to the number and plural rules of a locale. Throws for an invalid language tag.
 */
export function createStrings(messages: Messages, locale: string) {
  const plural = new Intl.PluralRules(locale)
  // Latin digits, as in the markers `[n]` beside these numbers.
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
    failure: (code: string) => formOf(messages.failures, reachable(code)),
  } as const
}

/** Whether the visitor or the service is away, as far as the browser knows. */
function reachable(code: string): string {
  return code === 'unreachable' && globalThis.navigator?.onLine === false ? 'offline' : code
}

function formOf(forms: Forms, name: string): string {
  return forms[name] ?? forms.other
}

/** Fills placeholders in one pass, so that braces in a title are left alone. */
function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
