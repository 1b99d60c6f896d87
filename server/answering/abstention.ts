import { languageOf, type Spoken } from './language.ts'

/**
 * What an assistant says when it declines, in the language of the question as far as script and stop
 * words tell it, else in English. One sentence, without markers or markup (contract §6, rule 8).
 */
export function abstentionSentence(question: string): string {
  return sentences[languageOf(question)] ?? sentences.english
}

const sentences: Partial<Record<Spoken, string>> & { english: string } = {
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
