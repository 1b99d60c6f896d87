import { plainLines, unmarked } from './plain.ts'

/** Kinds of markup that readers should never see as text. */
const MARKUP = {
  entity: /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi,
  template: /\{%[^\n]{0,500}?%\}|\{\{[^\n]{0,500}?\}\}|\{\/\*|<!--|-->/g,
  attributes: /\{\s*[:.#][^{}\n]{1,200}\}|\{[a-z-]{1,30}=[^{}\n]{1,200}\}/gi,
  braces: /\{[^{}\n]{1,200}\}/g,
  tag: /<\/?[a-z][\w.-]{0,40}(?:\s[^<>\n]{0,500})?\/?>/gi,
  role: /(?<![\w:]):[a-z][\w:-]{1,30}:(?=[`\ue060])|^\.\. [a-z][\w-]{1,30}::/g,
  import: /^(?:import\s[^\n]{0,300}?\sfrom\s|import\s+["']|export\s+(?:const|default|function)\s)/g,
  marker: /^(?:\[\^?\d{1,3}\]|(?::::|!!!|\?\?\?|===\s*"|--8<--)[^\n]*|[!-/:-@[-`{-~]+)$/g,
} satisfies Record<string, RegExp>

export interface Residue {
  kind: keyof typeof MARKUP
  text: string
}

/**
 * Markup that is left outside of code in the Markdown of a passage. What the page as its generator
 * shows it has as well is text that is meant: `shown`, without marks (`unmarked`).
 */
export function residueIn(markdown: string, shown: string | null): Residue[] {
  return plainLines(markdown).flatMap((line) => residueOfLine(line, shown))
}

/** The line below the header of a table. */
const TABLE_RULE = /^(?=.*-)(?=.*[|:])[|:\s-]+$/

function residueOfLine(line: string, shown: string | null): Residue[] {
  const found: Residue[] = []
  let rest = line.replace(/^(?:> ?)*(?:[-*+]|\d+\.)?\s+/, '').replace(/^>$/, '')
  if (TABLE_RULE.test(rest)) return found
  // A row of a table: its borders are no markers.
  if (rest.startsWith('|')) rest = rest.replace(/\||-{3,}/g, '')
  for (const [kind, pattern] of Object.entries(MARKUP)) {
    rest = rest.trim().replace(pattern, (text) => {
      const isMeant = shown?.includes(unmarked(text)) && unmarked(text) !== ''
      if (!isMeant) found.push({ kind: kind as Residue['kind'], text })
      return ''
    })
  }
  return found
}
