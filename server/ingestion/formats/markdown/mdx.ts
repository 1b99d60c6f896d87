import { linesOutsideFences } from '../../../text/fences.ts'

/**
 * Whether Markdown is MDX by its text: outside of code, a component is imported, has an attribute,
 * ends itself or is closed. A placeholder such as `<USER>` or `<Enter>` does none of these.
 */
export function holdsComponents(source: string): boolean {
  if (!SIGNS.test(source)) return false
  const lines = linesOutsideFences(source).filter((line) => !/^(?: {4}|\t)/.test(line))
  const text = lines.join('\n')
  return (
    BEGINNING.test(source) || IMPORT.test(text) || COMPONENT.test(text.replace(INLINE_CODE, ''))
  )
}
/** Most pages have none of them. */
const SIGNS = /<\/?[A-Z]|import\s/
const COMPONENT =
  /<[A-Z][a-z]\w{0,60}(?:\s{1,20}[\w-]{1,60}=["'{]|\s{0,20}\/>)|<\/[A-Z][a-z]\w{0,60}>/
/** Of a component, or of what a site calls its own: `@theme/Tabs`. */
const IMPORT =
  /^import\s[^\n]{1,200}\sfrom\s{1,5}['"](?:@theme\/|@site\/|[^'"\n]{1,200}\.(?:mdx?|[jt]sx|astro|vue|svelte)['"])/m
/** Of anything in the first line of a page: it can be no text there. */
const BEGINNING =
  /^\s*import\s[^\n]{1,200}\sfrom\s{1,5}(['"])[.@~/][^'"\n]{1,200}\1;?[ \t]*(?:\n|$)/
const INLINE_CODE = /(`{1,3})[^`\n]{1,500}\1/g
