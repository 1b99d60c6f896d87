/** What a passage that seldom answers counts in a ranking, beside one of any other page. */
const LOW_SHARE = 0.8

/** Passages that hold words of many subjects and answer few questions, except those for them. */
interface Seldom {
  address: RegExp
  title: RegExp
  asked: RegExp
}

/** Posts and logs of changes: a folder of an address, a date, or the name of a page. */
const NEWS: Seldom = {
  address:
    /\/(?:blog|news|posts?|press(?:-releases?)?|announcements?|change-?log|releases?|release-notes)(?:\/|$)|\/(?:19|20)\d\d[-/](?:0[1-9]|1[0-2])(?!\d)|\/(?:release[-_]?notes|change[-_]?log|what-?s[-_]?new)(?:\.[\w.]+)?\/?(?:#|$)/i,
  title:
    /(?<!\p{L})(?:release[ _-]?notes|change[ _-]?log|what['’]?s new|versionshinweise|änderungsprotokoll|neuerungen|notes de version|nouveautés|notas de (?:la )?versión|novedades|note di (?:rilascio|versione)|novità|notas de (?:versão|lançamento)|novidades)(?!\p{L})/iu,
  asked:
    /(?<!\p{L})(?:news|blog|posts?|announc\p{L}+|changelog|releases?|released|changed|changes|new in|what(?:['’]?s| is) new|since|neuigkeiten|neuerungen|ankündig\p{L}+|änderungen|nouveautés|annonc\p{L}+|novedades|anunci\p{L}+|novità|novidades)(?!\p{L})|(?<!\d)(?:19|20)\d\d(?!\d)|\d\.\d/iu,
}

/** Lists of terms. The first page of a site is a file named "index", too: only a title tells. */
const TERMS: Seldom = {
  address: /\/(?:glossary|glossar|glossaire|glosario|glossario|genindex)(?:\.[\w.]+)?\/?(?:#|$)/i,
  title:
    /(?<!\p{L})(?:glossary|glossar|glossaire|glosario|glossario|glossário|begrippenlijst|list of terms)(?!\p{L})|^(?:(?:alphabetical|general|keyword|subject) )?index$|^(?:stichwort|sach)verzeichnis$/iu,
  asked:
    /(?<!\p{L})(?:gloss\p{L}+|glosario|index|terms?|means?|meaning|meant|defin\p{L}+|stands? for|explain|begriff\p{L}*|bedeut\p{L}+|signifi\p{L}+|begrippenlijst)(?!\p{L})|^\W*(?:(?:what|who)(?:['’]?s| is| are)|(?:was|wer) (?:ist|sind)|qu['’]est-ce|qué (?:es|son)|(?:che )?cos['’]è|o que (?:é|são)|wat (?:is|zijn))(?!\p{L})/iu,
}

/** What passages of a document count, 0 to 1. */
export type Standing = (page: StandingPage) => number

interface StandingPage {
  url: string | null
  title: string
}

/**
 * What passages of a document count for a question, 0 to 1. A post or a log of changes tells what
 * was new when it was written, and a glossary a little of everything; a page on the subject tells
 * how it is (docs/behaviour.md#search).
 */
export function createStanding(question: string): Standing {
  const low = [NEWS, TERMS].filter(({ asked }) => !asked.test(question))
  return (page) => (low.some((seldom) => isOf(page, seldom)) ? LOW_SHARE : 1)
}

function isOf({ url, title }: StandingPage, seldom: Seldom): boolean {
  return (url !== null && seldom.address.test(url)) || seldom.title.test(title)
}
