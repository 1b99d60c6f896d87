import type { SpokenLanguage } from '../text/language.ts'

/**
 * A sentence in the language of the question that tells which ones the knowledge is in
 * (docs/behaviour.md#abstention).
 */
export function knowledgeLanguageText(asked: SpokenLanguage, knowledge: SpokenLanguage[]): string {
  const { code, sentence } = texts[asked]
  const names = knowledge.map((each) => languageName(each, asked))
  const list = new Intl.ListFormat(code, { type: 'conjunction' }).format(names)
  return sentence.replace('{language}', list)
}

/** The name of a language, in another one: "German". */
export function languageName(named: SpokenLanguage, locale: SpokenLanguage): string {
  const names = new Intl.DisplayNames([texts[locale].code], { type: 'language' })
  return names.of(texts[named].code) ?? named
}

/** In a language that inflects names of languages, the name stands after a colon. */
const texts: Record<SpokenLanguage, { code: string; sentence: string }> = {
  english: { code: 'en', sentence: 'The available knowledge is in {language}.' },
  german: { code: 'de', sentence: 'Das verfügbare Wissen ist auf {language}.' },
  french: { code: 'fr', sentence: 'Les connaissances disponibles sont en {language}.' },
  spanish: { code: 'es', sentence: 'La información disponible está en {language}.' },
  italian: { code: 'it', sentence: 'Le informazioni disponibili sono in {language}.' },
  portuguese: { code: 'pt', sentence: 'As informações disponíveis estão em {language}.' },
  dutch: { code: 'nl', sentence: 'De beschikbare kennis is in het {language}.' },
  swedish: { code: 'sv', sentence: 'Den tillgängliga kunskapen är på {language}.' },
  danish: { code: 'da', sentence: 'Den tilgængelige viden er på {language}.' },
  norwegian: { code: 'nb', sentence: 'Den tilgjengelige kunnskapen er på {language}.' },
  finnish: { code: 'fi', sentence: 'Saatavilla olevan tiedon kieli: {language}.' },
  turkish: { code: 'tr', sentence: 'Mevcut bilgilerin dili: {language}.' },
  romanian: { code: 'ro', sentence: 'Informațiile disponibile sunt în {language}.' },
  czech: { code: 'cs', sentence: 'Jazyk dostupných znalostí: {language}.' },
  hungarian: { code: 'hu', sentence: 'A rendelkezésre álló tudás nyelve: {language}.' },
  vietnamese: { code: 'vi', sentence: 'Ngôn ngữ của thông tin hiện có: {language}.' },
  polish: { code: 'pl', sentence: 'Język dostępnej wiedzy: {language}.' },
  russian: { code: 'ru', sentence: 'Язык доступных материалов: {language}.' },
  ukrainian: { code: 'uk', sentence: 'Мова доступних матеріалів: {language}.' },
  greek: { code: 'el', sentence: 'Γλώσσα των διαθέσιμων πληροφοριών: {language}.' },
  arabic: { code: 'ar', sentence: 'لغة المعلومات المتاحة: {language}.' },
  hebrew: { code: 'he', sentence: 'שפת המידע הזמין: {language}.' },
  japanese: { code: 'ja', sentence: '利用できる情報の言語は{language}です。' },
  korean: { code: 'ko', sentence: '이용할 수 있는 정보의 언어는 {language}입니다.' },
  chinese: { code: 'zh', sentence: '现有资料的语言是{language}。' },
}
