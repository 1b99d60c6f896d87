/** Titles and addresses of documents that are written to begin with. */
const BEGINNING =
  '(?:getting[ -]started|get[ -]started|quick[ -]?start(?:[ -]guide)?|introduction|overview|welcome|first steps|start here|erste schritte|schnellstart|einführung|überblick|premiers pas|démarrage(?: rapide)?|présentation|table of contents|primeros pasos|inicio rápido|introducción|introduzione|primi passi|introdução|primeiros passos|aan de slag|inleiding|pierwsze kroki|wprowadzenie|начало работы|введение|початок роботи|вступ|başlarken|giriş|はじめに|시작하기|快速开始|入门|البدء|תחילת העבודה)'
const BEGINS = new RegExp(`(?<!\\p{L})${BEGINNING}(?!\\p{L})`, 'iu')
/** Nothing but such words, or such words with a name: "Introduction to Harbor". */
const WHOLE = new RegExp(`^(?:the )?${BEGINNING}$`, 'iu')
/** What tells what all of it is about. */
const ABOUT =
  /^(?:about|how (?:it|this) works|faq|frequently asked questions|what is|basics|fundamentals|foundations|concepts|user guide|über|so funktioniert|häufige fragen|à propos|foire aux questions|acerca de|preguntas frecuentes|domande frequenti|perguntas frequentes|over|o nas|о нас)(?!\p{L})/iu
/** Pages that hardly anybody begins with. */
const MINOR =
  /(?<!\p{L})(?:privacy|terms|legal|law|imprint|impressum|datenschutz|licen[cs]es?|trademarks?|status|thank you|change ?log|release notes|contributing|policy|mentions légales|aviso legal|incident)(?!\p{L})/iu

