import { useRead } from '../cache.ts'
import { place } from '../location.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { StepList } from '../parts/StepList.tsx'
import { Title } from '../parts/Title.tsx'
import { type Setup as SetupOf, type Step, setupReads, steps, useSetup } from '../setup.ts'
import '../styles/setup.css'
import { texts } from '../strings.ts'
import { SetupKnowledge } from './SetupKnowledge.tsx'
import { SetupName } from './SetupName.tsx'
import { SetupQuestions } from './SetupQuestions.tsx'
import { SetupTag } from './SetupTag.tsx'
import { SetupVisit } from './SetupVisit.tsx'

/** From nothing to an assistant on a website; it goes on wherever it was left. */
export default function Setup() {
  const { setup: words } = texts.value
  const entry = useSetup()
  return (
    <>
      <Title>{words.title}</Title>
      <p class="lead">{words.lead}</p>
      <Loaded of={setupReads} entry={entry}>
        {(state) => {
          const step = stepOf(state)
          return (
            <>
              <StepList state={state} current={step} />
              <CurrentStep step={step} state={state} />
            </>
          )
        }}
      </Loaded>
    </>
  )
}

/** The one in the address, else the first that is not done; nothing works without an assistant. */
function stepOf({ assistant, next }: SetupOf): Step {
  const asked = steps.find((step) => step === place.value.query['step'])
  return assistant ? (asked ?? next ?? 'visit') : 'name'
}

function CurrentStep({ step, state }: { step: Step; state: SetupOf }) {
  const { assistant, deployment, collections } = state
  const branding = useRead('getBranding')
  if (step === 'name' || !assistant) {
    return (
      <Loaded of="getBranding" entry={branding}>
        {(saved) => <SetupName assistant={assistant} collections={collections} branding={saved} />}
      </Loaded>
    )
  }
  if (step === 'knowledge') return <SetupKnowledge assistant={assistant} state={state} />
  if (step === 'questions') {
    return (
      <Loaded of="getBranding" entry={branding}>
        {({ layer }) => <SetupQuestions assistant={assistant} layer={layer} />}
      </Loaded>
    )
  }
  if (step === 'visit' && deployment) return <SetupVisit deployment={deployment} />
  return <SetupTag assistant={assistant} deployment={deployment} />
}
