import type { SpokenLanguage } from '../server/text/language.ts'

/** What people write around a question: `{}` stands for it. */
export interface Wrappers {
  greetings: string[]
  /** Sentences before the question that say something of the asker, and nothing of the question. */
  contexts: string[]
}

/** `fitted` wrappers are seen by `npm run fit`, `heldOut` ones by nothing but `npm run eval`. */
export type WrapperKind = 'fitted' | 'heldOut'

/** The wrappers of a language; those of English where a language has none. */
export function wrappersOf(language: SpokenLanguage | null, kind: WrapperKind): Wrappers {
  return wrappers[kind][language ?? 'english'] ?? wrappers[kind].english
}

type ByLanguage = { english: Wrappers } & Partial<Record<SpokenLanguage, Wrappers>>

const wrappers: Record<WrapperKind, ByLanguage> = {
  fitted: {
    english: {
      greetings: [
        'Hi, quick question: {} Thanks in advance!',
        'Hello there, I was wondering about something. {} Any help is appreciated.',
        'Hey team! {} Cheers, Tom',
      ],
      contexts: [
        'I have been a customer for three years and moved to Berlin last month. {}',
        'My sister recommended this to me yesterday and now I am setting it up for my parents. {}',
        'We tried it on two machines with different results. {}',
      ],
    },
    german: {
      greetings: [
        'Hallo, kurze Frage: {} Vielen Dank im Voraus!',
        'Guten Tag, ich hätte da mal etwas. {} Über eine Antwort würde ich mich freuen.',
      ],
      contexts: [
        'Ich bin seit drei Jahren Kunde und letzten Monat nach Hamburg gezogen. {}',
        'Meine Schwester hat mir das gestern empfohlen. {}',
      ],
    },
    russian: {
      greetings: [
        'Здравствуйте, небольшой вопрос: {} Заранее спасибо!',
        'Привет всем! {} Буду благодарен за помощь.',
      ],
      contexts: [
        'Я ваш клиент уже три года и недавно переехал в Казань. {}',
        'Вчера мне посоветовала это моя сестра. {}',
      ],
    },
    chinese: {
      greetings: ['你好，想请教一个问题：{}先谢谢了！', '大家好！{}感谢帮助。'],
      contexts: ['我用了三年了，上个月刚搬到上海。{}', '昨天我妹妹推荐给我的。{}'],
    },
    arabic: {
      greetings: ['مرحبا، لدي سؤال سريع: {} شكرا مقدما!', 'السلام عليكم. {} أقدر مساعدتكم.'],
      contexts: [
        'أنا عميل منذ ثلاث سنوات وانتقلت إلى القاهرة الشهر الماضي. {}',
        'أوصتني أختي بهذا أمس. {}',
      ],
    },
  },
  heldOut: {
    english: {
      greetings: [
        'Good morning! Could somebody please help me out with this one: {} Many thanks, Anna',
        'Sorry to bother you again. {} I look forward to hearing from you.',
        'Hi support, hope you are well! Just curious – {} Have a nice day :)',
      ],
      contexts: [
        'We are a small team of five and started with this on Monday. {}',
        'I spent the whole afternoon trying and I am getting a bit frustrated. {}',
        'My old laptop broke, so my brother lent me his until Christmas. {}',
      ],
    },
    german: {
      greetings: [
        'Guten Morgen! Könnte mir jemand bitte kurz weiterhelfen: {} Herzlichen Dank, Anna',
        'Entschuldigung, dass ich noch einmal störe. {} Schöne Grüße',
      ],
      contexts: [
        'Wir sind ein kleines Team und haben am Montag damit angefangen. {}',
        'Ich probiere schon den ganzen Nachmittag und bin etwas frustriert. {}',
      ],
    },
    russian: {
      greetings: [
        'Доброе утро! Подскажите, пожалуйста: {} Большое спасибо, Анна',
        'Извините, что снова беспокою. {} Хорошего дня!',
      ],
      contexts: [
        'Нас небольшая команда, и мы начали в понедельник. {}',
        'Я пробую уже весь вечер и немного устал. {}',
      ],
    },
    chinese: {
      greetings: ['早上好！麻烦帮我看一下：{}非常感谢，小王', '不好意思又来打扰。{}祝您生活愉快！'],
      contexts: ['我们是一个小团队，星期一才开始。{}', '我试了一个下午，有点着急。{}'],
    },
    arabic: {
      greetings: [
        'صباح الخير! هل يمكن لأحد مساعدتي من فضلكم: {} جزيل الشكر، منى',
        'آسف على الإزعاج مرة أخرى. {} أتمنى لكم يوما سعيدا.',
      ],
      contexts: [
        'نحن فريق صغير وبدأنا يوم الاثنين. {}',
        'قضيت المساء كله في المحاولة وأشعر ببعض الإحباط. {}',
      ],
    },
  },
}
