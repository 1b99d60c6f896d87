/** A unit by the base that its measures are compared in. */
export interface Unit {
  base: string
  factor: number
}

/** Names of units in several languages: the base, how many of it, and the pattern of the name. */
const UNITS: [base: string, factor: number, names: string][] = [
  ['second', 1, 'seconds?|secs?|sekunden?|secondes?|segundos?|second[io]|секунд\\p{L}*|秒'],
  ['second', 60, 'minutes?|mins?|minuten?|minuto?s?|minuti|минут\\p{L}*|分钟'],
  ['second', 3600, 'hours?|hrs?|h|stunden?|heures?|horas?|or[ae]|uur|час\\p{L}*|小时'],
  [
    'second',
    86_400,
    'days?|tag(?:e|en|es)?|jours?|d[ií]as?|giorn[oi]|dagen|dag|дн\\p{L}+|день|天|日',
  ],
  ['second', 604_800, 'weeks?|wochen?|semaines?|semanas?|settiman[ae]|week|недел\\p{L}*|周'],
  ['month', 1, 'months?|monat(?:e|en|s)?|mois|mes(?:es)?|mes[ei]|maand(?:en)?|месяц\\p{L}*|个月'],
  ['month', 12, 'years?|jahr(?:e|en|es)?|ann?s?|ann?ées?|años?|ann[oi]|jaar|лет|год\\p{L}*|年'],
  ['percent', 1, '%|percent|per cent|prozent|pour ?cent|por ciento|per cento|процент\\p{L}*'],
  ['byte', 1, 'bytes?|octets?|байт\\p{L}*'],
  ['byte', 1e3, 'kb|ko|kilobytes?|кб'],
  ['byte', 1e6, 'mb|mo|megabytes?|мб'],
  ['byte', 1e9, 'gb|go|gigabytes?|гб'],
  ['byte', 1e12, 'tb|to(?!\\s\\d)|terabytes?|тб'],
  ['kib', 1, 'kib'],
  ['kib', 1024, 'mib'],
  ['kib', 1_048_576, 'gib'],
  ['dollar', 1, '\\$|dollars?|usd|долл\\p{L}*'],
  ['euro', 1, '€|euros?|eur|евро'],
  ['pound', 1, '£|gbp'],
  ['metre', 1, 'm|met(?:er|re)s?|mètres?|metros?|метр\\p{L}*'],
  ['metre', 1000, 'km|kilomet(?:er|re)s?|kilomètres?|kilómetros?|км'],
  ['gram', 1000, 'kg|kilograms?|kilo(?:gramm)?s?|кг'],
]
const AFTER = UNITS.map(([base, factor, names]): [Unit, RegExp] => [
  { base, factor },
  new RegExp(
    `^[-\\s\\u00a0]{0,2}(?:(?:calendar|working|business)\\s)?(?:${names})(?!\\p{L}|-\\p{L}{9})`,
    'iu',
  ),
])
const BEFORE: [Unit, RegExp][] = [
  [{ base: 'dollar', factor: 1 }, /\$\s?$/],
  [{ base: 'euro', factor: 1 }, /€\s?$/],
  [{ base: 'pound', factor: 1 }, /£\s?$/],
]

/** The unit with which the text after a number begins. */
export function unitOf(after: string): Unit | null {
  return AFTER.find(([, name]) => name.test(after))?.[0] ?? null
}

/** The unit with which the text before a number ends: a sign of a currency. */
export function unitBefore(before: string): Unit | null {
  return BEFORE.find(([, sign]) => sign.test(before))?.[0] ?? null
}
