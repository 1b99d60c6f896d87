import { parseJson } from './json.ts'
import { messages as english, type Forms, type Messages } from './locales/en.ts'

/** The messages of a language, with those that speak of numbers and names as functions of them. */
export type Strings = ReturnType<typeof createStrings>

/** English is part of the panel; every other language is a file that is fetched when it is wanted. */
const languages: Record<string, () => Promise<{ messages: Messages }>> = {
  en: async () => ({ messages: english }),
  ar: () => import('./locales/ar.ts'),
  de: () => import('./locales/de.ts'),
  es: () => import('./locales/es.ts'),
  fr: () => import('./locales/fr.ts'),
  he: () => import('./locales/he.ts'),
  it: () => import('./locales/it.ts'),
  ja: () => import('./locales/ja.ts'),
  ko: () => import('./locales/ko.ts'),
  nl: () => import('./locales/nl.ts'),
  pl: () => import('./locales/pl.ts'),
  pt: () => import('./locales/pt.ts'),
  ru: () => import('./locales/ru.ts'),
  tr: () => import('./locales/tr.ts'),
  uk: () => import('./locales/uk.ts'),
  'zh-Hans': () => import('./locales/zh-Hans.ts'),
}

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

/** Rejects when the file of the language does not arrive. */
export async function messagesOf(locale: string): Promise<Messages> {
  const fetched = await languages[languageOf(locale)]?.()
  return fetched?.messages ?? english
}

/** The name of the language in `languages`, empty when there is none: `zh-TW` is no `zh-Hans`. */
function languageOf(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return [language, `${language}-${script}`].find((name) => name in languages) ?? ''
  } catch {
    return '' // Not a language tag at all.
  }
}

/** Only what is known is replaced, and of the forms of a number only those that are given. */
function replaceSome(messages: Messages, json: string | null): Messages {
  const own = (parseJson(json) ?? {}) as Record<string, unknown>
  const entries = Object.entries(messages).map(([key, message]) => {
    const replaced = own[key]
    if (typeof message === 'object') return [key, { ...message, ...(replaced as object) }]
    return [key, typeof replaced === 'string' ? replaced : message]
  })
  return Object.fromEntries(entries)
}

/** Ties messages to the number and plural rules of a locale. Throws when it is no language tag. */
export function createStrings(messages: Messages, locale: string) {
  // The digits of the markers `[n]`, which stand beside these numbers.
  const digits = { numberingSystem: 'latn' }
  const count = new Intl.NumberFormat(locale, digits)
  const seconds = new Intl.NumberFormat(locale, {
    ...digits,
    style: 'unit',
    unit: 'second',
    unitDisplay: 'long',
  })
  const plural = new Intl.PluralRules(locale)
  const counted = (forms: Forms, n: number) =>
    fill(forms[plural.select(n)] ?? forms.other, { n: count.format(n) })
  const sources = (n: number) => counted(messages.sources, n)
  const failures: Record<string, string> = {
    unreachable: messages.unreachable,
    validation_error: messages.refused,
    authentication_error: messages.unavailable,
    authorization_error: messages.unavailable,
    conflict: messages.conflict,
    service_unavailable: messages.restarting,
  }
  return {
    ...messages,
    locale,
    dir: /^(ar|he)/.test(languageOf(locale)) ? 'rtl' : 'ltr',
    sources,
    source: (n: number, title: string) => fill(messages.source, { n: String(n), title }),
    tooLong: (over: number) => counted(messages.tooLong, over),
    wait: (left: number) => fill(messages.wait, { time: seconds.format(left) }),
    failure: (code: string) => failures[code] ?? messages.failed,
  } as const
}

/** One pass, so that a title with braces in it stays as it is. */
function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
