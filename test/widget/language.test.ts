import { expect } from 'chai'
import { languageOf } from '../../widget/language.ts'

const texts: [language: string | undefined, text: string][] = [
  ['de', 'Sie können die Buchung bis 72 Stunden vorher stornieren, und der Betrag wird erstattet.'],
  ['en', 'You can cancel the booking up to 72 hours before, and your money is paid back.'],
  [
    'es',
    'Puede cancelar la reserva hasta 72 horas antes, y el importe se devuelve por la misma vía.',
  ],
  [
    'fr',
    'Vous pouvez annuler la réservation 72 heures avant, et le montant est remboursé dans les jours.',
  ],
  [
    'it',
    'Si può annullare la prenotazione fino a 72 ore prima, e il denaro viene reso per intero.',
  ],
  [
    'nl',
    'U kunt de boeking tot 72 uur van tevoren annuleren, en het bedrag wordt niet ingehouden.',
  ],
  [
    'pl',
    'Rezerwację można odwołać do 72 godzin przed terminem, a kwota nie jest potrącana po tym.',
  ],
  ['pt', 'Você pode cancelar a reserva até 72 horas antes, e o valor não se perde para o cliente.'],
  [
    'tr',
    'Rezervasyon 72 saat öncesine kadar iptal edilebilir ve bu tutar bir hafta içinde iade edilir.',
  ],
  ['ja', 'ご予約は72時間前までキャンセルできます。'],
  ['ko', '예약은 72시간 전까지 취소할 수 있습니다.'],
  ['zh', '您可以在72小时前取消预订。'],
  ['ar', 'يمكنك إلغاء الحجز قبل 72 ساعة.'],
  ['he', 'אפשר לבטל את ההזמנה עד 72 שעות מראש.'],
  ['uk', 'Бронювання можна скасувати за 72 години, і кошти повернуться.'],
  ['ru', 'Бронирование можно отменить за 72 часа.'],
  [undefined, 'SVC_MODEL_KEY=abc npm start'],
  ['en', 'The word for it is “ご予約” in Japanese, and that is what you see on the page.'],
]

describe('the language of an answer', () => {
  for (const [language, text] of texts) {
    it(`is ${language}: ${text.slice(0, 24)}`, () => {
      expect(languageOf(text)).to.equal(language)
    })
  }
})