/** What changed, wherever a title says so: "What's new in Harbor 2". */
const CHANGES =
  /(?<!\p{L})(?:change ?logs?|release notes|version history|what[’']s new|versionshinweise|änderungsprotokoll|was ist neu|notes de version|journal des modifications|notas de (?:la )?versión|registro de cambios|note di rilascio|wat is er nieuw|dziennik zmian|co nowego|notas de versão|registr?o de alterações|журнал изменений|история изменений|что нового|журнал змін|що нового|sürüm notları|değişiklik günlüğü)(?!\p{L})|変更履歴|更新履歴|リリースノート|릴리스 노트|변경 (?:로그|이력)|更新日志|变更日志|发行说明|版本说明|سجل التغييرات|ملاحظات الإصدار|ما الجديد|יומן שינויים|מה חדש/iu
/** Legal and other small print. Whole titles: "License keys" is a page on a feature. */
const SMALL_PRINT = new RegExp(
  `^(?:the )?(?:${[
    'releases|versions|licen[cs](?:es?|ing)|copyright|imprint|legal(?: notice)?|(?:data )?privacy(?: (?:policy|notice|statement))?|cookies?(?: policy)?|terms(?: (?:of|and|&) .+)?|glossary(?: of .+)?|(?:list of )?terminology|authors|contributors|credits|acknowledge?ments|history and license',
    'änderungen|neuigkeiten|versionen|lizenz(?:en)?|impressum|datenschutz(?:erklärung|hinweise)?|agb|nutzungsbedingungen|(?:allgemeine )?geschäftsbedingungen|glossar|autoren|mitwirkende',
    "nouveautés|licences?|mentions légales|(?:politique de )?confidentialité|conditions (?:générales|d[’']utilisation).*|glossaire|auteurs",
    'novedades|versiones|licencias?|aviso legal|(?:política de )?privacidad|(?:términos|condiciones)(?: (?:y|de) .+)?|glosario|autores',
    "novità|versioni|licenz[ae]|note legali|informativa sulla privacy|(?:termini|condizioni)(?: (?:e|di|d[’']).+)?|glossario|autori",
    'wijzigingen|releasenotes|versies|licenties?|colofon|privacy(?:verklaring|beleid)|(?:algemene |gebruiks)?voorwaarden|woordenlijst|begrippenlijst|auteurs',
    'lista zmian|nowości|wersje|licencj[ae]|nota prawna|(?:polityka )?prywatnoś(?:ć|ci)|regulamin|słowni(?:k|czek)(?: pojęć)?|autorzy',
    'novidades|versões|licenças?|termos(?: (?:e|de) .+)?|glossário',
    'версии|лицензи[яи]|(?:политика )?конфиденциальност[ьи]|условия(?: использования)?|пользовательское соглашение|глоссарий|словарь терминов|авторы',
    'версії|ліцензі[яї]|(?:політика )?конфіденційн(?:ість|ості)|умови(?: використання)?|глосарій|автори',
    'yenilikler|sürümler|lisans(?:lar)?|künye|gizlilik(?: politikası)?|(?:kullanım )?(?:koşulları|şartları)|sözlük|yazarlar',
    '新機能|バージョン|ライセンス|プライバシー(?:ポリシー)?|利用規約|用語集|著者',
    '새로운 기능|버전|라이선스|개인정보 ?(?:처리방침|보호정책)|이용약관|용어집|저자',
    '新功能|版本|许可证?|隐私(?:政策)?|(?:服务|使用)条款|术语表|词汇表|作者',
    'الإصدارات|الترخيص|(?:سياسة )?الخصوصية|الشروط(?: والأحكام)?|شروط الاستخدام|مسرد المصطلحات|المؤلفون',
    'גרסאות|רישיון|(?:מדיניות )?פרטיות|תנאי שימוש|מילון מונחים|מחברים',
  ].join('|')})$`,
  'iu',
)
/** The name of the website behind a title: "License | Harbor". */
const SITE = /\s+[|–—·-]\s.*$/u

/** Where people answer, in the languages of small talk. Whole titles: "Support for TLS" is none. */
const CONTACT =
  /^(?:(?:how to )?(?:contact(?:ing)?(?: us)?|reach us|get(?:ting)?(?: more)? (?:help|support))|(?:community|customer|user|technical)(?: (?:support|forums?|help|service|care))?|forums?|support|help|help (?:and|&) support|mailing lists?(?: (?:and|&) .+)?|where to (?:ask|get help)|ask for help|kontakt(?:iere[nr]? (?:sie )?uns)?|hilfe(?: bekommen)?|gemeinschaft|kundendienst|(?:nous )?contact(?:ez(?:-nous)?|er)|obtenir de l[’']aide|aide|communauté|contacto|contáctenos|ayuda|soporte|comunidad|contatti|contattaci|assistenza|aiuto|comunità|contato|fale conosco|suporte|ajuda|comunidade|hulp|klantenservice|skontaktuj się z nami|pomoc|społeczność|контакты|связаться с нами|поддержка|помощь|сообщество|контакти|зв[’']язатися з нами|підтримка|допомога|спільнота|iletişim|bize ulaşın|destek|yardım|topluluk|お問い合わせ|サポート|ヘルプ|コミュニティ|문의|고객 ?센터|지원|도움말|커뮤니티|联系我们|支持|帮助|社区|اتصل بنا|الدعم|المساعدة|المجتمع|צור קשר|צרו קשר|תמיכה|עזרה|קהילה)$/iu

/** Documents that tell where people answer, in their own order. */
export function contactsAmong<Page extends { title: string }>(pages: Page[]): Page[] {
  return pages.filter(({ title }) => CONTACT.test(title.replace(NUMBER, '').trim()))
}

/** Of more pages than these that are alike, the first ones by their path lead nowhere. */
const MAX_ALIKE = 20

/**
 * Documents in the order in which a visitor would begin with them: getting started, then what it
 * is all about, then pages near the top of the website, in their own order otherwise. Without the
 * pages of a website that has too many of a kind to tell which of them to begin with, and without
 * changes and small print unless there is nothing else.
 */
export function beginningFirst<Page extends { title: string; url: string | null }>(
  pages: Page[],
): Page[] {
  const others = pages.filter(({ title }) => !isSmallPrint(title))
  const offered = others.length > 0 ? others : pages
  const depths = offered.map(({ url }) => namesIn(url).length)
  const top = Math.min(...depths)
  const ranked = offered.map((page, at) => ({ page, rank: rankOf(page) + (depths[at] ?? 0) - top }))
  const alike = Map.groupBy(ranked, ({ rank }) => rank)
  return ranked
    .filter(({ rank }) => rank < ORDINARY || (alike.get(rank)?.length ?? 0) <= MAX_ALIKE)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ page }) => page)
}

/** The rank of a page that says nothing of beginning. */
const ORDINARY = 4
/** "1. Introduction", "Chapter 2: First steps"; not "12.5. About", which is a part of a chapter. */
const NUMBER = /^(?:\p{L}+ )?\d+[.:)]?\s+/u

function isSmallPrint(title: string): boolean {
  const name = title.replace(NUMBER, '').replace(SITE, '').trim()
  return CHANGES.test(title) || SMALL_PRINT.test(name)
}

/** Lower is sooner; each level down the website adds one. */
function rankOf({ title, url }: { title: string; url: string | null }): number {
  const names = namesIn(url)
  const name = (names.at(-1) ?? '').replace(/\.\w+$/, '')
  const unnumbered = title.replace(NUMBER, '')
  if (names.length === 0 || WHOLE.test(unnumbered) || WHOLE.test(name)) return 0
  if (MINOR.test(title)) return 6
  if (BEGINS.test(unnumbered)) return 1
  return ABOUT.test(unnumbered) ? 2 : ORDINARY
}

/** The names in the path of an address; none for a home page. */
function namesIn(url: string | null): string[] {
  const path = url !== null && URL.canParse(url) ? new URL(url).pathname : ''
  return path.split('/').filter((name) => !/^(?:|index(?:\.\w+)?)$/i.test(name))
}
