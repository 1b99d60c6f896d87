import type { Rule } from './rule.ts'

/**
 * Identifiers, commands, options and paths must stand in the passages: in code, and in prose where
 * they are spelt like code. What code itself declares is known to it.
 */
export const code: Rule = {
  reason: 'code',
  judge({ assertion: { text, isCode }, evidence, asked }) {
    const known = [...evidence, asked]
    const holds = (token: string) => known.some(({ spelling }) => spelling.includes(token))
    const tokens = isCode ? tokensOfBlock(text) : tokensOfProse(text)
    return tokens.every((token) => isFound(token.toLowerCase(), holds)) ? null : 'missing'
  },
}

function isFound(token: string, holds: (token: string) => boolean): boolean {
  if (holds(token)) return true
  const parts = token.split(/[\s<>(){}[\]=:,;"'“”|/\\]+|\.(?=\W|$)|(?<=\W)\.|\.{2,}/u)
  const names = parts.filter((part) => /\p{L}{2}/u.test(part) && !COMMON.has(part))
  return names.length > 0 && names[0] !== token ? names.every(holds) : names.length === 0
}

const INLINE = /`+([^`\n]{1,200})`+/g
/** `camelCase`, `snake_case`, `--option`. */
const SPELT_LIKE_CODE =
  /(?<![\p{L}\p{N}/.@])(?:--[a-z][\w-]+|[a-z]+[A-Z][A-Za-z0-9]+|[A-Za-z]+_[A-Za-z0-9_]+)(?![\p{L}\p{N}])/gu

function tokensOfProse(text: string): string[] {
  const inline = [...text.matchAll(INLINE)].map(([, inside = '']) => inside)
  const rest = text.replace(INLINE, ' ').replace(/https?:\/\/\S+/g, ' ')
  return [...inline, ...(rest.match(SPELT_LIKE_CODE) ?? [])].map((token) => token.trim())
}

const DECLARED =
  /\b(?:const|let|var|function|class|def|type|interface|enum|func|fn|for|as|export)\s+(?:[{[]\s*)?([\p{L}_$][\w$]*)/gu
const CALLED = /([\p{L}_$][\w$]*)\s*\(/gu
const MEMBERS = /\.([\p{L}_$][\w$]*)/gu
const KEYS = /(?:^|[{,]\s*|\n\s*)["']?([\p{L}_$][\w$-]*)["']?\s*:(?!\/)/gu
const OPTIONS = /(?<=\s)--?[a-z][\w-]*/g
const MODULES = /(?:from|import|require\()\s*["']([^"']+)["']/g
const IMPORTED = /\bimport\s*\{([^}]*)\}/g
const COMMANDS = /^(?:\$\s*)?(?:sudo\s+)?([a-z][\w.-]*(?:\s+[a-z][\w-]*)?)(?=\s+\S|\s*$)/gim

function tokensOfBlock(block: string): string[] {
  const fence = /^[ \t]*(?:`{3,}|~{3,})[ \t]*(\w*)[^\n]*\n?/.exec(block)
  const body = block.replace(/^[ \t]*(?:`{3,}|~{3,})[^\n]*$/gm, '')
  const declared = new Set([...body.matchAll(DECLARED)].map(([, name]) => name))
  const named = [CALLED, MEMBERS, KEYS, MODULES].flatMap((pattern) =>
    [...body.matchAll(pattern)].map(([, token = '']) => token),
  )
  const imported = [...body.matchAll(IMPORTED)].flatMap(([, list = '']) => list.split(/[\s,]+/))
  const typed = SHELLS.has(fence?.[1] ?? '')
    ? [...body.matchAll(COMMANDS)].flatMap(([, command = '']) => command.split(/\s+/))
    : []
  const options = typed.length > 0 ? (body.match(OPTIONS) ?? []) : []
  return [...named, ...imported, ...typed, ...options].filter(
    (token) => token !== '' && !declared.has(token) && !COMMON.has(token.toLowerCase()),
  )
}

const SHELLS = new Set(['sh', 'bash', 'shell', 'console', 'zsh'])
/** Words of programming languages that no passage needs to hold. */
const COMMON = new Set(
  'console log error map filter then catch async await if for while switch return function new import from export default const json stringify parse print len str int true false null undefined process env promise data result response request main name type value text error index item items key sudo as'.split(
    ' ',
  ),
)
