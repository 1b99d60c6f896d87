import { number } from '../../../server/answering/cited/rules/number.ts'
import { testRule } from './rules.ts'

const plan = 'The plan includes 20 GB of storage and three users. Backups are kept for 30 days.'
const dates = 'The service ends on June 4, 2025. The old version is supported until March 2027.'
const limits =
  'Up to 50 certificates can be issued per domain every 7 days. Up to 300 orders can be created by an account every 3 hours.'

const ports = 'All servers should offer HTTP on port 80 and HTTPS on port 443.'
const plans = 'The Free plan has 5 GB of storage, and the Pro plan has 50 GB.'

testRule(
  number,
  [
    [plan, 'The plan includes twenty gigabytes of storage and 3 users.', null],
    [plan, 'The plan includes 50 GB of storage.', 'missing'],
    [plan, 'Backups are kept for 30 hours.', 'missing'],
    [plan, 'Backups are kept for sixty days.', 'missing'],
    [plan, 'There are two ways to see what the plan includes.', null],
    [plan, 'The 12 months that you asked about are not in the plan.', null],
    [plan, 'Sicherungen bleiben 30 Tage.', null],
    [plan, 'Sicherungen bleiben dreißig Tage.', null],
    [plan, 'Резервные копии хранятся 30 дней.', null],
    [plan, 'Резервные копии хранятся 40 дней.', 'missing'],
    [plan, 'Les sauvegardes restent trente jours.', null],
    [plan, '备份保留 30 天。', null],
    [plan, '备份保留 31 天。', 'missing'],
    [limits, 'You can issue up to 50 certificates a week for a domain.', null],
    [limits, 'Up to 300 certificates can be issued per domain every 7 days.', 'contradicted'],
    [limits, 'An account can create up to 300 orders every 180 minutes.', null],
    ['The challenge can only be done on port 80.', 'It is done on port 443.', 'missing'],
    [ports, 'Servers should offer HTTP on port 443.', 'contradicted'],
    [ports, 'Servers should offer HTTPS on port 443.', null],
    [ports, 'Port 443 is for HTTPS, port 80 for HTTP.', null],
    [plans, 'With the Pro plan you get 5 GB.', 'contradicted'],
    [plans, 'With the Pro plan you get 50 GB.', null],
    [plans, 'Free gives you 5 GB, Pro 50 GB.', null],
    [plans, 'You get either 5 GB or ten times as much.', null],
    [dates, 'It ends on 4 June 2025.', null],
    [dates, 'It ends on 2025-06-04.', null],
    [dates, 'Der Dienst endet am 4. Juni 2025.', null],
    [dates, 'The service ends on July 4, 2025.', 'missing'],
    [plan, 'It has been so since May 2020.', 'missing'],
    ['It holds 1,000 pages.', 'It holds a thousand pages.', null],
    ['It holds 1 000 pages, 2.5 MB each.', 'It holds 1000 pages of 2,5 MB.', null],
    ['It costs $25 per month.', 'It costs 25 euros per month.', 'missing'],
  ],
  'What is in the plan for 12 months?',
)

const cancel = 'Orders can be cancelled within 30 minutes. Refunds are paid within 48 hours.'

// What the question names is known, in its own unit or another.
testRule(
  number,
  [
    [cancel, 'After 2 hours orders can no longer be cancelled.', null],
    [cancel, 'After 120 minutes orders can no longer be cancelled.', null],
    [cancel, 'After two hours orders can no longer be cancelled.', null],
    [cancel, 'After 3 hours orders can no longer be cancelled.', 'missing'],
    [cancel, 'Refunds are paid within two days.', null],
    [cancel, 'Refunds are paid within 7200 days.', 'missing'],
    ['A job may take 5 hours in all.', 'A job may not take 5400 seconds in all.', 'missing'],
  ],
  'Can orders be cancelled after 2 hours?',
)

testRule(
  number,
  [
    ['A job may take 5 hours in all.', 'A job that takes 90 minutes in all may go on.', null],
    ['Storage in GB: 20', 'The storage is 20 GB.', null],
  ],
  'Is 90 enough for it?',
)
