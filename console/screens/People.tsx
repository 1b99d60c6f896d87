import { Title } from '../parts/Title.tsx'
import { may } from '../session.ts'
import { texts } from '../strings.ts'
import { Keys } from './Keys.tsx'
import { Members } from './Members.tsx'
import '../styles/people.css'

/** Who may look after the assistant, and which programs may use it. */
export default function People() {
  const { people: words } = texts.value
  return (
    <>
      <Title>{words.title}</Title>
      <p class="lead">{words.lead}</p>
      <Members />
      {may('api_key.manage') && <Keys />}
    </>
  )
}
