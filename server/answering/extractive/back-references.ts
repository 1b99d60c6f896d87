import type { PhraseLocale } from '../../text/phrase-books.ts'

/**
 * Words by which a question goes on from an earlier one, in one language: separated by blanks, `_`
 * joins words that stand together. Accents are written as in the language.
 */
export interface BackReferences {
  /** Words that such a question begins with. */
  opening: string
  /** Words that stand for what was named before. */
  pronouns: string
  /** Words that do so at the end of a question, or before a preposition; else they are articles. */
  standalone: string
  /** Words that do so also before the last word, if that is in lower case: "make that longer?" */
  nearEnd?: string
  /** Words before a place, a time or a thing, of which a question may consist: "on Mac?" */
  prepositions: string
  /** Wishes for more of what was said, and words that ask or say nothing by themselves. */
  more: string
  /** Endings of a question that names another subject only: "Mac 呢？". */
  ending?: string
  /** Endings of verbs with a pronoun: "cancelarlo". */
  suffixes?: string
}

/** Of all languages that phrases are known in. */
export const backReferences: Record<PhraseLocale, BackReferences> = {
  en: {
    opening: 'and but or also then what_about how_about what_if why_not',
    pronouns: 'it its them they their theirs he she him her his one ones these those this mine',
    standalone: 'that',
    nearEnd: 'that',
    prepositions: 'on in with without for from to at behind after before under by as through via',
    more: 'more details detail information info example examples explain elaborate go_on continue again else really tell show give understand mean get_it detailed please so',
  },
  de: {
    opening: 'und oder aber was_ist_mit wie_ist_es_mit wie_sieht_es_mit_aus auch dann',
    pronouns:
      'ihn ihm ihnen damit davon dazu dafür daran darauf darin dadurch dabei danach davor dort dies dieser dieses diese diesen diesem jene jener solche solchen',
    standalone: 'das die den der es sie er',
    nearEnd: 'das die den es sie er',
    prepositions:
      'auf mit ohne für fürs unter bei beim nach vor von vom im in ins am an ans zu zum zur aus über durch hinter per als bis seit wegen',
    more: 'mehr weiter beispiel beispiele details genauer erklären erkläre erklär nochmal noch sonst wirklich zeig sag dazu bitte ein was',
  },
  es: {
    opening: 'y o pero también entonces qué_hay_de qué_pasa_con qué_tal',
    pronouns:
      'eso esto ello ellos ellas él ella aquello esa ese esos esas este esta estos estas le les',
    standalone: 'lo la los las',
    prepositions: 'en con sin para por de desde hasta a al sobre tras bajo según',
    more: 'más detalles ejemplo ejemplos explica explícame otra_vez continúa sigue un información',
    suffixes: 'arlo arla arlos arlas erlo erla erlos erlas irlo irla irlos irlas',
  },
  fr: {
    opening: 'et ou mais aussi alors qu_en_est_il qu’en_est-il',
    pronouns: 'cela ça ceci celui celle ceux celles lui leur eux elle elles',
    standalone: 'le la les l il ils en y',
    prepositions: 'sur avec sans pour dans chez en à au aux de depuis sous par avant après via',
    more: 'plus détails détail exemple exemples expliquer explique encore continuer un de précisions',
  },
  it: {
    opening: 'e o ma anche allora che_ne_dici_di e_se',
    pronouns:
      'questo questa questi queste quello quella quelli quelle ciò esso essa essi esse lui lei loro gli',
    standalone: 'lo la li le ne',
    prepositions: 'su con senza per in da dal a al di del sul nel tra fra sotto dopo prima',
    more: 'più dettagli esempio esempi spiega spiegami ancora continua un informazioni altro',
    suffixes: 'arlo arla arli arle erlo erla erli erle irlo irla irli irle',
  },
  nl: {
    opening: 'en of maar ook dan hoe_zit_het_met wat_met',
    pronouns:
      'dit deze ermee ervan ervoor erin erop eraan daarvan daarmee daarvoor hem haar hen hun ze zij',
    standalone: 'dat die het er',
    prepositions: 'op met zonder voor van in aan bij naar uit na onder door via als over',
    more: 'meer details voorbeeld voorbeelden uitleggen leg_uit nog verder een informatie nogmaals',
  },
  pl: {
    opening: 'a i ale lub albo też więc co_z a_co_z',
    pronouns:
      'tego temu tym tę tą tych ten ta te je jej jego nim nią nich ich nimi on ona ono oni one go mu',
    standalone: 'to',
    prepositions: 'na w we z ze bez dla od do po przed pod przez przy jako u',
    more: 'więcej szczegóły szczegółów przykład przykłady wyjaśnij dalej jeszcze raz informacji',
  },
  pt: {
    opening: 'e ou mas também então que_tal e_se',
    pronouns:
      'isso isto aquilo ele ela eles elas dele dela deles delas disso disto nisso nele nela esse essa este esta esses essas lhe',
    standalone: 'o a os as',
    prepositions: 'em no na com sem para por de do da ao sobre sob após até via',
    more: 'mais detalhes exemplo exemplos explica explique continua de_novo um informações',
    suffixes: 'á-lo á-la ê-lo ê-la i-lo i-la á-los á-las ê-los ê-las',
  },
  ru: {
    opening: 'а и но или тоже также тогда что_насчёт что_насчет как_насчёт как_насчет',
    pronouns:
      'это этот эта эти этого этой этому этим этих он она оно они его её ее их ему ей им него неё нее них нему ней ним ними такой такие туда там',
    standalone: '',
    prepositions: 'на в во с со без для от до по под при через из у как к за о об',
    more: 'подробнее больше пример примеры объясни объясните ещё еще дальше поясни поясните',
  },
  uk: {
    opening: 'а і й але чи або також тоді що_щодо як_щодо',
    pronouns:
      'це цей ця ці цього цієї цьому цим цих він вона воно вони його її їх йому їй їм нього неї них ним ними такий такі туди там',
    standalone: '',
    prepositions: 'на в у з із зі без для від до по під при через к за о про',
    more: 'докладніше детальніше більше приклад приклади поясни поясніть ще далі',
  },
  tr: {
    opening: 've veya ama peki ya_da ya',
    pronouns:
      'bu bunu bunun buna bunda bundan bunlar bunları o onu onun ona onda ondan onlar onları şu şunu bunsuz',
    standalone: '',
    prepositions: 'için ile olmadan',
    more: 'daha fazla ayrıntı örnek örnekler açıkla devam tekrar başka bilgi',
  },
  ar: {
    opening: 'و أو لكن وماذا_عن ماذا_عن وهل وكيف أيضا',
    pronouns: 'هذا هذه ذلك تلك هؤلاء هو هي هم منه منها به بها له لها فيه فيها عنه عنها عليه عليها',
    standalone: '',
    prepositions: 'على في مع بدون من إلى عن بعد قبل تحت',
    more: 'المزيد أكثر تفاصيل مثال أمثلة اشرح وضح تابع مرة_أخرى',
  },
  he: {
    opening: 'ו או אבל ומה_עם מה_עם וגם ואם גם',
    pronouns: 'זה זאת זו אלה אלו הוא היא הם הן אותו אותה אותם אותן שלו שלה בו בה לו לה ממנו ממנה',
    standalone: '',
    prepositions: 'על ב עם בלי ללא מ אל עבור אחרי לפני תחת',
    more: 'עוד יותר פרטים דוגמה דוגמאות הסבר תסביר המשך שוב',
  },
  ja: {
    opening: 'では じゃあ それで そして また',
    pronouns: 'それ これ あれ その この あの それら これら そこ',
    standalone: '',
    prepositions: '',
    more: 'もっと 詳しく 例 例えば 続き 他に 説明',
    ending: 'の場合は は',
  },
  ko: {
    opening: '그럼 그리고 그러면 또',
    pronouns: '그거 이거 저거 그것 이것 저것 그건 이건 그게 이게 그걸 이걸',
    standalone: '',
    prepositions: '',
    more: '더 자세히 예 예시 계속 다시 설명',
    ending: '은요 는요 은 는',
  },
  'zh-Hans': {
    opening: '那 那么 还有 另外',
    pronouns: '它 它们 他们 她们 这个 那个 这些 那些 这样 那样',
    standalone: '',
    prepositions: '',
    more: '更多 详细 例子 举例 继续 再 解释 说明',
    ending: '呢',
  },
}
