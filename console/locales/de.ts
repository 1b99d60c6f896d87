import { account } from './de/account.ts'
import { answersTexts } from './de/answers.ts'
import { assistant } from './de/assistant.ts'
import { documentTexts } from './de/document.ts'
import { entranceTexts } from './de/entrance.ts'
import { evidenceTexts } from './de/evidence.ts'
import { gapsTexts } from './de/gaps.ts'
import { generalTexts } from './de/general.ts'
import { governanceTexts } from './de/governance.ts'
import { health } from './de/health.ts'
import { inboxTexts } from './de/inbox.ts'
import { knowledgeTexts } from './de/knowledge.ts'
import { look } from './de/look.ts'
import { navigation } from './de/navigation.ts'
import { notifications } from './de/notifications.ts'
import { overview } from './de/overview.ts'
import { palette } from './de/palette.ts'
import { people } from './de/people.ts'
import { sectionQuestionsTexts } from './de/section-questions.ts'
import { origin, reach, refusals, setup, tag } from './de/setup.ts'
import { sourcesTexts } from './de/sources.ts'
import { trialsTexts } from './de/trials.ts'
import { usage } from './de/usage.ts'
import { website } from './de/website.ts'
import type { Messages } from './en.ts'

export const messages: Messages = {
  ...generalTexts,
  ...entranceTexts,
  navigation,
  account,
  health,
  ...inboxTexts,
  ...answersTexts,
  ...gapsTexts,
  ...trialsTexts,
  ...evidenceTexts,
  ...knowledgeTexts,
  setup,
  tag,
  reach,
  origin,
  refusals,
  ...documentTexts,
  ...sectionQuestionsTexts,
  ...sourcesTexts,
  website,
  people,
  ...governanceTexts,
  look,
  overview,
  assistant,
  palette,
  notifications,
  usage,
}
