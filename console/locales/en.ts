import { account } from './en/account.ts'
import { answersTexts } from './en/answers.ts'
import { assistant } from './en/assistant.ts'
import { documentTexts } from './en/document.ts'
import { entranceTexts } from './en/entrance.ts'
import { evidenceTexts } from './en/evidence.ts'
import { gapsTexts } from './en/gaps.ts'
import { generalTexts } from './en/general.ts'
import { governanceTexts } from './en/governance.ts'
import { health } from './en/health.ts'
import { inboxTexts } from './en/inbox.ts'
import { knowledgeTexts } from './en/knowledge.ts'
import { look } from './en/look.ts'
import { navigation } from './en/navigation.ts'
import { notifications } from './en/notifications.ts'
import { overview } from './en/overview.ts'
import { palette } from './en/palette.ts'
import { people } from './en/people.ts'
import { sectionQuestionsTexts } from './en/section-questions.ts'
import { origin, reach, refusals, setup, tag } from './en/setup.ts'
import { sourcesTexts } from './en/sources.ts'
import { trialsTexts } from './en/trials.ts'
import { usage } from './en/usage.ts'
import { website } from './en/website.ts'

/** All texts of the console; every language has the same keys. `{name}` is a placeholder. */
export type Messages = typeof messages

export const messages = {
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
