import { load } from 'cheerio'
import { linesOutsideFences } from '../../server/text/fences.ts'
import { lettersOf } from '../../server/text/letters.ts'

/** The lines of a Markdown text outside of code, its code spans and escaped characters hidden. */
export function plainLines(markdown: string): string[] {
  return linesOutsideFences(markdown)
    .join('\n')
    .replace(END_OF_SENTENCE, '$1')
    .replace(CODE_SPAN, hidden)
    .replace(FORMULA, hidden)
    .replace(/\\[!-/:-@[-`{-~]/g, (escaped) => hidden(escaped.slice(1)))
    .replace(/<(?:https?|mailto):[^>\s]*>/g, hidden)
    .split('\n')
    .filter((line) => line.trim() !== '')
}

/** Alone on a line that goes on with a sentence. */
const END_OF_SENTENCE = /(?<=\S)\n[ \t]*([).,;:!?]{1,3})(?=\n|$)/g
/** In TeX, which pages show as formulas. */
const FORMULA =
  /\\{1,2}\([^\n]{1,300}?\\{1,2}\)|\$\$[^$]{1,2000}\$\$|(?<![\w$\\])\$[^\s$`][^\n$`]{0,200}\$(?!\w)/g
const CODE_SPAN = /(?<!`)(`{1,4})(?!`)[^`\n]+\1(?!`)|(``) .{0,500}? ``/g

/** Text in characters that are no markup. */
function hidden(text: string): string {
  return text.replace(/[!-~]/g, (character) =>
    String.fromCharCode(HIDDEN + character.charCodeAt(0)),
  )
}
const HIDDEN = 0xe000

/** A text without marks, as a page shows it; what was hidden is shown. */
export function unmarked(text: string): string {
  return text
    .replace(/[\ue000-\ue0ff]/g, (found) => String.fromCharCode(found.charCodeAt(0) - HIDDEN))
    .replace(/\]\([^()\s]*\)|[`*[\]\\]|\s/g, '')
}

/** A Markdown text as it is shown: without the targets of links, marks and names of languages. */
export function shownText(markdown: string): string {
  const shown = markdown
    .replace(/\]\((?:https?|mailto):[^()\s]*\)/g, ']')
    .replace(/^(\s*(?:[-*+] |\d+\. )*[`~]{3,})[\w+-]*$/gm, '$1')
    .replace(/^#{1,6} /gm, '')
    .replace(/[*`[\]\\]/g, '')
  return /&[#a-z]/i.test(shown) ? load(shown.replaceAll('<', '&lt;')).text() : shown
}

/** Its letters; those of a text that has entities also as they are written, as code shows them. */
export function shownLetters(markdown: string): string {
  const written = lettersOf(shownText(markdown.replace(/&(?=[#a-z])/gi, '&amp;')))
  const shown = lettersOf(shownText(markdown))
  return shown === written ? shown : `${shown} ${written}`
}
