import { expect, test } from 'vitest'
import { recognizeSmallTalk } from '../../../server/answering/manners/recognize.ts'
import { recognizeWish } from '../../../server/answering/manners/wishes.ts'

test.each([
  ['en', 'i went through all your pages twice and nothing helps, may I please talk to somebody?'],
  [
    'en',
    "i've been at this for an hour and would rather talk to a real person, can you connect me?",
  ],
  ['en', 'hi, could somebody from your team please give me a call, it is too long to type'],
  ['de', 'Ich habe alles auf diesen Seiten versucht, kann ich bitte mit jemandem sprechen?'],
  ['fr', 'J’ai tout essayé et rien ne marche, est-ce que je peux parler à quelqu’un ?'],
  ['es', 'He probado todo lo de estas páginas y nada funciona, ¿puedo hablar con una persona?'],
  ['it', 'Ho provato di tutto e non funziona niente, posso parlare con qualcuno?'],
  ['nl', 'Ik heb alles op deze pagina’s geprobeerd, mag ik met een medewerker spreken?'],
  ['pl', 'Próbowałem już wszystkiego z tych stron, czy mogę porozmawiać z człowiekiem?'],
  ['pt', 'Já tentei tudo destas páginas e nada funciona, posso falar com uma pessoa?'],
  ['ru', 'Я перепробовал всё с этих страниц, можно поговорить с человеком?'],
  ['uk', 'Я спробував усе з цих сторінок, можна поговорити з людиною?'],
  ['tr', 'Bu sayfalardaki her şeyi denedim, gerçek bir insanla konuşmak istiyorum.'],
  ['ar', 'جربت كل ما في هذه الصفحات دون جدوى، أريد التحدث مع شخص'],
  ['he', 'ניסיתי את כל מה שכתוב בדפים האלה, אפשר לדבר עם נציג?'],
  ['ja', 'このページを全部試しましたが解決しません。担当者と話したいです。'],
  ['ko', '이 페이지에 있는 것을 다 해봤는데 안 돼요. 상담원과 이야기하고 싶어요.'],
  ['zh-Hans', '页面上的方法我都试过了还是不行，我想和人工客服聊聊'],
])('a wish for a person is known beside its reason, in %s: %s', (locale, text) => {
  expect(recognizeSmallTalk(text)).toBeNull()
  expect(recognizeWish(text)).toMatchObject({ act: 'person', locale })
})

test.each([
  'how do I talk to somebody over a channel',
  'can a person be an assignee',
  'In a shared inbox, how do I talk to somebody?',
  'What does "Sync failed. Please contact support." mean?',
  'Sync failed, please contact support',
  'Die Zahlung ist fehlgeschlagen. Bitte kontaktieren Sie den Support.',
  'I want my visitors to talk to a human, is that possible?',
  'Where is the log file? And can I talk to somebody?',
  'can I talk to somebody about my invoice, the one of May',
  'Ich möchte, dass Kunden mit einem Mitarbeiter sprechen, geht das?',
  'Puis-je ajouter une personne à un projet, et parler dans le canal ?',
  'I can export chats, but talk to an agent first',
])('a text that only mentions people stays a question: %s', (text) => {
  expect(recognizeWish(text)).toBeNull()
})
