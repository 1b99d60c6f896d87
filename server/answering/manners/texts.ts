import type { PhraseLocale } from '../../text/phrase-books.ts'

/** The replies to small talk in one language. */
export interface MannersTexts {
  hello: string
  /** What the assistant is, with the name of the product. */
  about: (product: string) => string
  /** The same without a name. */
  aboutUnnamed: string
  /** What can be asked; the names of collections follow. */
  topics: string
  /** To who takes a question back. */
  dismissal: string
  thanks: string
  goodbye: string
  /** To who does not say what it is that fails; what can be asked follows. */
  trouble: string
  /** To a complaint; where a person can be reached follows. */
  sorry: string
  /** Where a person can be reached; the link follows. */
  person: string
  noPerson: string
  /** The title of that link. */
  support: string
}

const en: MannersTexts = {
  hello: 'Hello!',
  about: (product) =>
    `I am the automated assistant of ${product} and answer questions from its documentation.`,
  aboutUnnamed: 'I am an automated assistant and answer questions from the documentation.',
  topics: 'You can ask me about:',
  dismissal: 'All right. Just ask if there is anything else.',
  thanks: 'You’re welcome! Just ask if there is anything else.',
  goodbye: 'Goodbye, and thank you for stopping by!',
  trouble: 'What exactly does not work? Please describe it in a sentence.',
  sorry: 'I am sorry that I was of no help.',
  person: 'I am an automated assistant, but people can help you here.',
  noPerson: 'I am an automated assistant and cannot pass you on to a person.',
  support: 'Contact support',
}

