import { computed, signal } from '@preact/signals'
import type { Messages } from './locales/en.ts'
import type { Forms } from './locales/forms.ts'

export type { Messages } from './locales/en.ts'

/** Languages of the console, by their tag. */
export const languages = { en: 'English', de: 'Deutsch' }
export type Language = keyof typeof languages

const loaders: Record<Language, () => Promise<{ messages: Messages }>> = {
  en: () => import('./locales/en.ts'),
  de: () => import('./locales/de.ts'),
}

export const language = signal<Language>('en')
/** The tag by which dates and numbers are written: the browser's region, where it has one. */
export const region = signal('en')
/** Empty until a language is chosen, which comes before everything that is shown. */
const messages = signal({} as Messages)

/** All texts in the chosen language. */
export const texts = computed(() => messages.value)

const CHOSEN = 'svc-console-language'

/** The language that was chosen on this device, else the browser's first one of ours. */
export function preferredLanguage(): Language {
  const tags = [localStorage.getItem(CHOSEN) ?? '', ...navigator.languages]
  return tags.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en'
}

function isLanguage(tag: string): tag is Language {
  return tag in languages
}

/** Shows the console in a language; in English when its texts cannot be loaded. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  const loaded = await loaders[chosen]().catch(() => null)
  if (!loaded && chosen !== 'en') return chooseLanguage('en')
  if (!loaded) throw new Error('The texts of the console cannot be loaded.')
  messages.value = loaded.messages
  language.value = chosen
  region.value = navigator.languages.find((tag) => tag.startsWith(`${chosen}-`)) ?? chosen
  document.documentElement.lang = chosen
}

/** Remembers the language on this device. */
export function keepLanguage(chosen: Language): void {
  localStorage.setItem(CHOSEN, chosen)
}

/** Fills `{name}` placeholders, in one pass. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** The form of a text for a number, which fills `{n}`. */
export function counted(forms: Forms, n: number): string {
  const form = new Intl.PluralRules(language.value).select(n)
  return fill(forms[form] ?? forms.other, { n: n.toLocaleString(region.value) })
}

/** A time of the API in words, such as "22 Nov 2026, 09:15". */
export function shownTime(timestamp: string): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(region.value, style).format(new Date(timestamp))
}

/** A time of the API as briefly as it is clear: "09:15" today, else "22 Nov", "22 Nov 2025". */
export function shownMoment(timestamp: string): string {
  const time = new Date(timestamp)
  const now = new Date()
  const isToday = time.toDateString() === now.toDateString()
  const isThisYear = time.getFullYear() === now.getFullYear()
  const style: Intl.DateTimeFormatOptions = isToday
    ? { timeStyle: 'short' }
    : { day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) }
  return new Intl.DateTimeFormat(region.value, style).format(time)
}

/** A share as a percentage: "83 %". */
export function shownShare(share: number): string {
  return share.toLocaleString(region.value, { style: 'percent' })
}

/** A number of things: "1,204". */
export function shownCount(n: number): string {
  return n.toLocaleString(region.value)
}

/** A sum of money without its currency: "0.72". */
export function shownCost(cost: number): string {
  const style = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return cost.toLocaleString(region.value, style)
}

/** A share to the percent; a dash where there is none. */
export function shownPart(share: number | null): string {
  return share === null ? '–' : shownShare(Math.round(share * 100) / 100)
}

/** A UTC day, as usage is counted: "22 Nov". */
export function shownDay(day: string): string {
  const style: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', timeZone: 'UTC' }
  return new Intl.DateTimeFormat(region.value, style).format(new Date(day))
}

/** A size in words: "340 byte", "1.2 MB". */
export function shownBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte']
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const style = { style: 'unit', unit: units[power] ?? '', maximumFractionDigits: 1 } as const
  return (bytes / 1000 ** power).toLocaleString(region.value, style)
}

/** Milliseconds in words: "340 ms", "1.2 s". */
export function shownDuration(ms: number): string {
  const [n, unit] = ms < 1000 ? [Math.round(ms), 'millisecond'] : [ms / 1000, 'second']
  return n.toLocaleString(region.value, { style: 'unit', unit, maximumFractionDigits: 1 })
}

/** A length of time in words, to the minute above a minute: "2 minutes". */
export function shownSeconds(seconds: number): string {
  const [n, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return n.toLocaleString(region.value, { style: 'unit', unit, unitDisplay: 'long' })
}
