import { expect, test } from 'vitest'
import { completeFollowUp } from '../../server/answering/extractive/complete-follow-up.ts'
import type { PromptTurn } from '../../server/models/ports.ts'

const turns: PromptTurn[] = [
  { role: 'user', text: 'How do I cancel my subscription?' },
  { role: 'assistant', text: 'In the settings [1].' },
]

test.each(['opening hours', 'Shipping costs', 'SSO?', 'delete account', 'Versandkosten', '返金'])(
  'a short question with a subject of its own stays as it is: %s',
  (question) => {
    expect(completeFollowUp(question, turns)).toBe(question)
  },
)

test.each(['why?', 'How long?', 'on Windows?', 'more details please', 'warum', 'wie lange?'])(
  'a question that begins in the middle is completed: %s',
  (question) => {
    expect(completeFollowUp(question, turns)).toContain('cancel my subscription')
  },
)

test.each<[string, string, string]>([
  ['How do I record a clip?', 'can I make that longer?', 'record a clip'],
  ['How much holiday do I have?', 'do I get paid for it if I leave?', 'holiday'],
  ['Wie stelle ich die Farbe ein?', 'Bleibt das fürs nächste Mal gespeichert?', 'Farbe'],
  ['¿Cómo activo la copia?', '¿puedo desactivarla?', 'copia'],
  ['Comment puis-je annuler mon abonnement ?', 'et sur mobile ?', 'abonnement'],
  ['Come posso esportare i dati?', 'quanto dura questo?', 'dati'],
  ['Hoe zeg ik mijn abonnement op?', 'en op mijn telefoon?', 'abonnement'],
  ['Jak anulować subskrypcję?', 'czy da się go cofnąć?', 'subskrypcję'],
  ['Como posso cancelar a assinatura?', 'e no telemóvel?', 'assinatura'],
  ['Как отменить подписку?', 'а на телефоне?', 'подписку'],
  ['Як скасувати підписку?', 'скільки це коштує?', 'підписку'],
  ['Aboneliğimi nasıl iptal ederim?', 'bunun için ne kadar ödüyorum?', 'Aboneliğimi'],
  ['كيف ألغي الاشتراك؟', 'وماذا عن الهاتف؟', 'الاشتراك'],
  ['איך מבטלים את המינוי?', 'כמה זה עולה?', 'המינוי'],
  ['解約するにはどうすればいいですか？', 'それはいつですか？', '解約'],
  ['구독을 어떻게 취소하나요?', '그건 얼마예요?', '구독을'],
  ['如何取消订阅？', '手机上呢？', '订阅'],
])('after %j, %j is completed', (earlier, question, topic) => {
  expect(completeFollowUp(question, [{ role: 'user', text: earlier }])).toContain(topic)
})

test.each<[string, string]>([
  ['How do I cancel?', 'Is it possible to export the settings that I made?'],
  ['How do I cancel?', 'How long does it take to ship a parcel?'],
  ['Wie kündige ich?', 'Wie lösche ich das Konto?'],
  ['Comment annuler ?', 'Comment changer la langue ?'],
  ['¿Cómo cancelo?', '¿Dónde está la factura?'],
  ['Как отменить?', 'Где скачать программу?'],
  ['如何取消？', '怎么付款？'],
])('after %j, %j stays as it is', (earlier, question) => {
  expect(completeFollowUp(question, [{ role: 'user', text: earlier }])).toBe(question)
})

test.each(['How much does it cost', 'how much does it cost?!', 'What can it not do?'])(
  'a question about what no earlier one names stays as it is: %s',
  (question) => {
    const first: PromptTurn = { role: 'user', text: 'How much does it cost?' }

    expect(completeFollowUp(question, [first])).toBe(question)
  },
)

test('a question that was asked before is completed as it was then', () => {
  const later: PromptTurn[] = [
    { role: 'user', text: 'why?' },
    { role: 'user', text: 'How do I reach the support?' },
  ]

  expect(completeFollowUp('Why?', [...turns, ...later])).toContain('cancel my subscription')
})
