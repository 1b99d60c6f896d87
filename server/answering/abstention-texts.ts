import { codePoints } from '../contract/text.ts'
import { type SpokenLanguage, spokenLanguageOf } from '../text/language.ts'

const MAX_TOPICS = 3
/** In code points. A longer title is a sentence and no topic. */
const MAX_TOPIC_CHARS = 60

/**
 * The text of an abstention (docs/behaviour.md#abstention): one sentence, and up to three of
 * `titles` as topics that can be asked about instead. In the language of the question if script or
 * stop words tell it, else in English. Without markers or markup.
 */
export function abstentionSentence(question: string, titles: string[]): string {
  const language = spokenLanguageOf(question) ?? 'english'
  const sentence = sentences[language] ?? sentences.english
  const known = topicsOf(titles)
  if (known.length === 0) return sentence
  const gap = language === 'japanese' || language === 'chinese' ? '' : ' '
  return `${sentence}${gap}${topics[language] ?? topics.english}: ${known.join(' · ')}`
}

/** Titles are written by anybody: those that are not plain words are left out. */
function topicsOf(titles: string[]): string[] {
  const plain = titles
    .map((title) => title.replace(/\s+/g, ' ').trim())
    .filter((title) => title !== '' && codePoints(title) <= MAX_TOPIC_CHARS)
    .filter((title) => !/[[\]【】［］<>{}|`*_~#\\\p{Cc}\p{Cf}]|:\/\/|www\./u.test(title))
  return [...new Set(plain)].slice(0, MAX_TOPICS)
}

const sentences: Partial<Record<SpokenLanguage, string>> & { english: string } = {
  english: 'I could not find an answer to this in the available knowledge.',
  german: 'Dazu habe ich im verfügbaren Wissen keine Antwort gefunden.',
  spanish: 'No he encontrado una respuesta a esto en la información disponible.',
  french: 'Je n’ai pas trouvé de réponse à cette question dans les connaissances disponibles.',
  italian: 'Non ho trovato una risposta a questa domanda nelle informazioni disponibili.',
  dutch: 'Ik heb hierop geen antwoord gevonden in de beschikbare kennis.',
  polish: 'Nie udało mi się znaleźć odpowiedzi na to pytanie w dostępnej wiedzy.',
  portuguese: 'Não encontrei uma resposta a esta pergunta nas informações disponíveis.',
  swedish: 'Jag hittade inget svar på detta i den tillgängliga kunskapen.',
  danish: 'Jeg fandt ikke noget svar på dette i den tilgængelige viden.',
  norwegian: 'Jeg fant ikke noe svar på dette i den tilgjengelige kunnskapen.',
  finnish: 'En löytänyt tähän vastausta saatavilla olevasta tiedosta.',
  turkish: 'Mevcut bilgilerde bu sorunun yanıtını bulamadım.',
  romanian: 'Nu am găsit un răspuns la această întrebare în informațiile disponibile.',
  czech: 'V dostupných znalostech jsem na to nenašel odpověď.',
  hungarian: 'A rendelkezésre álló tudásban nem találtam erre választ.',
  russian: 'В доступных материалах я не нашёл ответа на этот вопрос.',
  ukrainian: 'У доступних матеріалах не вдалося знайти відповіді на це запитання.',
  greek: 'Δεν βρήκα απάντηση σε αυτό στις διαθέσιμες πληροφορίες.',
  japanese: '利用できる情報の中に、この質問への回答は見つかりませんでした。',
  korean: '이용할 수 있는 정보에서 이 질문에 대한 답을 찾지 못했습니다.',
  chinese: '在现有的知识中没有找到这个问题的答案。',
  arabic: 'لم أجد إجابة عن هذا السؤال في المعلومات المتاحة.',
  hebrew: 'לא מצאתי תשובה לשאלה הזו במידע הזמין.',
}

const topics: Partial<Record<SpokenLanguage, string>> & { english: string } = {
  english: 'Topics I can help with',
  german: 'Themen, zu denen ich Auskunft geben kann',
  spanish: 'Temas sobre los que puedo informar',
  french: 'Sujets sur lesquels je peux répondre',
  italian: 'Argomenti su cui posso rispondere',
  dutch: 'Onderwerpen waarover ik kan antwoorden',
  polish: 'Tematy, na które mogę odpowiedzieć',
  portuguese: 'Temas sobre os quais posso responder',
  swedish: 'Ämnen som jag kan svara på',
  danish: 'Emner, jeg kan svare på',
  norwegian: 'Emner jeg kan svare på',
  finnish: 'Aiheet, joista voin kertoa',
  turkish: 'Yanıtlayabileceğim konular',
  romanian: 'Subiecte despre care pot răspunde',
  czech: 'Témata, ke kterým mohu odpovědět',
  hungarian: 'Témák, amelyekről tudok válaszolni',
  russian: 'Темы, по которым я могу ответить',
  ukrainian: 'Теми, на які я можу відповісти',
  greek: 'Θέματα για τα οποία μπορώ να απαντήσω',
  japanese: '回答できるトピック',
  korean: '답변할 수 있는 주제',
  chinese: '我可以回答的主题',
  arabic: 'مواضيع يمكنني الإجابة عنها',
  hebrew: 'נושאים שאוכל לענות עליהם',
}
