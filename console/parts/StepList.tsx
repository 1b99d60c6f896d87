import { addressOf } from '../location.ts'
import { type Setup, type Step, steps } from '../setup.ts'
import { texts } from '../strings.ts'

/** The steps of setting up, with what is done, each a link. */
export function StepList({ state, current }: { state: Setup; current?: Step }) {
  const { setup: words } = texts.value
  return (
    <ol class="step-list">
      {steps.map((step) => (
        <li key={step} data-done={state.done[step]}>
          <a
            href={addressOf('setup', { step })}
            aria-current={step === current ? 'step' : undefined}
          >
            {words.steps[step]}
            <span class="visually-hidden">{state.done[step] ? words.done : words.open}</span>
          </a>
        </li>
      ))}
    </ol>
  )
}

/** Leads on to a step. */
export function NextStep({ step, label }: { step: Step; label: string }) {
  return (
    <a class="button primary next" href={addressOf('setup', { step })}>
      {label}
    </a>
  )
}