const texts: Record<PhraseLocale, MannersTexts> = {
  en,
  de: {
    hello: 'Guten Tag!',
    about: (product) =>
      `Ich bin der automatische Assistent von ${product} und beantworte Fragen aus der Dokumentation.`,
    aboutUnnamed:
      'Ich bin ein automatischer Assistent und beantworte Fragen aus der Dokumentation.',
    topics: 'Sie können mich fragen zu:',
    dismissal: 'Alles klar. Fragen Sie einfach, wenn noch etwas offen ist.',
    thanks: 'Gern geschehen! Fragen Sie einfach, wenn noch etwas offen ist.',
    goodbye: 'Auf Wiedersehen und alles Gute!',
    trouble: 'Was genau funktioniert nicht? Bitte beschreiben Sie es in einem Satz.',
    sorry: 'Es tut mir leid, dass ich nicht helfen konnte.',
    person: 'Ich bin ein automatischer Assistent, aber hier helfen Ihnen Menschen weiter.',
    noPerson: 'Ich bin ein automatischer Assistent und kann Sie nicht an einen Menschen verbinden.',
    support: 'Support kontaktieren',
  },
  fr: {
    hello: 'Bonjour !',
    about: (product) =>
      `Je suis l’assistant automatique de ${product} et je réponds aux questions à partir de sa documentation.`,
    aboutUnnamed:
      'Je suis un assistant automatique et je réponds aux questions à partir de la documentation.',
    topics: 'Vous pouvez m’interroger sur :',
    dismissal: 'Très bien. N’hésitez pas si vous avez une autre question.',
    thanks: 'Avec plaisir ! N’hésitez pas si vous avez une autre question.',
    goodbye: 'Au revoir et bonne continuation !',
    trouble: 'Qu’est-ce qui ne fonctionne pas exactement ? Décrivez-le en une phrase.',
    sorry: 'Je suis désolé de ne pas avoir pu vous aider.',
    person: 'Je suis un assistant automatique, mais des personnes peuvent vous aider ici.',
    noPerson:
      'Je suis un assistant automatique et je ne peux pas vous mettre en relation avec une personne.',
    support: 'Contacter le support',
  },
  es: {
    hello: '¡Hola!',
    about: (product) =>
      `Soy el asistente automático de ${product} y respondo preguntas a partir de su documentación.`,
    aboutUnnamed: 'Soy un asistente automático y respondo preguntas a partir de la documentación.',
    topics: 'Puede preguntarme sobre:',
    dismissal: 'De acuerdo. Si necesita algo más, solo pregunte.',
    thanks: '¡De nada! Si necesita algo más, solo pregunte.',
    goodbye: '¡Hasta luego y que le vaya bien!',
    trouble: '¿Qué es exactamente lo que no funciona? Descríbalo en una frase.',
    sorry: 'Siento no haber podido ayudarle.',
    person: 'Soy un asistente automático, pero aquí puede ayudarle una persona.',
    noPerson: 'Soy un asistente automático y no puedo pasarle con una persona.',
    support: 'Contactar con soporte',
  },
  it: {
    hello: 'Buongiorno!',
    about: (product) =>
      `Sono l’assistente automatico di ${product} e rispondo alle domande in base alla sua documentazione.`,
    aboutUnnamed:
      'Sono un assistente automatico e rispondo alle domande in base alla documentazione.',
    topics: 'Può chiedermi di:',
    dismissal: 'Va bene. Se serve altro, chieda pure.',
    thanks: 'Prego! Se serve altro, chieda pure.',
    goodbye: 'Arrivederci e buona continuazione!',
    trouble: 'Che cosa non funziona esattamente? Lo descriva in una frase.',
    sorry: 'Mi dispiace di non essere stato d’aiuto.',
    person: 'Sono un assistente automatico, ma qui può aiutarla una persona.',
    noPerson: 'Sono un assistente automatico e non posso metterla in contatto con una persona.',
    support: 'Contattare l’assistenza',
  },
  nl: {
    hello: 'Hallo!',
    about: (product) =>
      `Ik ben de automatische assistent van ${product} en beantwoord vragen op basis van de documentatie.`,
    aboutUnnamed:
      'Ik ben een automatische assistent en beantwoord vragen op basis van de documentatie.',
    topics: 'U kunt mij vragen stellen over:',
    dismissal: 'Prima. Vraag gerust als er nog iets is.',
    thanks: 'Graag gedaan! Vraag gerust als er nog iets is.',
    goodbye: 'Tot ziens en een fijne dag!',
    trouble: 'Wat werkt er precies niet? Beschrijf het in één zin.',
    sorry: 'Het spijt me dat ik u niet kon helpen.',
    person: 'Ik ben een automatische assistent, maar hier kan een mens u helpen.',
    noPerson: 'Ik ben een automatische assistent en kan u niet met een mens verbinden.',
    support: 'Contact opnemen met support',
  },
  pl: {
    hello: 'Dzień dobry!',
    about: (product) =>
      `Jestem automatycznym asystentem ${product} i odpowiadam na pytania na podstawie dokumentacji.`,
    aboutUnnamed:
      'Jestem automatycznym asystentem i odpowiadam na pytania na podstawie dokumentacji.',
    topics: 'Można mnie zapytać o:',
    dismissal: 'W porządku. W razie dalszych pytań jestem do dyspozycji.',
    thanks: 'Proszę bardzo! W razie dalszych pytań jestem do dyspozycji.',
    goodbye: 'Do widzenia i wszystkiego dobrego!',
    trouble: 'Co dokładnie nie działa? Proszę opisać to w jednym zdaniu.',
    sorry: 'Przykro mi, że nie udało mi się pomóc.',
    person: 'Jestem automatycznym asystentem, ale tutaj pomoże człowiek.',
    noPerson: 'Jestem automatycznym asystentem i nie mogę połączyć z człowiekiem.',
    support: 'Kontakt z pomocą techniczną',
  },
  pt: {
    hello: 'Olá!',
    about: (product) =>
      `Sou o assistente automático de ${product} e respondo a perguntas com base na documentação.`,
    aboutUnnamed: 'Sou um assistente automático e respondo a perguntas com base na documentação.',
    topics: 'Pode me perguntar sobre:',
    dismissal: 'Tudo bem. Se precisar de mais alguma coisa, é só perguntar.',
    thanks: 'De nada! Se precisar de mais alguma coisa, é só perguntar.',
    goodbye: 'Até logo e tudo de bom!',
    trouble: 'O que exatamente não funciona? Descreva em uma frase.',
    sorry: 'Lamento não ter podido ajudar.',
    person: 'Sou um assistente automático, mas aqui uma pessoa pode ajudar.',
    noPerson: 'Sou um assistente automático e não posso transferir para uma pessoa.',
    support: 'Contatar o suporte',
  },
  ru: {
    hello: 'Здравствуйте!',
    about: (product) =>
      `Я автоматический помощник ${product} и отвечаю на вопросы по документации.`,
    aboutUnnamed: 'Я автоматический помощник и отвечаю на вопросы по документации.',
    topics: 'Меня можно спросить о следующем:',
    dismissal: 'Хорошо. Если появятся ещё вопросы, спрашивайте.',
    thanks: 'Пожалуйста! Если появятся ещё вопросы, спрашивайте.',
    goodbye: 'До свидания и всего доброго!',
    trouble: 'Что именно не работает? Опишите это одним предложением.',
    sorry: 'Жаль, что мне не удалось помочь.',
    person: 'Я автоматический помощник, но здесь вам поможет человек.',
    noPerson: 'Я автоматический помощник и не могу соединить вас с человеком.',
    support: 'Связаться с поддержкой',
  },
  uk: {
    hello: 'Вітаю!',
    about: (product) =>
      `Я автоматичний помічник ${product} і відповідаю на запитання за документацією.`,
    aboutUnnamed: 'Я автоматичний помічник і відповідаю на запитання за документацією.',
    topics: 'Мене можна запитати про таке:',
    dismissal: 'Гаразд. Якщо будуть ще запитання, питайте.',
    thanks: 'Будь ласка! Якщо будуть ще запитання, питайте.',
    goodbye: 'До побачення й усього найкращого!',
    trouble: 'Що саме не працює? Опишіть це одним реченням.',
    sorry: 'Шкода, що мені не вдалося допомогти.',
    person: 'Я автоматичний помічник, але тут вам допоможе людина.',
    noPerson: 'Я автоматичний помічник і не можу з’єднати вас із людиною.',
    support: 'Зв’язатися з підтримкою',
  },
  tr: {
    hello: 'Merhaba!',
    about: (product) =>
      `${product} için otomatik asistanım ve soruları belgelere dayanarak yanıtlıyorum.`,
    aboutUnnamed: 'Otomatik bir asistanım ve soruları belgelere dayanarak yanıtlıyorum.',
    topics: 'Bana şunları sorabilirsiniz:',
    dismissal: 'Tamam. Başka bir şey olursa sormanız yeterli.',
    thanks: 'Rica ederim! Başka bir şey olursa sormanız yeterli.',
    goodbye: 'Hoşça kalın, iyi günler!',
    trouble: 'Tam olarak ne çalışmıyor? Lütfen bir cümleyle anlatın.',
    sorry: 'Yardımcı olamadığım için üzgünüm.',
    person: 'Otomatik bir asistanım, ama buradan bir kişiye ulaşabilirsiniz.',
    noPerson: 'Otomatik bir asistanım ve sizi bir kişiye bağlayamam.',
    support: 'Destekle iletişime geçin',
  },
  ar: {
    hello: 'مرحبًا!',
    about: (product) => `أنا المساعد الآلي لـ ${product} وأجيب عن الأسئلة من الوثائق.`,
    aboutUnnamed: 'أنا مساعد آلي وأجيب عن الأسئلة من الوثائق.',
    topics: 'يمكنك أن تسألني عن:',
    dismissal: 'حسنًا. اسأل متى احتجت إلى أي شيء آخر.',
    thanks: 'على الرحب والسعة! اسأل متى احتجت إلى أي شيء آخر.',
    goodbye: 'مع السلامة وأطيب التمنيات!',
    trouble: 'ما الذي لا يعمل بالضبط؟ صفه في جملة واحدة من فضلك.',
    sorry: 'آسف لأنني لم أستطع المساعدة.',
    person: 'أنا مساعد آلي، لكن يمكن لشخص أن يساعدك هنا.',
    noPerson: 'أنا مساعد آلي ولا أستطيع تحويلك إلى شخص.',
    support: 'التواصل مع الدعم',
  },
  he: {
    hello: 'שלום!',
    about: (product) => `אני העוזר האוטומטי של ${product} ועונה על שאלות מתוך התיעוד.`,
    aboutUnnamed: 'אני עוזר אוטומטי ועונה על שאלות מתוך התיעוד.',
    topics: 'אפשר לשאול אותי על:',
    dismissal: 'בסדר. אפשר לשאול בכל עת אם יש עוד משהו.',
    thanks: 'בשמחה! אפשר לשאול בכל עת אם יש עוד משהו.',
    goodbye: 'להתראות וכל טוב!',
    trouble: 'מה בדיוק לא עובד? אפשר לתאר את זה במשפט אחד.',
    sorry: 'צר לי שלא הצלחתי לעזור.',
    person: 'אני עוזר אוטומטי, אבל כאן אפשר לקבל עזרה מאדם.',
    noPerson: 'אני עוזר אוטומטי ואיני יכול להעביר אותך לאדם.',
    support: 'פנייה לתמיכה',
  },
  ja: {
    hello: 'こんにちは。',
    about: (product) =>
      `${product}の自動アシスタントです。ドキュメントをもとに質問にお答えします。`,
    aboutUnnamed: '自動アシスタントです。ドキュメントをもとに質問にお答えします。',
    topics: '次のことについて質問できます：',
    dismissal: '承知しました。ほかにもあればお尋ねください。',
    thanks: 'どういたしまして。ほかにもあればお尋ねください。',
    goodbye: 'ご利用ありがとうございました。またどうぞ。',
    trouble: '具体的に何がうまくいきませんか。一文でお知らせください。',
    sorry: 'お役に立てず申し訳ありません。',
    person: '私は自動アシスタントですが、こちらから担当者にお問い合わせいただけます。',
    noPerson: '私は自動アシスタントのため、担当者におつなぎすることはできません。',
    support: 'サポートに問い合わせる',
  },
  ko: {
    hello: '안녕하세요!',
    about: (product) => `저는 ${product}의 자동 도우미이며 문서를 바탕으로 질문에 답합니다.`,
    aboutUnnamed: '저는 자동 도우미이며 문서를 바탕으로 질문에 답합니다.',
    topics: '다음에 대해 물어보실 수 있습니다:',
    dismissal: '알겠습니다. 더 궁금한 점이 있으면 물어봐 주세요.',
    thanks: '천만에요! 더 궁금한 점이 있으면 물어봐 주세요.',
    goodbye: '이용해 주셔서 감사합니다. 안녕히 가세요!',
    trouble: '정확히 무엇이 안 되나요? 한 문장으로 알려 주세요.',
    sorry: '도움이 되지 못해 죄송합니다.',
    person: '저는 자동 도우미이지만, 여기에서 담당자의 도움을 받으실 수 있습니다.',
    noPerson: '저는 자동 도우미라서 담당자에게 연결해 드릴 수 없습니다.',
    support: '고객 지원에 문의',
  },
  'zh-Hans': {
    hello: '您好！',
    about: (product) => `我是${product}的自动助手，根据文档回答问题。`,
    aboutUnnamed: '我是自动助手，根据文档回答问题。',
    topics: '您可以向我询问：',
    dismissal: '好的。如果还有其他问题，请随时提问。',
    thanks: '不客气！如果还有其他问题，请随时提问。',
    goodbye: '再见，祝您一切顺利！',
    trouble: '具体是什么用不了？请用一句话描述一下。',
    sorry: '很抱歉没能帮到您。',
    person: '我是自动助手，您可以在这里联系人工服务。',
    noPerson: '我是自动助手，无法为您转接人工服务。',
    support: '联系客服',
  },
}

/** The replies in a language; in English when it has none. */
export function mannersTexts(locale: PhraseLocale | null): MannersTexts {
  return locale ? texts[locale] : en
}
