import { actions } from './en/actions.ts'
import { desktop } from './en/desktop.ts'
import { development } from './en/development.ts'
import { devices } from './en/devices.ts'
import { exactSynonyms } from './en/exact-synonyms.ts'
import { healthAndLife } from './en/health-and-life.ts'
import { homeAndCar } from './en/home-and-car.ts'
import { irregularForms } from './en/irregular-forms.ts'
import { money } from './en/money.ts'
import { networkAndMail } from './en/network-and-mail.ts'
import { office } from './en/office.ts'
import { orders } from './en/orders.ts'
import { picturesAndSound } from './en/pictures-and-sound.ts'
import { qualitiesAndTimes } from './en/qualities-and-times.ts'
import { rightsAndContracts } from './en/rights-and-contracts.ts'
import { servers } from './en/servers.ts'
import { studyAndLeisure } from './en/study-and-leisure.ts'
import { support } from './en/support.ts'
import { travelAndPlaces } from './en/travel-and-places.ts'
import { work } from './en/work.ts'

/** Words and phrases of English that stand for each other, or one way, a group on each line. */
export const en = [
  support,
  exactSynonyms,
  irregularForms,
  actions,
  qualitiesAndTimes,
  desktop,
  devices,
  office,
  picturesAndSound,
  money,
  orders,
  work,
  studyAndLeisure,
  healthAndLife,
  homeAndCar,
  rightsAndContracts,
  travelAndPlaces,
  networkAndMail,
  servers,
  development,
]
  .map((lines) => lines.trim())
  .join('\n')
