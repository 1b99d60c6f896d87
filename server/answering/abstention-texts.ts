import type { SpokenLanguage } from '../text/language.ts'

/**
 * The text of an abstention (docs/behaviour.md#abstention): that there is no answer, and what to
 * try. In a language that there is no text in, in English. Without markers or markup.
 */
export function abstentionText(language: SpokenLanguage): string {
  const sentence = sentences[language] ?? sentences.english
  const gap = language === 'japanese' || language === 'chinese' ? '' : ' '
  return `${sentence}${gap}${hints[language] ?? hints.english}`
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

const hints: Partial<Record<SpokenLanguage, string>> & { english: string } = {
  english: 'Try other words, or tell me a little more about what you are looking for.',
  german: 'Versuchen Sie es mit anderen Worten oder beschreiben Sie genauer, was Sie suchen.',
  spanish: 'Pruebe con otras palabras o cuénteme un poco más de lo que busca.',
  french: 'Essayez avec d’autres mots ou précisez un peu ce que vous cherchez.',
  italian: 'Provi con altre parole o mi dica qualcosa in più su ciò che cerca.',
  dutch: 'Probeer het met andere woorden of vertel iets meer over wat u zoekt.',
  polish: 'Proszę spróbować innych słów lub napisać dokładniej, czego Pan lub Pani szuka.',
  portuguese: 'Tente com outras palavras ou conte um pouco mais sobre o que procura.',
  swedish: 'Prova med andra ord eller berätta lite mer om vad du söker.',
  danish: 'Prøv med andre ord, eller fortæl lidt mere om, hvad du leder efter.',
  norwegian: 'Prøv med andre ord, eller fortell litt mer om hva du leter etter.',
  finnish: 'Kokeile muita sanoja tai kerro hieman tarkemmin, mitä etsit.',
  turkish: 'Başka sözcüklerle deneyin veya ne aradığınızı biraz daha anlatın.',
  romanian: 'Încercați cu alte cuvinte sau spuneți puțin mai mult despre ce căutați.',
  czech: 'Zkuste jiná slova nebo popište trochu přesněji, co hledáte.',
  hungarian: 'Próbálja meg más szavakkal, vagy írja le kicsit bővebben, mit keres.',
  russian: 'Попробуйте другие слова или расскажите чуть подробнее, что вы ищете.',
  ukrainian: 'Спробуйте інші слова або розкажіть трохи докладніше, що ви шукаєте.',
  greek: 'Δοκιμάστε με άλλες λέξεις ή πείτε μου λίγα περισσότερα για αυτό που ψάχνετε.',
  japanese: '別の言葉で試すか、お探しの内容をもう少し詳しくお書きください。',
  korean: '다른 표현으로 물어보시거나 찾으시는 내용을 조금 더 자세히 알려 주세요.',
  chinese: '请换一种说法，或更详细地说明您想了解的内容。',
  arabic: 'جرّب كلمات أخرى أو أخبرني بالمزيد عمّا تبحث عنه.',
  hebrew: 'כדאי לנסות במילים אחרות או לספר קצת יותר על מה שמחפשים.',
}
