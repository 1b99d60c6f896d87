import type { WebsiteConfig } from '../../../contract/website-config.ts'
import type { FetchedResponse } from '../../../fetch/fetcher.ts'
import { decode } from '../../formats/decode.ts'
import { charsetOf } from '../../formats/html-charset.ts'
import { formatOf } from '../../formats.ts'
import { type ScannedPage, scanPage } from './page-scan.ts'

/** Why a page is not among the documents; more of them may come (docs/behaviour.md#websites). */
export type PageReason =
  | 'robots'
  | 'noindex'
  | 'canonical'
  | 'language'
  | 'excluded'
  | 'login_wall'
  | 'soft_404'
  | 'not_found'
  | 'needs_javascript'
  | 'unsupported_format'
  | 'limit_exceeded'
  | 'timeout'
  | 'forbidden'
  | 'duplicate'
  | 'trap'
  | 'http_error'

/** What an answer is, taken by itself. */
export interface Judged {
  /** null: a page or a document to be read. */
  reason: PageReason | null
  /** Of a page in HTML. */
  page: ScannedPage | null
  /** Whether its links are followed. */
  isFollowed: boolean
}

const LITTLE_TEXT = 600
const HARDLY_ANY_TEXT = 200
const SHORT_TEXT = 1500

const LOGIN_PATH =
  /\/(log-?in|sign-?in|wp-login|auth|sso|saml2?|oauth2?|users\/sign_in|cas)([/.?]|$)/i
/** A part of a title that is the status and no more; a room may have that number. */
const STATUS_404 = /^((http|error|oops|status|page) )*404( (error|page))?$/
const NOT_FOUND =
  /\b((page|file|document) (was |could )?not (be )?found|not found|nothing found|no such page|seite nicht gefunden|page (introuvable|non trouvée)|página no encontrada|pagina (non trovata|niet gevonden)|página não encontrada|страница не найдена|nie znaleziono strony)\b|ページが見つかりません|找不到(页面|頁面)/iu
const BROKEN =
  /\b(50[0234]|internal server error|bad gateway|service unavailable|gateway time-?out|just a moment|attention required|access denied|are you (a )?human|under (maintenance|construction))\b/iu

/** Judges an answer to a request without validators (docs/behaviour.md#websites). */
export function judge(answer: FetchedResponse, config: WebsiteConfig): Judged {
  const { status, headers, body, url } = answer
  const refused = reasonOfStatus(status)
  if (refused) return { reason: refused, page: null, isFollowed: false }
  const media_type = headers['content-type'] ?? null
  const format = formatOf({ bytes: body, path: new URL(url).pathname, mediaType: media_type })
  const isHtml = /html/i.test(media_type ?? '') || format?.name === 'HTML'
  const directives = [headers['x-robots-tag']?.toLowerCase() ?? '']
  if (!isHtml) {
    if (isNoindex(directives, config)) return { reason: 'noindex', page: null, isFollowed: false }
    return { reason: format ? null : 'unsupported_format', page: null, isFollowed: false }
  }
  const page = scanPage(decode(body, charsetOf(body, media_type)))
  const all = [...directives, ...page.robots]
  const isFollowed = !all.some((text) => /\b(nofollow|none)\b/.test(text))
  return { reason: reasonOfPage(page, { url, directives: all, config }), page, isFollowed }
}

function reasonOfStatus(status: number): PageReason | null {
  if (status >= 200 && status < 300) return null
  if (status === 404 || status === 410) return 'not_found'
  if (status === 401) return 'login_wall'
  if (status === 403) return 'forbidden'
  return 'http_error'
}

function reasonOfPage(
  page: ScannedPage,
  { url, directives, config }: { url: string; directives: string[]; config: WebsiteConfig },
): PageReason | null {
  const { text } = page
  const headings = `${page.title}\n${page.headline}`
  if (page.hasPassword && (text.length < LITTLE_TEXT || LOGIN_PATH.test(new URL(url).pathname))) {
    return 'login_wall'
  }
  if (isNoindex(directives, config)) return 'noindex'
  if (text.length < SHORT_TEXT && isNotFound(headings)) return 'soft_404'
  if (text.length < LITTLE_TEXT && BROKEN.test(headings)) return 'http_error'
  if (text.length < HARDLY_ANY_TEXT && page.isShell && page.hasScripts) return 'needs_javascript'
  return isWanted(page, config) ? null : 'language'
}

function isNotFound(headings: string): boolean {
  const parts = headings.toLowerCase().split(/[\n|–—·•»:]|\s-\s/)
  const isStatus = parts.some((part) => STATUS_404.test(part.replace(/[^a-z0-9]+/g, ' ').trim()))
  return isStatus || NOT_FOUND.test(headings)
}

function isNoindex(directives: string[], { respect_noindex }: WebsiteConfig): boolean {
  return respect_noindex && directives.some((text) => /\b(noindex|none)\b/.test(text))
}

/** A page that does not say its language is taken. */
function isWanted({ language }: ScannedPage, { languages }: WebsiteConfig): boolean {
  return languages.length === 0 || language === null || isAmong(language, languages)
}

/** `en` stands for `en-GB` as well. */
export function isAmong(language: string, languages: string[]): boolean {
  return languages.some((wanted) => {
    const name = wanted.toLowerCase()
    return language === name || language.startsWith(`${name}-`)
  })
}

/** Whether a redirect leads to where people sign in. */
export function isLoginAddress(address: string): boolean {
  return LOGIN_PATH.test(new URL(address).pathname)
}

/** Files that are never documents, which need not be asked for. */
const NO_DOCUMENT =
  /\.(png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|css|m?js|map|woff2?|ttf|otf|eot|mp[34]|m4[av]|ogg|og[av]|wav|flac|webm|avi|mov|zip|gz|tgz|bz2|xz|zst|7z|rar|tar|exe|msi|dmg|pkg|deb|rpm|apk|iso|jar|whl|bin|dll|so|sig|asc|sha256|md5|ics|rss|atom|wasm)$/i

export function isNoDocument(url: string): boolean {
  return NO_DOCUMENT.test(new URL(url).pathname)
}
