import { useSignal } from '@preact/signals'
import { Field } from '../parts/Field.tsx'
import { Title } from '../parts/Title.tsx'
import { texts } from '../strings.ts'

/** A new installation: asks for the link that the start printed, and goes on to the claim. */
export function Unclaimed() {
  const { fields, unclaimed } = texts.value
  const isMissing = useSignal(false)

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const entry = new FormData(event.currentTarget as HTMLFormElement).get('code')
    const code = codeIn(String(entry))
    isMissing.value = code === ''
    if (code !== '') location.hash = `claim=${code}`
  }

  return (
    <>
      <Title>{unclaimed.title}</Title>
      <p class="lead">{unclaimed.lead}</p>
      <form class="form" noValidate onSubmit={onSubmit}>
        <Field
          field={{
            name: 'code',
            label: fields.code,
            type: 'text',
            autocomplete: 'off',
            hint: unclaimed.hint,
          }}
          rule={{ required: true }}
          problem={isMissing.value ? { kind: 'missing', n: 0 } : undefined}
        />
        <button class="button primary" type="submit">
          {unclaimed.submit}
        </button>
      </form>
    </>
  )
}

/** The code in what was pasted: the printed line, its link or the code alone. */
function codeIn(pasted: string): string {
  return pasted.trim().split(/\s+/).at(-1)?.split('#claim=').at(-1) ?? ''
}
