/** What a passage of news counts in a ranking, beside one of a page that is kept up to date. */
const NEWS_SHARE = 0.8

/** A segment of an address that blogs, news and logs of changes have, or a date. */
const NEWS =
  /\/(?:blog|news|posts?|press(?:-releases?)?|announcements?|change-?log|releases?|release-notes)(?:\/|$)|\/(?:19|20)\d\d[-/](?:0[1-9]|1[0-2])(?!\d)/i

/** A question for what was new at some time: a year, a version or a word for it. */
const ASKS_FOR_NEWS =
  /(?<!\p{L})(?:news|blog|posts?|announc\p{L}+|changelog|releases?|released|changed|changes|new in|since|neuigkeiten|ankündig\p{L}+|änderungen|nouveautés|annonc\p{L}+|novedades|anunci\p{L}+)(?!\p{L})|(?<!\d)(?:19|20)\d\d(?!\d)|\d\.\d/iu

/**
 * What passages at an address count for a question, 0 to 1. A post tells what was new when it was
 * written, at length and in many words of the subject; a page on the subject tells how it is
 * (docs/behaviour.md#search).
 */
export function standingOf(url: string | null, question: string): number {
  return url !== null && NEWS.test(url) && !ASKS_FOR_NEWS.test(question) ? NEWS_SHARE : 1
}
