import type { Citation } from '../../server/contract/conversation.ts'
import { citation } from './widget-server.ts'

/** Texts of the screenshots in one language. */
export interface Example {
  /** Product name of the brand. */
  name: string
  tagline: string
  suggestions: string[]
  question: string
  answer: { text: string; citations: Citation[] }
  abstention: string
  followUps: string[]
}

const marina: Example = {
  name: 'Harbor Help',
  tagline: 'Answers from the handbook',
  suggestions: ['How do I book a berth?', 'When is the fee refunded?', 'Where do I pay?'],
  question: 'How do I cancel a booking, and what do I get back?',
  answer: {
    text: `You can cancel a booking until the day of arrival [1]:

1. Open **Bookings** and choose the one to cancel.
2. Press *Cancel booking* and confirm.

What you get back depends on the time [2]:

| Before arrival | Refund |
|---|--:|
| 72 hours or more | 100 % |
| 24 to 72 hours | 50 % |
| less than 24 hours | none |

From the command line it is \`harbor cancel <id>\` [1].`,
    citations: [
      citation(1, {
        title: 'Bookings',
        anchor: 'Cancel a booking',
        snippet:
          'A booking can be cancelled until the day of arrival. Open Bookings, choose the booking, press “Cancel booking” and confirm. The guest gets a message.',
      }),
      citation(2, {
        title: 'Fees and refunds',
        anchor: 'Refunds',
        snippet: 'Guests who cancel at least 72 hours before arrival get the whole fee back.',
      }),
    ],
  },
  abstention: 'I could not find an answer to this in the handbook.',
  followUps: ['How long does a refund take?', 'Can I move a booking instead?'],
}

const arabic: Example = {
  name: 'مساعد المرسى',
  tagline: 'إجابات من الدليل',
  suggestions: ['كيف أحجز مرسى؟', 'متى تُرد الرسوم؟', 'أين أدفع؟'],
  question: 'كيف ألغي حجزًا، وما الذي أسترده؟',
  answer: {
    text: `يمكنك إلغاء الحجز حتى يوم الوصول [1]:

1. افتح **الحجوزات** واختر الحجز.
2. اضغط *إلغاء الحجز* ثم أكّد.

يعتمد المبلغ المسترد على الوقت [2]:

| قبل الوصول | المبلغ |
|---|--:|
| 72 ساعة أو أكثر | 100 % |
| أقل من 24 ساعة | لا شيء |

ومن سطر الأوامر: \`harbor cancel <id>\` [1].`,
    citations: [
      citation(1, {
        title: 'الحجوزات',
        anchor: 'إلغاء حجز',
        snippet: 'يمكن إلغاء الحجز حتى يوم الوصول. افتح الحجوزات واختر الحجز ثم أكّد الإلغاء.',
      }),
      citation(2, { title: 'الرسوم والاسترداد', anchor: 'الاسترداد' }),
    ],
  },
  abstention: 'لم أجد إجابة عن هذا السؤال في الدليل.',
  followUps: ['كم يستغرق الاسترداد؟', 'هل يمكنني نقل الحجز بدلًا من ذلك؟'],
}

const german: Example = {
  name: 'Hafenhilfe',
  tagline: 'Antworten aus dem Handbuch',
  suggestions: [
    'Wie buche ich einen Liegeplatz?',
    'Wann wird die Gebühr erstattet?',
    'Wo zahle ich?',
  ],
  question: 'Wie storniere ich eine Buchung, und was bekomme ich zurück?',
  answer: {
    text: `Eine Buchung lässt sich bis zum Anreisetag stornieren [1]:

1. Öffnen Sie **Buchungen** und wählen Sie die Buchung aus.
2. Drücken Sie *Buchung stornieren* und bestätigen Sie.

Was Sie zurückbekommen, hängt vom Zeitpunkt ab [2]:

| Vor der Anreise | Erstattung |
|---|--:|
| mindestens 72 Stunden | 100 % |
| weniger als 24 Stunden | keine |`,
    citations: [
      citation(1, {
        title: 'Buchungen',
        anchor: 'Verwaltung › Buchung stornieren',
        snippet:
          'So stornieren Sie:\n\n- Eine Buchung lässt sich **bis zum Anreisetag** stornieren.\n- Der Gast erhält eine Nachricht.',
      }),
      citation(2, { title: 'Gebühren und Erstattungen', anchor: 'Erstattungen' }),
    ],
  },
  abstention: 'Dazu habe ich im Handbuch keine Antwort gefunden.',
  followUps: ['Wie lange dauert eine Erstattung?', 'Kann ich eine Buchung verschieben?'],
}

const japanese: Example = {
  name: 'マリーナ案内',
  tagline: '手引きからお答えします',
  suggestions: [
    '停泊場所はどう予約しますか？',
    '料金はいつ返金されますか？',
    '支払いはどこですか？',
  ],
  question: '予約はどうやってキャンセルしますか？返金はありますか？',
  answer: {
    text: `予約は到着日までキャンセルできます [1]。

1. **予約**を開き、キャンセルする予約を選びます。
2. *予約をキャンセル*を押して確認します。

返金額は時期によって異なります [2]。

| 到着まで | 返金 |
|---|--:|
| 72 時間以上 | 100 % |
| 24 時間未満 | なし |`,
    citations: [
      citation(1, {
        title: '予約',
        anchor: '管理 › 予約のキャンセル',
        snippet: '予約は到着日までキャンセルできます。予約を開いて選び、確認してください。',
      }),
      citation(2, { title: '料金と返金', anchor: '返金' }),
    ],
  },
  abstention: '手引きには答えが見つかりませんでした。',
  followUps: ['返金には何日かかりますか？', '予約の日程を変更できますか？'],
}

export const examples = { marina, arabic, german, japanese }
