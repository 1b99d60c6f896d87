import { polarity } from '../../../server/answering/cited/rules/polarity.ts'
import { testRule } from './rules.ts'

testRule(polarity, [
  [
    'Refunds are not available after renewal.',
    'Refunds are available after renewal.',
    'contradicted',
  ],
  ['Refunds are not available after renewal.', 'After renewal, refunds are not available.', null],
  ['Refunds are available before renewal.', 'Refunds are available after renewal.', 'contradicted'],
  [
    'Guests are allowed to park in the yard.',
    'Guests are forbidden to park in the yard.',
    'contradicted',
  ],
  [
    'Guests are allowed to park in the yard.',
    'Guests are not forbidden to park in the yard.',
    null,
  ],
  [
    'Logging is enabled on every new server.',
    'Logging is disabled on every new server.',
    'contradicted',
  ],
  ['Support by phone is paid for teams.', 'Support by phone is free for teams.', 'contradicted'],
  [
    'Renewing certificates by hand is not recommended.',
    'Renewing certificates by hand is recommended.',
    'contradicted',
  ],
  ['Nobody owns the name localhost.', 'The name belongs to no one.', null],
  ['Die Anmeldung ist für Gäste erlaubt.', 'Die Anmeldung ist für Gäste verboten.', 'contradicted'],
  [
    'Le service est gratuit pour les écoles publiques.',
    'Le service est payant pour les écoles publiques.',
    'contradicted',
  ],
  ['It works with cards, but not with cheques from abroad.', 'It works with cards.', null],
])
