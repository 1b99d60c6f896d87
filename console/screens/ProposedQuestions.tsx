import { useRead } from '../cache.ts'
import { may } from '../session.ts'
import { texts } from '../strings.ts'

/** Starter questions to take over: what visitors begin with, then what the knowledge suggests. */
export function ProposedQuestions(props: Props) {
  return may('inbox.read') ? <OfVisitors {...props} /> : <Proposed {...props} asked={[]} />
}

interface Props {
  assistantId: string
  taken: string[]
  onTake: (question: string) => void
}

const SHOWN = 6

function OfVisitors(props: Props) {
  const query = { owner: 'all', channel: 'widget', outcome: 'answered', limit: '100' } as const
  const begun = useRead('listConversations', { query }).value.value?.data ?? []
  const questions = begun.flatMap((conversation) =>
    'first_question' in conversation && conversation.assistant_id === props.assistantId
      ? [conversation.first_question ?? '']
      : [],
  )
  return <Proposed {...props} asked={mostAsked(questions)} />
}

/** Questions that more than one conversation began with, the most frequent first. */
function mostAsked(questions: string[]): string[] {
  const counts = new Map<string, number>()
  for (const question of questions) counts.set(question, (counts.get(question) ?? 0) + 1)
  return [...counts]
    .filter(([question, count]) => question && question.length <= 150 && count > 1)
    .sort(([, one], [, other]) => other - one)
    .map(([question]) => question)
}

function Proposed({ assistantId, taken, onTake, asked }: Props & { asked: string[] }) {
  const { look: words } = texts.value
  const params = { assistant_id: assistantId }
  const suggested = useRead('suggestQuestions', { params }).value.value?.questions ?? []
  const proposed = [...new Set([...asked, ...suggested])].filter((one) => !taken.includes(one))
  return (
    <div class="proposed">
      <b>{words.questions}</b>
      <small>{proposed.length > 0 ? words.proposed : words.noProposals}</small>
      <ul>
        {proposed.slice(0, SHOWN).map((question) => (
          <li key={question}>
            <button class="button small" type="button" onClick={() => onTake(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
      <button class="button small" type="button" onClick={() => onTake('')}>
        {words.ownQuestion}
      </button>
    </div>
  )
}
