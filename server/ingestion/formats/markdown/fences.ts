/** What the line that opens a fence says of the code in it. */
interface Info {
  language: string
  title: string
}

const TITLE = /(?:title|filename|file|name|label)\s*=\s*(?:"([^"]*)"|'([^']*)'|\{"([^"]*)"\})/i
const LABEL = /(?<![^\s}])\[([^\]\n]*)\]/

/** `js title="a.js" {1,3}`, `sh [npm]`, `bash cURL`, `{.python .numberLines}`, `js{4}`. */
function readInfo(info: string): Info {
  const [, language = '', rest = ''] =
    /^\s*\{?\s*\.?([\w#+-][\w#+.-]*(?![\w=#+.-]))?([^]*)$/.exec(info) ?? []
  const titled = TITLE.exec(rest)
  const named = titled?.[1] ?? titled?.[2] ?? titled?.[3] ?? LABEL.exec(rest)?.[1]
  return { language, title: (named ?? wordsOf(rest)).trim() }
}

/** Words after the language are a title unless they are a setting: `showLineNumbers`. */
function wordsOf(rest: string): string {
  return /^[ \t]+(?!show|twoslash)[\w./ +#-]+$/.test(rest) && /[A-Z.]/.test(rest) ? rest : ''
}

const OPENING = /^([ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?(?:`{3,}|~{3,}))([^\n]*)/

/** A fence with its language alone, and the title that its site shows above it. */
export function readFence(raw: string): { text: string; title: string } {
  const [, fence = '', info = ''] = OPENING.exec(raw) ?? []
  if (!/[^\w#+-]/.test(info)) return { text: raw, title: '' }
  const { language, title } = readInfo(info)
  return { text: `${fence}${language}${raw.slice(fence.length + info.length)}`, title }
}

/** A fence in a list or a quote, with its title above it. */
export function withTitle(raw: string): string {
  const { text, title } = readFence(raw)
  const indent = /^[ \t>]*/.exec(text)?.[0] ?? ''
  const isOwnLine = /^[`~]/.test(text.slice(indent.length))
  return title === '' || !isOwnLine ? text : `${indent}**${title}**\n${indent.trimEnd()}\n${text}`
}

/** Indented code as fenced code, which stays code when its passage is indented otherwise. */
export function fenced(code: string): string {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${code.replace(/^( {4}|\t)/gm, '')}\n${fence}`
}
