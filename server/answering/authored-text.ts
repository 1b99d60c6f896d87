import { webAddressOf } from '../contract/web-address.ts'
import { keepLinks } from './cited/links.ts'

/**
 * The Markdown that a person wrote for visitors (docs/behaviour.md#curated-answers) with links to
 * web, mail and phone addresses alone, without images and without HTML, whose text stays. Names in
 * angle brackets that are no HTML stay as text. The same string when there is nothing to remove.
 */
export function withoutActiveMarkup(text: string): string {
  return keepLinks(text, { allows, htmlAs, isTextJudged: false })
}

function allows(address: string): boolean {
  return /^(?:mailto|tel):\S+$/i.test(address) || webAddressOf(address) !== null
}

/** Programs and comments are no text. */
const HIDDEN = /<(script|style)\b[^]*?(?:<\/\1\s*>|$)|<!--[^]*?(?:-->|$)/gi
const TAG = /<[/!?]?[a-z][^<>]*>?/gi
const PLACEHOLDER = /^<([a-z][\w-]*)(?: [\w-]+)*>$/i
const ELEMENT =
  /^(?:a|abbr|address|area|article|aside|audio|b|base|bdi|bdo|big|blockquote|body|br|button|canvas|caption|center|cite|code|col|colgroup|dd|del|details|dfn|dialog|div|dl|dt|em|embed|fieldset|figcaption|figure|font|footer|form|frame|frameset|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|main|map|mark|marquee|math|menu|meta|meter|nav|noscript|object|ol|optgroup|option|p|param|picture|pre|progress|q|rp|rt|ruby|s|samp|script|section|select|slot|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|tr|track|tt|u|ul|var|video|wbr)$/i

function htmlAs(html: string): string {
  return html.replace(HIDDEN, '').replace(TAG, (tag) => {
    const [, name = ''] = PLACEHOLDER.exec(tag) ?? []
    if (name !== '' && !ELEMENT.test(name)) return `\\${tag}`
    return /^<br\b/i.test(tag) ? ' ' : ''
  })
}
