import { number } from '../../../server/answering/cited/rules/number.ts'
import { testRule } from './rules.ts'

const pool = 'The pool opens at 06:30 and closes at 21:00.'
const range = 'The pool is open from 06:30 to 21:00.'
const evening = 'The bar opens at 9 am and closes at 9:30 p.m. every day.'
const nine = 'The office is open from 9:00 to 17:00.'
const day = 'The gate opens at 9:00 and closes at 21:00.'
const german = 'Das Bad öffnet um 6:30 Uhr und schließt um 21 Uhr.'
const french = 'La piscine ouvre à 6h30 et ferme à 21h30.'
const spanish = 'La piscina abre a las 6:30 y cierra a las 21:30.'
const russian = 'Бассейн открывается в 6:30 и закрывается в 21:00.'

testRule(
  number,
  [
    // Exchanged times.
    [pool, 'The pool opens at 21:00 and closes at 06:30.', 'contradicted'],
    [pool, 'It opens at 21:00 and closes at 06:30.', 'contradicted'],
    [pool, 'It closes at 06:30 and opens at 21:00.', 'contradicted'],
    [pool, 'Opening time is 9 pm, closing time 6:30 am.', 'contradicted'],
    [pool, 'The pool opens at 21:00.', 'contradicted'],
    [pool, 'Our pool closes at 6:30 a.m.', 'doubtful'],
    [pool, 'It opens at 21:00.', 'doubtful'],
    [pool, 'It is open from 21:00 to 06:30.', 'doubtful'],
    [range, 'The pool is open from 21:00 to 06:30.', 'contradicted'],
    [range, 'The pool is open 9pm–6:30am.', 'contradicted'],
    [range, 'The pool is closed from 21:00 to 06:30.', 'doubtful'],
    [range, 'It opens at 21:00 and closes at 06:30.', 'doubtful'],
    [day, 'The gate opens at 21:00 and closes at 9:00.', 'contradicted'],
    [german, 'Es öffnet um 21 Uhr und schließt um 6:30 Uhr.', 'contradicted'],
    [german, 'Das Bad öffnet um 21:00 Uhr und schließt um 6.30 Uhr.', 'contradicted'],
    [french, 'Elle ouvre à 21h30 et ferme à 6h30.', 'contradicted'],
    [spanish, 'Abre a las 21:30 y cierra a las 6:30.', 'contradicted'],
    [russian, 'Он открывается в 21:00 и закрывается в 6:30.', 'contradicted'],
    // Times that are not there.
    [pool, 'The pool opens at 06:21.', 'missing'],
    [pool, 'The pool closes at 9 am.', 'missing'],
    [pool, 'Das Bad schließt um 20 Uhr.', 'missing'],
    [evening, 'The bar closes at 9:30 am.', 'missing'],
    [nine, 'The office is open until 5 am.', 'missing'],
    // The same times in other forms.
    [pool, 'It opens at 6:30 am and closes at 9 pm.', null],
    [pool, 'The pool closes at nine o’clock and opens at half past six.', null],
    [pool, 'The pool closes at 21:00 and opens at 06:30.', null],
    [pool, 'The pool is open 6:30–21:00.', null],
    [pool, 'Das Bad öffnet um 6.30 Uhr und schließt um 21 Uhr.', null],
    [pool, 'Das Bad schließt um 9 Uhr abends.', null],
    [pool, 'Das Bad ist von 6:30 bis 21 Uhr geöffnet.', null],
    [pool, 'La piscine est ouverte de 6h30 à 21 h.', null],
    [pool, 'La piscine ferme à 21 heures.', null],
    [pool, 'La piscina abre de 6:30 a 21:00 horas.', null],
    [pool, 'Het zwembad sluit om 21.00 uur.', null],
    [pool, 'Badet stänger varje kväll kl. 21.', null],
    [pool, 'プールは午前6時30分から午後9時までです。', null],
    [pool, '游泳池早上6点半开门，晚上9点关门。', null],
    [pool, '수영장은 오전 6시 30분에 열고 21시에 닫습니다.', null],
    [pool, 'Бассейн закрывается в 21 час.', null],
    [pool, 'Бассейн закрывается в 9 часов вечера.', null],
    [evening, 'The bar is open from 9:00 to 21:30.', null],
    [evening, 'It closes at 9:30 in the evening.', null],
    [nine, 'The office is open from 9 am to 5 pm.', null],
    [nine, 'The office is open 9-5.', 'missing'],
    [nine, 'You can reach the office between 9 and 17.', null],
    ['Open Mon–Fri 9 to 5.', 'It is open from 9 am to 5 pm.', null],
    ['Open 9-17, on Saturday 10:00-14:00.', 'It is open from 9:00 to 17:00.', null],
    ['Open from 9 to 17 o’clock.', 'It is open from 9:00 to 17:00.', null],
    ['Lunch is served at noon.', 'Lunch is served at 12:00.', null],
    ['The shop closes at midnight.', 'The shop closes at 24:00.', null],
    ['It closes at 12 am.', 'It closes at 0:00.', null],
    ['Geöffnet 8–12 und 14–18 Uhr.', 'It is open from 8:00 to 12:00 and 14:00 to 18:00.', null],
    // Numbers of other kinds.
    ['A video of 3:45 minutes.', 'A video of 3:45 minutes.', null],
    ['Pictures have a ratio of 16:10.', 'Pictures are 16:10.', null],
    ['The plan has 24 h support.', 'The plan has 24 hours of support.', null],
    [
      'On weekdays the desk opens at 9:00, at weekends at 10:00.',
      'At weekends the desk opens at 10:00.',
      'doubtful',
    ],
    [
      'The pool opens at 06:30 and closes at 21:00. The sauna opens at 10:00 and closes at 22:00.',
      'The sauna opens at 10:00 and closes at 22:00; the pool is open from 06:30 to 21:00.',
      null,
    ],
  ],
  'When does it open?',
)
